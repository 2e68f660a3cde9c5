// Coverage and statements: the counts the pages print, and sentences that say no more than the graph.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage } from '../../src/domain/coverage.ts'
import { type StatementInput, statements } from '../../src/domain/statements.ts'
import { count, list, ordinal } from '../../src/domain/wording.ts'
import { claimsOfFile } from './claims.ts'

const unknown = () => 'UNKNOWN' as const

describe('coverage', () => {
  it('counts 3 benchmarks, 3 reported results and 3 sources on the evidence page', () => {
    const lost = [{ note: 'ppe-score-lost', benchmark: 'ppe-preference-proxy-evaluations', source: 'how-to-evaluate' }]
    const found = coverage('internlm2-20b-reward', claimsOfFile('internlm2-20b-reward-evidence'), unknown, 0, lost)
    expect(found).toEqual({
      ...{ benchmarks: 2, observations: 2, sources: 2, settings: 2, thirdParty: 0, leads: 0 },
      byEvidence: [{ evidence: 'BENCHMARK_MAINTAINER', count: 2 }],
      reported: { benchmarks: 3, results: 3, sources: 3 },
    })
  })

  it('counts 6 scores on 6 benchmarks from two reports on the tracker page', () => {
    const found = coverage('internlm-20b', claimsOfFile('internlm-20b'), unknown, 0)
    expect(found).toMatchObject({ benchmarks: 6, observations: 6, sources: 2, thirdParty: 0 })
    expect(found.byEvidence).toEqual([{ evidence: 'OTHER_DEVELOPER', count: 6 }])
  })

  it('counts third parties by their party, and no claims of others', () => {
    const claims = claimsOfFile('rm-bench')
    const own = claims.filter(({ model }) => model === 'eval-skill-workflow-only')
    const party = (key: string) => (key === own[0]?.key ? 'THIRD' : 'FIRST')
    const found = coverage('eval-skill-workflow-only', claims, party, 3)
    expect(found).toMatchObject({ observations: own.length, thirdParty: 1, leads: 3 })
    expect(own.length).toBeLessThan(claims.length)
  })
})

const score = (n: number, thirdParty = false) => ({ observation: `o${n}`, benchmark: `b${n}`, source: 's', thirdParty })
const place = {
  ...{
    setting: 't',
    label: 'RM-Bench, Chat',
    unit: '%',
    observation: 'o1',
    configuration: null,
    rank: 2,
    of: 14,
    models: 14,
    tied: false,
    contested: false,
  },
  ...{ gap: '1.4', leader: 'o9', leaderName: 'Eval-Skill' },
}
const input = (fields: Partial<StatementInput>): StatementInput => ({
  ...{ model: { slug: 'm', name: 'M' }, scores: [], standings: [], conflicts: [], lost: [] },
  ...fields,
})
const texts = (fields: Partial<StatementInput>) => statements(input(fields)).map(({ text }) => text)

describe('statements', () => {
  it('counts scores and who measured them', () => {
    expect(texts({ scores: [1, 2, 3, 4, 5, 6].map((n) => score(n)) })).toEqual([
      'M has 6 scores on 6 benchmarks, from 1 source.',
      '0 of 6 scores are stated to be independently measured.',
    ])
    expect(texts({ scores: [score(1, true), score(2)] })[1]).toBe(
      '1 of 2 scores is stated to be independently measured.',
    )
    expect(texts({ scores: [score(1, true)] })[1]).toBe('1 of 1 score is stated to be independently measured.')
  })

  it.each([
    [{}, 'M ranks 2nd of 14 on RM-Bench, Chat, 1.4 points behind Eval-Skill.'],
    [{ gap: '1' }, 'M ranks 2nd of 14 on RM-Bench, Chat, 1 point behind Eval-Skill.'],
    [{ unit: null }, 'M ranks 2nd of 14 on RM-Bench, Chat, 1.4 behind Eval-Skill.'],
    [{ unit: 'Elo', gap: '31' }, 'M ranks 2nd of 14 on RM-Bench, Chat, 31 Elo behind Eval-Skill.'],
    [{ rank: 1, gap: '0', leader: 'o1' }, 'M ranks 1st of 14 on RM-Bench, Chat.'],
    [{ configuration: 'Scaling=4' }, 'M (Scaling=4) ranks 2nd of 14 on RM-Bench, Chat, 1.4 points behind Eval-Skill.'],
    [{ tied: true }, 'M ranks 2nd of 14 on RM-Bench, Chat, a shared place, 1.4 points behind Eval-Skill.'],
    [
      { contested: true },
      'M ranks 2nd of 14 on RM-Bench, Chat, 1.4 points behind Eval-Skill; its own values there disagree.',
    ],
  ])('says where it stands: %j', (fields, text) => {
    expect(texts({ standings: [{ ...place, ...fields }] })[1]).toBe(text)
  })

  it('says nothing of ranks that are none', () => {
    expect(
      texts({
        standings: [
          { ...place, rank: null },
          { ...place, models: 1 },
        ],
      }),
    ).toEqual([])
    expect(texts({ standings: [{ ...place, rank: 1 }, place] })[0]).toBe(
      'M leads in 1 of 1 setting in which it is ranked against others.',
    )
  })

  it('rests each sentence on the nodes it is about', () => {
    const conflict = { note: 'n', subject: 'MATH, score', observations: ['o1', 'o2'], prints: ['31.9', '32.4'] }
    const found = statements(
      input({ scores: [score(1)], standings: [place], conflicts: [conflict], lost: [{ note: 'l', subject: 'PPE' }] }),
    )
    expect(found.map(({ text, basis }) => [text.slice(0, 12), basis.map(({ type, key }) => `${type} ${key}`)])).toEqual(
      [
        ['M has 1 scor', ['Model m', 'Benchmark b1', 'Source s']],
        ['0 of 1 score', ['Model m', 'Observation o1']],
        ['M leads in 0', ['Model m', 'Setting t']],
        ['M ranks 2nd ', ['Setting t', 'Observation o1', 'Observation o9']],
        ['Published va', ['UnresolvedIssue n', 'Observation o1', 'Observation o2']],
        ['A score on P', ['NotPublished l']],
      ],
    )
    expect(found[4]?.text).toBe('Published values disagree on MATH, score: 31.9 and 32.4.')
  })
})

describe('wording', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [102, '102nd'],
    [111, '111th'],
  ])('%i: %s', (n, text) => expect(ordinal(n)).toBe(text))

  it('agrees with the rules of English that Intl knows', () => {
    const rules = new Intl.PluralRules('en', { type: 'ordinal' })
    const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
    fc.assert(fc.property(fc.nat(), (n) => ordinal(n) === `${n}${endings[rules.select(n)]}`))
  })

  it('counts and lists', () => {
    expect([count(0, 'score'), count(1, 'score'), count(2, 'entry', 'entries')]).toEqual([
      '0 scores',
      '1 score',
      '2 entries',
    ])
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(list)).toEqual(['', 'a', 'a and b', 'a, b and c'])
  })
})
