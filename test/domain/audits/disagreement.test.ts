// The audit of disagreements: what it finds in the catalogue, and what only looks like a conflict.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDisagreements } from '../../../src/domain/audits/disagreement.ts'
import type { Claim } from '../../../src/domain/claim.ts'
import { indexDerivations } from '../../../src/domain/derivation-links.ts'
import { claim, claimsOfFile, setting, source, stated } from '../claims.ts'

const from = (slug: string, printed: string, fields: Partial<Claim> = {}) =>
  claim(printed, { source: source(slug), ...fields })
const shots = (n: string | null) => setting({ protocol: stated({ shots: n }) })

describe('findDisagreements', () => {
  it('finds five conflicts in the built-in catalogue', () => {
    const files = [
      'rm-bench',
      'internlm-20b',
      'internlm2-chat-20b',
      'internlm2-20b-reward-evidence',
      'judgebench-internlm2-20b-reward',
    ]
    const found = findDisagreements(files.flatMap(claimsOfFile))
    expect(
      found.map(({ text, spread, observations }) => [text.split(' the values')[0], spread, observations.length]),
    ).toEqual([
      ['For Claude-3.5-Sonnet on RM-Bench, Overall, accuracy', '13.5', 2],
      ['For GPT-4o on RM-Bench, Overall, accuracy', '0.6', 3],
      ['For internlm2-20b-reward on RM-Bench, Overall, accuracy', '3.8', 2],
      ['For InternLM2-Chat-20B on HumanEval, score', '0.6', 2],
      ['For InternLM2-Chat-20B on MATH, score', '0.5', 2],
    ])
    expect(found.every(({ settingStated }) => !settingStated)).toBe(true)
  })

  it('finds 62.9 (shots not stated) against 52.6 (8-shot), marked so, as one conflict with what joins it', () => {
    const [yi, qwen] = [from('yi', '62.9', { setting: shots(null) }), from('qwen', '52.6', { setting: shots('8') })]
    const [found] = findDisagreements([yi, qwen])
    expect(found).toMatchObject({ kind: 'DISAGREEMENT', settingStated: false, spread: '10.3' })
    expect(found?.text).toBe(
      'For m on gsm8k, accuracy the values differ by more than rounding: yi prints 62.9; qwen prints 52.6. ' +
        'Their settings are not stated in full.',
    )
    const more = findDisagreements([yi, qwen, from('x', '43.4', { setting: shots('4') })])
    expect(more.map(({ identity, observations }) => [identity, observations.length])).toEqual([[found?.identity, 3]])
  })

  it('keeps conflicts under different stated protocols apart', () => {
    const at = (n: string, ...values: string[]) => values.map((value, i) => from(`s${i}`, value, { setting: shots(n) }))
    const found = findDisagreements([...at('0', '40.0', '42.0'), ...at('5', '60.0', '63.0')])
    expect(found.map(({ spread, settingStated }) => [spread, settingStated])).toEqual([
      ['2.0', true],
      ['3.0', true],
    ])
    expect(new Set(found.map(({ identity }) => identity)).size).toBe(2)
  })

  const named = (reportedName: string, printed: string) => from('helm', printed, { reportedName })
  const bare = shots(null)
  const inName = (shot: string, printed: string) => [from('g', printed, { reportedName: `m ${shot}`, setting: bare })]
  it.each<[string, Claim[]]>([
    ['rounding', [from('a', '63.4'), from('b', '63.43'), from('c', '63.43')]],
    ['configurations', ['79.8', '81.9', '83.2'].map((v, i) => from('a', v, { configurationKey: `scaling ${i}` }))],
    ['shots', [from('a', '62.9', { setting: shots('5') }), from('b', '52.6', { setting: shots('8') })]],
    ['rows that one source names differently', [named('Llama 2 (70B)', '48.4'), named('Llama 2 (7B)', '13.3')]],
    [
      'rows that one source tells apart by setting',
      [from('a', '86.7', { setting: shots('10') }), from('a', '84.4', { setting: shots(null) })],
    ],
    ['cells of one row', ['48.4', '51.2'].map((v) => from('a', v, { table: 't', row: '1' }))],
    ['runs on two days', ['48.4', '51.2'].map((v, i) => from('log', v, { measuredAt: `2026-01-0${i + 1}` }))],
    ['runs in two logs', ['48.4', '51.2'].map((v, i) => from('log', v, { locatorTable: `run ${i}.json` }))],
    ['a page read on two days', ['48.4', '51.2'].map((v, i) => from('b', v, { retrievedAt: `2026-01-0${i + 1}` }))],
    ['a difference within the stated errors', [from('a', '60.0 ± 1.0'), from('b', '62.0')]],
    ['repeated runs within theirs', ['60.0', '62.0'].map((v, i) => from('a', `${v} ± 1.0`, { locatorTable: `${i}` }))],
    [
      'sizes of models',
      ['13.4M', '34M'].map((v) => from(v, v, { setting: setting({ metric: 'Number of params', unit: null }) })),
    ],
    [
      'rows that tell shots in their names',
      [from('a', '68.8', { setting: bare }), ...inName('(Zero-shot)', '68.8'), ...inName('(One-shot)', '71.2')],
    ],
    [
      'versions of one paper',
      ['v1', 'v2'].map((v, i) => claim(`6${i}.0`, { source: source(v, { work: 'w', version: v }) })),
    ],
    [
      'what a third claim explains',
      [
        from('a', '53.0', { setting: shots(null) }),
        from('b', '60.1', { setting: shots('1') }),
        from('c', '53.0', { setting: shots('0') }),
      ],
    ],
    ['a retracted value', [from('a', '60.0', { status: 'RETRACTED' }), from('b', '50.0')]],
    ['a quotation of what was read itself', [from('a', '62.1'), from('a', '61.2', { readFrom: 'survey' })]],
    ['a fraction and a percentage', [from('a', '0.813', { setting: setting({ unit: null }) }), from('b', '81.9')]],
  ])('sees no conflict in %s', (_, claims) => expect(findDisagreements(claims)).toEqual([]))

  it('finds repeated runs that differ by more than they state, as in two logs', () => {
    const runs = ['60.0', '65.0'].map((v, i) => from('log', `${v} ± 1.0`, { locatorTable: `run ${i}.json` }))
    expect(findDisagreements(runs)).toHaveLength(1)
  })

  it('never counts a claim that follows from another', () => {
    const [paper, page, other] = [from('paper', '80.3'), from('page', '60.6'), from('other', '80.3')]
    const derived = indexDerivations([{ observation: page.key, from: [paper.key], kind: 'NORMALIZED' }])
    expect(findDisagreements([paper, page, other], derived)).toEqual([])
    expect(findDisagreements([paper, page, other])).toHaveLength(1)
  })

  it('finds the same in any order, each claim in one conflict at most, and each conflict with two values', () => {
    const one = fc.record({
      printed: fc.constantFrom('50.0', '50.04', '51.0', '52.0', '60.6'),
      slug: fc.constantFrom('a', 'b', 'c'),
      n: fc.constantFrom('0', '5', null),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (list) => {
        const claims = list.map(({ printed, slug, n }) => from(slug, printed, { setting: shots(n) }))
        const found = findDisagreements(claims)
        expect(findDisagreements([...claims].reverse())).toEqual(found)
        const keys = found.flatMap(({ observations }) => observations)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { observations } of found) expect(observations.length).toBeGreaterThan(1)
      }),
    )
  })
})
