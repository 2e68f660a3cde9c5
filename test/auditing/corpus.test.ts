// What the audits find in real dumps (../shared/corpus) beside the catalogue: a sample checked by hand, and what must be found.
import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { runAudits } from '../../src/auditing/run-audits.ts'
import { importAll } from '../importers/dumps.ts'
import { useDatabase } from '../support/database.ts'
import { derivationsOf } from './issues.ts'

interface Checked {
  format: string
  kind: string
  model: string
  /** The label of the setting. */
  about: string
  /** By value. */
  printed: string[]
  settingStated?: boolean
  verdict?: 'RIGHT' | 'FALSE_ALARM'
  why: string
}
type Seen = Required<Pick<Checked, 'kind' | 'model' | 'about' | 'printed' | 'settingStated'>>

const corpus = '../shared/corpus'
const there = existsSync(corpus)
if (!there) console.warn(`SKIPPED: test/auditing/corpus.test.ts needs the corpus at ${corpus}, which is not there.`)

const sample = JSON.parse(readFileSync(new URL('./corpus-sample.json', import.meta.url), 'utf8')) as {
  found: Checked[]
  absent: Checked[]
}

describe('the sample', () => {
  test('is of forty or more, of all kinds found, and with fewer than one false alarm in twenty', () => {
    expect(sample.found.length).toBeGreaterThanOrEqual(40)
    const false_ = sample.found.filter(({ verdict }) => verdict === 'FALSE_ALARM')
    expect(false_.length / sample.found.length).toBeLessThan(1 / 20)
    expect(new Set(sample.found.map(({ kind }) => kind))).toEqual(
      new Set(['DISAGREEMENT', 'AGGREGATE_MISMATCH', 'WRONG_SUBJECT']),
    )
    for (const { why } of [...sample.found, ...sample.absent]) expect(why.length).toBeGreaterThan(20)
  })
})

describe.skipIf(!there)('the corpus beside the catalogue', () => {
  const db = useDatabase('catalogue')
  let seen: Seen[] = []
  beforeAll(async () => {
    await importAll(db, 'auto', [corpus], { withoutAudits: true })
    await runAudits(db, { touched: 'all' })
    seen = (
      await db.pool.query<Seen>(
        `SELECT n.kind::text AS kind, f.model_slug AS model, t.label AS about, n.setting_stated AS "settingStated",
           (SELECT array_agg(o.printed ORDER BY o.value, o.printed) FROM note_subject x
              JOIN observation o ON o.id = x.observation_id WHERE x.note_key = n.key AND x.position IS NOT NULL) AS printed
         FROM note n JOIN note_subject s ON s.note_key = n.key AND s.position = (SELECT min(x.position) FROM note_subject x
             WHERE x.note_key = n.key AND x.observation_id IS NOT NULL) JOIN observation f ON f.id = s.observation_id
           JOIN setting t ON t.id = f.setting_id
         WHERE n.state = 'OPEN' AND n.finding_key IS NOT NULL`,
      )
    ).rows
  }, 600_000)
  const of = (model: string, about: RegExp, kind = 'DISAGREEMENT') =>
    seen.filter((issue) => issue.kind === kind && issue.model === model && about.test(issue.about))

  test.each(sample.found)('$kind of $model on $about: $printed', ({ kind, model, about, printed, settingStated }) => {
    const facts = { kind, model, about, printed: [...printed].sort(), settingStated }
    expect(seen.map((issue) => ({ ...issue, printed: [...issue.printed].sort() }))).toContainEqual(facts)
  })

  test.each(sample.absent)('no $kind of $model on $about: $printed', ({ kind, model, about, printed }) => {
    const both = seen.filter(
      (issue) =>
        issue.kind === kind &&
        issue.model === model &&
        issue.about === about &&
        printed.every((text) => issue.printed.includes(text)),
    )
    expect(both).toEqual([])
  })

  test('issues by kind', () => {
    const counts: Record<string, number> = {}
    for (const { kind } of seen) counts[kind] = (counts[kind] ?? 0) + 1
    expect(counts).toEqual({ DISAGREEMENT: 137, AGGREGATE_MISMATCH: 3, WRONG_SUBJECT: 3 })
  })

  test('the conflicts that are known', () => {
    expect(of('falcon-7b', /^MMLU/)[0]?.printed).toEqual(['26.0%', '26.2%', '26.2%', '26.9%', '35.0%'])
    expect(of('claude-instant-1.2', /^MMLU/)[0]?.printed).toEqual(['68.8%', '73.2%'])
    expect(of('mistral-small-3.2-24b-instruct-2506', /^GPQA/)[0]?.printed).toEqual(['0.4422', '0.4613'])
    // 0.243 with tools stays out.
    expect(of('o3-2025-04-16', /^Humanity/).map(({ printed }) => printed)).toEqual([['0.147', '0.202']])
    expect(of('internlm-20b', /^GSM8K/, 'WRONG_SUBJECT')[0]?.printed).toContain('43.4%')
    expect(of('deepseek-v3', /^MMLU/, 'WRONG_SUBJECT')[0]?.printed).toEqual(['87.1%', '87.2%'])
    expect(of('deepseek-v3', /^MMLU/)).toEqual([])
    expect(seen.filter(({ model }) => model.includes('pythia'))).toEqual([])
  })

  test('the four values of internlm-20b that are corrected for chance', async () => {
    const corrected = (await derivationsOf(db)).filter((told) => told.includes('NORMALIZED'))
    expect(corrected).toEqual([
      'arc-ai2 75.6 <- 81.7% NORMALIZED (x - 1/4) / (1 - 1/4)',
      'bbh 36.67 <- 52.5% NORMALIZED (x - 1/4) / (1 - 1/4)',
      'hellaswag 70.8 <- 78.1% NORMALIZED (x - 1/4) / (1 - 1/4)',
      'piqa 60.6 <- 80.3% NORMALIZED (x - 1/2) / (1 - 1/2)',
    ])
  })

  test('audited again, nothing changes', async () => {
    expect(await runAudits(db, { touched: 'all' })).toMatchObject({ act: null })
  }, 120_000)
})
