// What bundles declare of benchmarks: kept once, filled in by later files, and contradictions rejected.
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { declaredBy, joinRules, type ScoreRule } from '../../src/domain/score-structure.ts'
import { useDatabase } from '../support/database.ts'
import { clear, importText, page, permutations, selectFrom } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))

const declared = async () =>
  (await selectFrom(db)(`SELECT choices, structure, style_trait, composite_index FROM benchmark WHERE slug = 'arc'`))[0]
const arc = (fields: string) =>
  page(`Page ${fields}`, '', { benchmarks: `arc: {name: ARC${fields ? `, ${fields}` : ''}}` })
const mean = (whole: string, ...parts: string[]): ScoreRule => ({ kind: 'mean', whole, parts })

test('later files fill in what earlier ones leave open, in any order', async () => {
  const files = [
    'choices: 4',
    'structure: [{whole: All, parts: [A, B]}]',
    'styleTrait: true, errorMetric: error rate',
    '',
  ]
  for (const order of permutations(files)) {
    await clear(db)
    for (const fields of order) expect((await importText(db, arc(fields))).rejections, order.join(' | ')).toEqual([])
    expect(await declared(), order.join(' | ')).toEqual({
      choices: 4,
      structure: [{ kind: 'complement', of: 'error rate' }, mean('All', 'A', 'B')],
      style_trait: true,
      composite_index: false,
    })
  }
})

test.each([
  ['choices: 4', 'choices: 5', 'benchmarks.arc.choices'],
  [
    'structure: [{whole: All, parts: [A, B]}]',
    'structure: [{whole: all, parts: [A, B, C]}]',
    'benchmarks.arc.structure',
  ],
  ['errorMetric: error rate', 'errorMetric: wer', 'benchmarks.arc.structure'],
  ['elo: {from: 500, to: 2500}', 'elo: {from: 0, to: 1}', 'benchmarks.arc.structure'],
])('%s stays where a later file says %s', async (first, second, field) => {
  await importText(db, arc(first))
  const before = await declared()
  const { rejections, kinds } = await importText(db, arc(second))
  expect(rejections).toMatchObject([{ field, reason: expect.stringContaining('what is known is not overwritten') }])
  expect(kinds.benchmark.rejected).toBe(1)
  expect(await declared()).toEqual(before)
})

test.each([
  ['choices: 1', 'benchmarks.arc.choices'],
  ['structure: [{whole: All, parts: [A]}]', 'benchmarks.arc.structure[0].parts'],
  ['structure: [{whole: All, parts: [A, A]}]', 'benchmarks.arc.structure[0].parts'],
  ['structure: [{whole: All, parts: [A, B], kind: median}]', 'benchmarks.arc.structure[0].kind'],
  ['styleTrait: false', 'benchmarks.arc.styleTrait'],
  ['elo: {from: 1, to: 1}', 'benchmarks.arc.elo'],
])('%s is no declaration', async (fields, field) => {
  await expect(importText(db, arc(fields))).rejects.toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ field })]),
  })
})

describe('joining rules', () => {
  const rule = fc.oneof(
    fc.record({
      kind: fc.constant('mean' as const),
      whole: fc.constantFrom('All', 'all', 'Hard'),
      parts: fc.uniqueArray(fc.constantFrom('A', 'B', 'c', 'C'), {
        minLength: 2,
        selector: (part) => part.toLowerCase(),
      }),
    }),
    fc.record({ kind: fc.constant('complement' as const), of: fc.constantFrom('wer', 'error rate') }),
  )
  test('is the same in either order, and joining again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), fc.array(rule, { maxLength: 3 }), (a, b) => {
        const joined = joinRules(a, b)
        expect(joinRules(b, a)).toEqual(joined)
        if (joined) expect(joinRules(joined, b)).toEqual(joined)
      }),
    )
  })
  test('two means of one whole stand side by side: RM-Bench', () => {
    const rules = [mean('Overall', 'Hard', 'Normal', 'Easy'), mean('Overall', 'Chat', 'Math', 'Code', 'Safety')]
    expect(joinRules(rules.slice(0, 1), rules.slice(1))).toHaveLength(2)
    const { structures, form } = declaredBy('rm-bench', { choices: null, structure: rules })
    expect(structures.map(({ of, parts }) => [of, parts.length])).toEqual([
      ...[
        ['Overall', 3],
        ['Overall', 4],
      ],
    ])
    expect(form).toEqual({ benchmark: 'rm-bench', choices: null, elo: null, errorMetric: null })
  })
})
