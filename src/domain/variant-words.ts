// Words in a model's name that make it another checkpoint: "DeepSeek-V3 Base" beside "DeepSeek v3", "InternLM-Chat 20B".
import { byCodeUnit } from './content-hash.ts'

// In one spelling each. "In" is how some tables shorten "Instruct".
const TUNED: Readonly<Record<string, string>> = {
  ...{ chat: 'chat', instruct: 'instruct', instructed: 'instruct', in: 'instruct', it: 'instruct' },
  ...{ sft: 'sft', rlhf: 'rlhf', dpo: 'dpo', ppo: 'ppo', aligned: 'aligned', finetuned: 'tuned', tuned: 'tuned' },
}
const UNTUNED: Readonly<Record<string, string>> = { base: 'base', pretrained: 'base', pretrain: 'base', pt: 'base' }

/**
 * What a printed name says beside, or against, the name of the model that it is filed under. `added`: variant words that the
 * model's own name lacks. `untuned`: the model is a tuned one by its own name, and the printed name says nothing of that. That
 * "base" is left out says nothing: of a base model the bare name is usual.
 */
export type Variant = { added: readonly string[]; untuned: boolean }

export function variantOf(printed: string, model: string): Variant {
  const [said, own] = [wordsOf(printed), wordsOf(model)]
  const tuned = (words: readonly string[]) => words.some((word) => Object.values(TUNED).includes(word))
  // Chat or instruct is a house's choice of word: "Gemma 2 Instruct" is gemma-2-it.
  const added = said.filter((word) => (isTuned(word) ? !tuned(own) : !own.includes(word)))
  return { added: [...new Set(added)].sort(byCodeUnit), untuned: tuned(own) && !tuned(said) }
}

export function isTuned(word: string): boolean {
  return Object.values(TUNED).includes(word)
}

/** Equal for names that speak of one checkpoint. */
export function variantKey({ added, untuned }: Variant): string {
  return [...added, ...(untuned ? ['untuned'] : [])].join(' ')
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => TUNED[word] ?? UNTUNED[word] ?? [])
}
