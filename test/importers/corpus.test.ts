// Real dumps, where they lie beside the repository (../shared/corpus): the whole corpus in one import, and its known traps.
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DumpAccount } from '../../src/importers/dump/import-dump.ts'
import type { ImportResult } from '../../src/importers/import-files.ts'
import { useDatabase } from '../support/database.ts'
import { selectFrom } from './bundles.ts'
import { importAll } from './dumps.ts'

const corpus = '../shared/corpus'
const there = existsSync(corpus)
if (!there) console.warn(`SKIPPED: test/importers/corpus.test.ts needs the corpus at ${corpus}, which is not there.`)

describe.skipIf(!there)('the corpus', () => {
  const db = useDatabase()
  const select = selectFrom(db)
  let results: ImportResult[] = []
  const options = { asOf: '2026-11-30', withoutAudits: true }
  beforeAll(async () => {
    results = await importAll(db, 'auto', [corpus], options)
  }, 300_000)
  const accounts = () =>
    results.flatMap((result) => (result.outcome === 'IMPORTED' ? [result.account as DumpAccount] : []))
  const sums = (all: DumpAccount[]) => {
    const byFormat: Record<string, [number, number, number]> = {}
    for (const { format, rows } of all) {
      const [accepted, duplicates, rejected] = byFormat[format] ?? [0, 0, 0]
      byFormat[format] = [accepted + rows.accepted, duplicates + rows.duplicates, rejected + rows.rejected]
    }
    return byFormat
  }

  test('every row ends as accepted, duplicate or rejected', () => {
    expect(sums(accounts())).toEqual({
      'benchmark-radar': [271, 0, 0],
      // Five rows name no model.
      epoch: [3273, 5, 5],
      // Live Code Bench Pro has two runs twice, with one equal value each.
      'every-eval-ever': [5799, 2, 0],
      'llm-stats': [2224, 0, 0],
      'lm-eval': [7634, 0, 0],
      // Seventy rows have an empty name.
      'papers-with-code': [1118, 0, 70],
    })
    for (const { rejections } of accounts())
      for (const { file, line } of rejections) expect([file, line]).toEqual([expect.any(String), expect.any(Number)])
  })

  test('what is not taken is named, with the reason', () => {
    expect(
      results.flatMap((result) => (result.outcome === 'NOT_RECOGNISED' ? [result.file.split('/').at(-1)] : [])).sort(),
    ).toEqual([
      ...[
        'LICENCES.md',
        'LICENSE',
        'README.md',
        'benchmark_optim.csv',
        'distilled_models.csv',
        'eval.schema-0.2.x.json',
        'eval.schema-0.3.0.json',
      ],
    ])
    expect(results.filter(({ outcome }) => outcome === 'REFUSED')).toEqual([])
  })

  test('imported again, nothing changes', async () => {
    const again = await importAll(db, 'auto', [corpus], options)
    for (const result of again)
      if (result.outcome === 'IMPORTED')
        expect([result.account.file, result.account.alreadyImported]).toEqual([result.account.file, true])
  }, 300_000)

  const printed = async (model: string, benchmark: string) =>
    (
      await select(
        `SELECT o.printed FROM observation o JOIN model m ON m.id = o.model_id JOIN benchmark b ON b.id = o.benchmark_id
         WHERE m.name = $1 AND b.name = $2 ORDER BY o.printed`,
        ...[model, benchmark],
      )
    ).map((row) => row.printed)

  test('values that contradict each other are all there', async () => {
    expect(await printed('mistral-small-3.2-24b-instruct-2506', 'GPQA')).toEqual(['0.4422', '0.4613'])
    expect(await printed('o3-2025-04-16', "Humanity's Last Exam")).toEqual(['0.147', '0.202', '0.243'])
    expect(await printed('claude-instant-1.2', 'MMLU')).toEqual(['0.631', '68.8%', '73.2%'])
    expect(await printed('falcon-7b', 'MMLU')).toEqual(
      expect.arrayContaining(['35.0%', '26.2%', '26.2%', '26.0%', '26.9%']),
    )
  })

  test('names: what is not one model is not joined, what is one is', async () => {
    const owners = async (...names: string[]) =>
      Object.fromEntries(
        (await select('SELECT DISTINCT a.name, a.model_id FROM alias a WHERE a.name = ANY($1::text[])', names)).map(
          ({ name, model_id }): [string, number] => [name, model_id],
        ),
      )
    const apart = [
      ...[
        'opt-1.3b',
        'opt-13b',
        'DeepMount00/Llama-3.1-8b-Ita',
        'DeepMount00/Llama-3.1-8b-ITA',
        'Quazim0t0/ODB-14B-sce',
        'Quazim0t0/ODB-14b-sce',
      ],
    ]
    const found = await owners(...apart)
    expect(Object.keys(found)).toHaveLength(apart.length)
    expect(new Set(Object.values(found)).size).toBe(apart.length)
    const same = await owners(
      'Anthropic/claude-3-opus-20240229',
      'anthropic/claude-3-opus-20240229',
      'claude-3-opus-20240229',
    )
    expect([Object.keys(same).length, new Set(Object.values(same)).size]).toEqual([3, 1])
    expect(new Set(Object.values(await owners('opt-1.3b', 'facebook/opt-1.3b'))).size).toBe(1)
    const benchmarks = (
      await select("SELECT name FROM benchmark WHERE lower(name) IN ('rewardbench', 'rewardbench 2', 'mbpp', 'mbpp+')")
    ).map(({ name }) => name)
    expect(benchmarks.sort()).toEqual(expect.arrayContaining(['RewardBench', 'RewardBench 2']))
  })

  test('sentinels are gaps, dashes are gaps, literals are literals', async () => {
    expect(
      await select(
        "SELECT code, count(*)::int AS count FROM note WHERE code IN ('not-run', 'ties-not-scored') GROUP BY code ORDER BY code",
      ),
    ).toEqual([
      { code: 'not-run', count: 1 },
      { code: 'ties-not-scored', count: 6 },
    ])
    expect(
      await select(
        "SELECT count(*)::int AS count FROM observation o JOIN source s ON s.id = o.source_id WHERE s.title LIKE 'helm%' AND o.value < 0",
      ),
    ).toEqual([{ count: 0 }])
    expect(
      (
        await select(
          "SELECT printed FROM observation WHERE reported_name = 'facebook/opt-1.3b' AND locator_row = 'hendrycksTest-high_school_chemistry' AND locator_column = 'acc'",
        )
      )[0],
    ).toEqual({ printed: '0.24630541871921183' })
  })

  test('shots are read out of every wording', async () => {
    const wordings = await select(
      `SELECT DISTINCT p->>'value' AS method, (SELECT q->>'value' FROM jsonb_array_elements(t.protocol) q WHERE q->>'name' = 'shots') AS shots
       FROM setting t, jsonb_array_elements(t.protocol) p WHERE p->>'name' = 'method' AND p->>'value' ~* '\\m(\\d+|zero|few|five)[ -]?shots?\\M'`,
    )
    expect(wordings.length).toBeGreaterThan(40)
    expect(wordings.filter(({ shots }) => shots === null).map(({ method }) => method)).toEqual([])
  })
})
