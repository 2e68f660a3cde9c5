// The order in which pages arrive makes no difference to nodes, slugs, matches and counts.
import { beforeEach, describe, expect, test } from 'vitest'
import { importBuiltIn } from '../../src/importers/built-in.ts'
import { importBundleFile } from '../../src/importers/import-bundle-file.ts'
import { useDatabase } from '../support/database.ts'
import { clear, dump, importText, page, permutations, rows } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))

const model = (yaml: string) => `models:\n  m: {${yaml}}\n`
const scenarios: Record<string, string[]> = {
  'one source lists two spellings that others use for one model': [
    page('Both', rows('8b-Ita = 61.0', '8b-ITA = 62.0')),
    page('Lower', rows('8b-Ita = 63.0', 'x = 1')),
    page('Upper', rows('8B-ITA = 64.0', '8b-Itas = 2')),
  ],
  'benchmarks and models that meet in one slug': [
    page('A', rows('mbpp+ = 1'), { benchmarks: 'b: {name: mbpp+}' }),
    page('B', rows('mbpp plus = 2'), { benchmarks: 'b: {name: mbpp plus}' }),
    page('C', rows('mbpp = 3', 'mbpp-plus = 4'), { benchmarks: 'b: {name: mbpp}\nc: {name: MBPP+}' }),
  ],
  'spellings and prefixes of one model': [
    page('A', rows('InternLM2-20B-Reward = 1')),
    page(
      'B',
      `${model('name: internlm/internlm2-20b-reward, family: InternLM2')}${rows('internlm/internlm2-20b-reward = 2')}`,
    ),
    page('C', rows('internLM2-20B-Reward = 3')),
  ],
  'a second organisation with a model of the same name': [
    page('A', rows('llama-7b = 1')),
    page('B', rows('meta/llama-7b = 2')),
    page('C', rows('other/Llama-7B = 3')),
  ],
  'an alias that joins two names known apart': [
    page('A', rows('Foo = 1')),
    page('B', rows('Barbar = 2')),
    page('C', `${model('name: Foo, aliases: [Barbar]')}${rows('Barbar = 3')}`),
  ],
  'developers, measurers, chosen slugs and authors that come later': [
    page(
      'A',
      `authors: {lab: {name: Lab, kind: ORGANIZATION}}
${model('name: Foo, developers: [lab]')}`,
      { sources: 'paper: {kind: PAPER, title: The Paper, arxivId: 2410.12784, version: v1, authors: [Ann Lee]}' },
    ),
    page(
      'B',
      `authors: {lab: {name: Lab, kind: ORGANIZATION}, team: {name: A Team, kind: ORGANIZATION}}
${model('name: foo, developers: [team]')}
observations:
  - {model: m, setting: mmlu, printed: 1, measuredBy: [lab]}`,
      {
        sources:
          'paper: {kind: PAPER, title: the paper, arxivId: 2410.12784, version: v1, slug: our-paper, authors: [Ann Lee, Bo Ek]}',
      },
    ),
    page(
      'C',
      `authors: {other: {name: Other, kind: ORGANIZATION}}
observations:
  - {reportedName: FOO, setting: mmlu, printed: 1.50, measuredBy: [other], id: a}
  - {reportedName: Foo, setting: mmlu, printed: 2, source: paper, id: b}
notes:
  - {issue: DISAGREEMENT, code: differ, text: They differ., subjects: [{observation: a}, {observation: b}]}`,
      { sources: 'paper: {kind: PAPER, title: The paper, arxivId: 2410.12784, version: v1, publishedAt: 2026-01}' },
    ),
  ],
}

describe.each(Object.entries(scenarios))('%s', (_, texts) => {
  test('comes out the same in every order', async () => {
    let first: unknown
    for (const order of permutations(texts.map((text, index) => ({ text, file: `${index}.yaml` })))) {
      await clear(db)
      for (const { text, file } of order) {
        const ledger = await importText(db, text, file)
        expect(ledger.rejections, order.map((item) => item.file).join()).toEqual([])
      }
      const state = await dump(db)
      first ??= state
      expect(state, order.map(({ file }) => file).join()).toEqual(first)
    }
  })
})

test('the catalogue comes out the same backwards', async () => {
  const ledgers = await importBuiltIn(db, { info() {}, warn() {} })
  const forwards = await dump(db)
  await clear(db)
  for (const { file } of ledgers.reverse()) await importBundleFile(db, file)
  expect(await dump(db)).toEqual(forwards)
})
