// Pages that are machine-readable as they were saved: a profile in Markdown, and a leaderboard's table.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import judgeBench from '../fixtures/judgebench-internlm2-20b-reward.json' with { type: 'json' }
import rmBench from '../fixtures/rm-bench-cells.json' with { type: 'json' }
import { useDatabase } from '../support/database.ts'
import { clear, selectFrom } from './bundles.ts'
import { importOne, useFolders } from './dumps.ts'

const db = useDatabase()
const select = selectFrom(db)
const folder = useFolders()
beforeEach(() => clear(db))
const quiet = { withoutAudits: true, asOf: '2026-11-08' }

describe('a small leaderboard', () => {
  const page = `Judging on TinyBench (test)
Evaluation results
| Method | Links | |||
|---|---|---|---|---|
| Alpha (full)Judge Backbone=Base-8B, Training Dataset=Set2026.06 | 84.10 | — | 7.5 | |
| BetaModel Type=Open Reward Model2025.07 | — | 69.2 | — | |
`

  test('takes name, attributes and date apart, keeps texts, and makes dashes gaps', async () => {
    const account = await importOne(db, 'auto', [await folder({ 'page.md': page })], quiet)
    expect(account).toMatchObject({ format: 'leaderboard-table', rows: { rejected: 0 } })
    expect(
      await select(`SELECT reported_name AS name, printed, published_at AS date,
        (SELECT string_agg(p->>'name' || '=' || (p->>'value'), ', ') FROM jsonb_array_elements(configuration) p) AS configuration,
        (SELECT string_agg(p->>'name' || '=' || (p->>'value'), ', ') FROM jsonb_array_elements(labels) p) AS labels
        FROM observation ORDER BY reported_name, printed`),
    ).toEqual([
      ...['7.5', '84.10'].map((printed) => ({
        ...{ name: 'Alpha (full)', printed, date: '2026-06' },
        ...{ configuration: 'Judge Backbone=Base-8B, Training Dataset=Set', labels: null },
      })),
      { name: 'Beta', printed: '69.2', date: '2025-07', configuration: null, labels: 'Model Type=Open Reward Model' },
    ])
    expect(
      await select("SELECT count(*)::int AS n FROM note WHERE type = 'NOT_PUBLISHED' AND placeholder = '—'"),
    ).toEqual([{ n: 3 }])
  })
})

const seeds = '../shared/seeds'
const there = existsSync(seeds)
if (!there) console.warn(`SKIPPED: parts of test/importers/saved-pages.test.ts need the captured pages at ${seeds}.`)

describe.skipIf(!there)('the captured pages', () => {
  const seed = async (start: string) =>
    join(seeds, (await readdir(seeds)).find((name) => name.startsWith(start)) ?? `no page ${start}`)
  const printed = async () =>
    (await select('SELECT printed FROM observation')).map((row) => row.printed as string).sort()

  test('the leaderboard: all its numbers as claims, all its dashes as gaps', async () => {
    const account = await importOne(db, 'auto', [await seed('004')], quiet)
    expect(account).toMatchObject({ format: 'leaderboard-table', rows: { rejected: 0 } })
    const cells = rmBench.flatMap((row) => row.cells)
    expect(await printed()).toEqual(cells.filter((text) => text !== '—').sort())
    const [gaps] = await select(
      "SELECT count(*)::int AS n FROM note WHERE type = 'NOT_PUBLISHED' AND placeholder = '—'",
    )
    expect(gaps?.n).toBe(cells.filter((text) => text === '—').length)
  })

  test('the profile: the ten scores of its two tables', async () => {
    const account = await importOne(db, 'auto', [await seed('000')], quiet)
    expect(account).toMatchObject({ format: 'benchlm', rows: { rejected: 0 } })
    const scores = judgeBench.tables.flatMap((table) => table.rows.flat().filter((text) => /^\d+\.\d+$/.test(text)))
    expect(await printed()).toEqual(scores.sort())
  })
})
