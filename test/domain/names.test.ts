// Names: rule 8 as a table of cases, and what folding never does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as names from '../../src/domain/names.ts'

/** How a name matches each of the candidates, every candidate being a model of its own. */
function matched(name: string, candidates: string[], listedTogether: names.ListedTogether = []): string[] {
  const known = candidates.map((candidate) => ({ name: candidate, model: candidate }))
  return names.matchName(name, known, { listedTogether }).map(({ how, model }) => `${how} ${model}`)
}

describe('matchName', () => {
  it.each([
    ['InternLM2-20B-Reward', 'internlm2-20b-reward'],
    ['InternLM2-20B-Reward', 'internLM2-20B-Reward'],
    ['InternLM2-20B-Reward', 'internlm/internlm2-20b-reward'],
    ['internlm/internlm2-20b-reward', 'InternLM2-20B-Reward'],
    ['Anthropic/x', 'anthropic/x'],
    ['01-ai/Yi-34B', 'yi-34b'],
  ])('folds %s and %s together', (name, other) => expect(matched(name, [other])).toEqual([`FOLDED ${other}`]))

  it.each([
    ['InternLM2-20B-Reward', ' InternLM2-20B-Reward  '],
    ['GPT‑4o', 'GPT-4o'],
    ['Claude 3 Opus', 'Claude\u00a03  Opus'],
    ['Cafe\u0301', 'Café'],
  ])('reads %j and %j as one text', (name, other) => expect(matched(name, [other])).toEqual([`ALIAS ${other}`]))

  it.each([
    ['opt-1.3b', 'opt-13b'],
    ['mbpp', 'mbpp+'],
    ['<128k', '>128k'],
    ['RewardBench', 'RewardBench 2'],
    ['InternLM2 20B', 'InternLM2-20B'],
    ['GRAM-R²', 'GRAM-R2'],
    ['InternLM2-20B', 'InternLM2-20B-Reward'],
    ['a1/x', 'b1/x'],
    ['w/o-CoT', 'o-CoT'],
    ['Claude 3.5 w/ tools', 'tools'],
    ['org/sub/x', 'x'],
  ])('keeps %s and %s apart', (name, other) => {
    expect(matched(name, [other])).toEqual([])
    expect(matched(other, [name])).toEqual([])
  })

  it('lists the exact name first, and each model once', () => {
    expect(matched('X-1', ['x-1', 'X-1', 'Y-1'])).toEqual(['ALIAS X-1', 'FOLDED x-1'])
    const twoNames = [
      { name: 'x-1', model: 7 },
      { name: 'X-1', model: 7 },
      { name: 'org/X-1', model: 7 },
    ]
    expect(names.matchName('X-1', twoNames)).toEqual([{ how: 'ALIAS', model: 7 }])
  })

  it('does not fold spellings that one source lists as rows of their own', () => {
    const rows = ['8b-Ita', '8b-ITA', 'other']
    expect(matched('8b-Ita', ['8b-ITA'], rows)).toEqual([])
    expect(matched('8b-Ita', ['8b-Ita', '8b-ITA'], rows)).toEqual(['ALIAS 8b-Ita'])
    expect(matched('8b-ita', ['8b-Ita', '8b-ITA'], rows)).toEqual([])
    expect(matched('OTHER', ['other'], rows)).toEqual(['FOLDED other'])
    expect(matched('x', ['org/x'], ['x', 'org/x'])).toEqual([])
  })

  it('folds spellings that only different sources list, and repeated rows', () => {
    expect(matched('8b-Ita', ['8b-ITA'], [['8b-Ita', '8b-Ita '], ['8b-ITA']])).toEqual(['FOLDED 8b-ITA'])
    expect(matched('8b-Ita', ['8b-ITA'], [['8b-Ita', '8b-ITA'], ['8b-ITA']])).toEqual([])
    expect(matched('Aa/x', ['aa/x'], ['aa/x', 'bb/x'])).toEqual(['FOLDED aa/x'])
  })

  it('matches a bare name with a prefixed one only where one prefix is known', () => {
    expect(matched('x', ['aa/x', 'bb/x'])).toEqual([])
    expect(matched('x', ['aa/x'], ['bb/X'])).toEqual([])
    expect(matched('aa/x', ['x', 'bb/x'])).toEqual([])
    expect(matched('x', ['aa/x', 'AA/X'])).toEqual(['FOLDED aa/x', 'FOLDED AA/X'])
    expect(matched('X', ['x', 'aa/x', 'bb/x'])).toEqual(['FOLDED x'])
  })

  it('is symmetric between two names, and never joins names that differ in more than case, prefix and white space', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aAbB12.-+<>/ '), maxLength: 8 })
    fc.assert(
      fc.property(name, name, (a, b) => {
        const kept = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
        const how = matched(a, [b]).map((match) => match.split(' ')[0])
        expect(matched(b, [a]).map((match) => match.split(' ')[0])).toEqual(how)
        if (how.length > 0) expect(kept(a).endsWith(kept(b)) || kept(b).endsWith(kept(a))).toBe(true)
        expect(kept(a) === kept(b) ? how.length : 1).toBe(1)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('settledMatch', () => {
  it('takes the only exact one, else the only folded one, else none', () => {
    const match = (how: 'ALIAS' | 'FOLDED', model: number) => ({ how, model })
    expect(names.settledMatch([match('ALIAS', 1), match('FOLDED', 2)])).toBe(1)
    expect(names.settledMatch([match('FOLDED', 2)])).toBe(2)
    expect(names.settledMatch([match('FOLDED', 2), match('FOLDED', 3)])).toBeNull()
    expect(names.settledMatch([match('ALIAS', 1), match('ALIAS', 2), match('FOLDED', 3)])).toBeNull()
    expect(names.settledMatch([])).toBeNull()
  })
})

describe('foldName', () => {
  it.each([
    ['Org/Name', 'org', 'name'],
    ['Name', null, 'name'],
    ['a/b/c', null, 'a/b/c'],
    ['w/o', null, 'w/o'],
    ['org/', null, 'org/'],
    ['  Qwen/Qwen3-8B (think) ', 'qwen', 'qwen3-8b (think)'],
    ['通义/千问', '通义', '千问'],
  ])('%j -> %s, %s', (name, prefix, folded) => expect(names.foldName(name)).toEqual({ prefix, folded }))

  it('folds what is folded no further', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        const { prefix, folded } = names.foldName(name)
        expect(names.foldName(prefix === null ? folded : `${prefix}/${folded}`)).toEqual({ prefix, folded })
        expect(names.tidyName(names.tidyName(name))).toBe(names.tidyName(name))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('identities', () => {
  it('of authors: kind and folded name', () => {
    expect(names.authorIdentity('PERSON', 'Ion  Stoica ')).toBe(names.authorIdentity('PERSON', 'ion stoica'))
    expect(names.authorIdentity('PERSON', 'Mistral')).not.toBe(names.authorIdentity('ORGANIZATION', 'Mistral'))
    expect(names.authorIdentity('PERSON', 'William Tang')).not.toBe(names.authorIdentity('PERSON', 'William Y. Tang'))
  })

  it('of models: case and prefix tell apart; of benchmarks: signs and numbers do, case does not', () => {
    expect(new Set(['8b-Ita', '8b-ITA', 'org/8b-Ita'].map(names.modelIdentity)).size).toBe(3)
    expect(names.modelIdentity(' 8b-Ita ')).toBe('8b-Ita')
    expect(new Set(['mbpp', 'mbpp+', 'RewardBench', 'RewardBench 2'].map(names.benchmarkIdentity)).size).toBe(4)
    expect(names.benchmarkIdentity('GSM8K')).toBe(names.benchmarkIdentity('gsm8k'))
  })
})
