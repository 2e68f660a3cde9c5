// What a setting states about its protocol, field by field, in values that can be compared.
import type { ClaimSetting } from './claim.ts'
import { canonicalDecimal, parseDecimal } from './decimal.ts'
import { editionVersion, readFreeText, shotsIn } from './free-text.ts'

/** `facts`: comparable values by field. `words`: what else is stated, word for word, to tell equal texts from others. */
export type StatedFacts = {
  facts: ReadonlyMap<string, string>
  words: ReadonlyMap<string, string>
  /** Every field that the setting names, stated or not. */
  named: ReadonlySet<string>
}

// Fields that hold prose: two texts differ only in what they parse to.
const PROSE = new Set(
  'edition method methodology protocol prompt prompting notes note setup description evaluation details'.split(' '),
)
const NAMES: Record<string, string> = {
  ...{ 'n shot': 'shots', 'n shots': 'shots', 'num fewshot': 'shots', 'few shot': 'shots', fewshot: 'shots' },
  ...{ shot: 'shots', 'number of shots': 'shots', tool: 'tools', 'tool use': 'tools', 'reasoning effort': 'effort' },
  ...{ cot: 'chain of thought', 'analysis method': 'method' },
}
const WORDS: Record<string, string> = {
  ...{ yes: 'on', true: 'on', on: 'on', enabled: 'on', no: 'off', false: 'off', off: 'off', disabled: 'off' },
}
const LONGEST_TOKEN = 60
const MOST_WORDS = 6

const known = new WeakMap<ClaimSetting, StatedFacts>()

/** Worked out once a setting object. Inferred and unstated fields state nothing. */
export function statedFacts(setting: ClaimSetting): StatedFacts {
  const before = known.get(setting)
  if (before) return before
  const facts = new Map<string, string>()
  const words = new Map<string, string>()
  const named = new Set<string>()
  const parsed: [string, string][] = []
  for (const { name, value, basis } of setting.protocol) {
    const field = fieldName(name)
    named.add(field)
    if (basis !== 'STATED' || value === null) continue
    words.set(field, fold(value))
    const token = isProse(field, value) ? undefined : comparable(field, value)
    if (token === undefined) parsed.push(...readFreeText(value))
    else facts.set(field, token)
  }
  const stated = setting.definition.find(({ name }) => name === 'edition')?.basis ?? 'STATED'
  if (setting.edition !== null) named.add('edition')
  if (setting.edition !== null && stated === 'STATED') {
    words.set('edition', fold(setting.edition))
    parsed.push(...readFreeText(setting.edition))
    const version = editionVersion(setting.edition)
    if (version !== undefined) facts.set('edition version', version)
  }
  // A field of its own says more than a word in a text; two texts that differ within one setting say nothing.
  const texts = new Map<string, string | null>()
  for (const [field, value] of parsed) texts.set(field, (texts.get(field) ?? value) === value ? value : null)
  for (const [field, value] of texts) if (value !== null && !facts.has(field)) facts.set(field, value)
  const result = { facts, words, named }
  known.set(setting, result)
  return result
}

/** How two stated values of one field relate; UNSURE where they may be one ("few" examples and 5). */
export function relate(field: string, a: string, b: string): 'SAME' | 'DIFFERENT' | 'UNSURE' {
  if (a === b) return 'SAME'
  const either = (value: string) => a === value || b === value
  if (field === 'shots' && either('few')) return either('0') || either('1') ? 'DIFFERENT' : 'UNSURE'
  if (field === 'tools' && (either('used') || either('on'))) return either('none') ? 'DIFFERENT' : 'UNSURE'
  return 'DIFFERENT'
}

function fieldName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return NAMES[plain] ?? plain
}

function isProse(field: string, value: string): boolean {
  return PROSE.has(field) || value.length > LONGEST_TOKEN || value.trim().split(/\s+/).length > MOST_WORDS
}

function comparable(field: string, value: string): string | undefined {
  const text = fold(value)
  if (field === 'shots') return shotsIn(text) ?? shotsIn(`${text} shots`) ?? text
  if (field === 'tools') return /^(?:none|no|false|off|without)\b/.test(text) ? 'none' : (WORDS[text] ?? text)
  const number = parseDecimal(text)
  return number ? canonicalDecimal(text) : (WORDS[text] ?? text)
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
