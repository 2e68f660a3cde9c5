// The audits over the built-in catalogue: exactly these issues, each checked by hand against the captured pages.
import { expect, test } from 'vitest'
import { runAudits } from '../../src/auditing/run-audits.ts'
import { useDatabase } from '../support/database.ts'
import { wrongPairs } from '../support/kept-pairs.ts'
import { derivationsOf, issuesOf, wrongCounters } from './issues.ts'

const db = useDatabase('catalogue')

const computed = { origin: 'COMPUTED', state: 'OPEN', settingStated: false, found: true }
const issues = [
  // One table, rows of 2026-02 and 2025-07, neither with a setting of its own.
  {
    ...{ ...computed, kind: 'DISAGREEMENT', spread: '13.5' },
    claims: ['Claude-3.5-Sonnet Overall 61', 'Claude-3.5-Sonnet Overall 74.5'],
  },
  // The same table: 2026-02 and 2026-01 agree, 2025-07 doesn't.
  {
    ...{ ...computed, kind: 'DISAGREEMENT', spread: '0.6' },
    claims: ['GPT-4o Overall 72.5', 'GPT-4o Overall 72.5', 'GPT-4o Overall 73.1'],
  },
  // The page tells of both conflicts in one note: the audits bear it out, and repeat nothing.
  {
    ...{ ...computed, kind: 'DISAGREEMENT', origin: 'PUBLISHED', spread: null },
    claims: ['31.9', '32.4', '67.1', '67.7'].map((printed) => `InternLM2-Chat-20B ${printed}`),
  },
  // RM-Bench's leaderboard, quoted by the evidence page, against the survey table.
  {
    ...{ ...computed, kind: 'DISAGREEMENT', spread: '3.8' },
    claims: ['Internlm2-20b-reward Overall 72.1', 'internlm2-20b-reward Overall 68.3%'],
  },
  // HelpSteer3, Zephyr: (64.3 + 55.4 + 33.6 + 51.9) / 4 = 51.3; (30.3 + 56.9 + 81.7) / 3 = 56.3 fits.
  {
    ...{ ...computed, kind: 'AGGREGATE_MISMATCH', spread: '5.000' },
    claims: [
      ...['NLL-Asym Chat 64.3', 'NLL-Asym Overall 56.3', 'NLL-Asym domain in column 2 55.4'],
      ...['NLL-Asym domain in column 3 33.6', 'NLL-Asym domain in column 4 51.9'],
    ],
  },
  // HelpSteer3, Llama: (68.4 + 58.7 + 56.9 + 81.5) / 4 = 66.375, printed 66.6; (53.9 + 68.3 + 77.6) / 3 = 66.6 fits.
  {
    ...{ ...computed, kind: 'AGGREGATE_MISMATCH', spread: '0.225' },
    claims: [
      ...['NLL-Asym Chat 68.4', 'NLL-Asym Overall 66.6', 'NLL-Asym domain in column 2 58.7'],
      ...['NLL-Asym domain in column 3 56.9', 'NLL-Asym domain in column 4 81.5'],
    ],
  },
  // HelpSteer3, Llama: (41.3 + 71.3 + 80.2) / 3 = 64.27, printed 67.6; its domains give 67.575, which fits.
  {
    ...{ ...computed, kind: 'AGGREGATE_MISMATCH', spread: '3.333' },
    claims: ['NLL-Sym Easy 80.2', 'NLL-Sym Hard 41.3', 'NLL-Sym Normal 71.3', 'NLL-Sym Overall 67.6'],
  },
]

test('the catalogue has these issues and no others', async () => {
  expect(await issuesOf(db)).toEqual(issues)
  expect(await wrongCounters(db)).toEqual([])
  expect(await wrongPairs(db)).toEqual([])
})

test('what is left out is what the rows with other methods, backbones or versions print', async () => {
  // 70 rows whose domains and 35 rows whose levels give the overall; nothing is a copy of what was read in its source.
  const derivations = await derivationsOf(db)
  expect(derivations.filter((told) => told.includes('mean(Chat, '))).toHaveLength(70)
  expect(derivations.filter((told) => told.includes('mean(Hard, '))).toHaveLength(35)
  expect(derivations).toHaveLength(105)
})

test('an audit of everything finds the same, and writes nothing', async () => {
  const before = await db.pool.query('SELECT count(*)::int AS acts FROM act')
  const summary = await runAudits(db, { touched: 'all' })
  expect(summary).toEqual({
    issues: { found: 8, opened: 0, reopened: 0, updated: 0, closed: 0, borneOut: 1 },
    rederived: 0,
    act: null,
  })
  expect((await db.pool.query('SELECT count(*)::int AS acts FROM act')).rows).toEqual(before.rows)
  expect(await issuesOf(db)).toEqual(issues)
})

test('each issue is open to the model, benchmark, setting and sources it concerns, and tells when it was found', async () => {
  const { rows } = await db.pool.query(
    `SELECT count(DISTINCT s.model_id)::int AS models, count(DISTINCT s.benchmark_id)::int AS benchmarks,
       count(DISTINCT s.source_id)::int AS sources, a.kind, c.field, c.before, c.after
     FROM note n JOIN note_subject s ON s.note_key = n.key JOIN act a ON a.id = n.act_id JOIN change c ON c.note_key = n.key
     WHERE n.origin = 'COMPUTED' AND n.kind = 'DISAGREEMENT' AND n.spread = 3.8 GROUP BY a.kind, c.id`,
  )
  // Three sources: the leaderboard paper, the page that quotes it, the survey page.
  const change = { kind: 'AUDIT', field: 'state', before: null, after: 'OPEN' }
  expect(rows).toEqual([{ models: 1, benchmarks: 1, sources: 3, ...change }])
})
