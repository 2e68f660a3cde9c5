// How issues come, change and go with what is imported: incrementally, with their history, and never twice.
import { beforeEach, describe, expect, test } from 'vitest'
import { auditWithin, runAudits } from '../../src/auditing/run-audits.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { clear, importText, page, permutations, rows, selectFrom } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'
import { derivationsOf, issuesOf, wrongCounters } from './issues.ts'

const db = useDatabase()
beforeEach(() => clear(db))
const select = (statement: string, ...values: unknown[]) => selectFrom(db)(statement, ...values)

const history = () =>
  select(`SELECT c.field, c.before, c.after FROM change c JOIN act a ON a.id = c.act_id
    WHERE c.note_key IS NOT NULL AND c.field <> 'findingKey' ORDER BY c.id`)
const open = async () => (await issuesOf(db)).filter(({ state }) => state === 'OPEN')
const setStatus = async (page: string, status: string) => {
  await db.pool.query(
    `UPDATE observation o SET status = $2::observation_status FROM source s WHERE s.id = o.source_id AND s.title = $1`,
    [page, status],
  )
  const touched = await select(
    'SELECT o.id FROM observation o JOIN source s ON s.id = o.source_id WHERE s.title = $1',
    page,
  )
  return runAudits(db, { touched: { observations: touched.map(({ id }) => id) } })
}

test('an issue opens with the second claim, takes in the third, closes and opens again; all of it is kept', async () => {
  await importText(db, page('A', rows('Foo = 50.0')), 'a.yaml')
  expect(await issuesOf(db)).toEqual([])
  await importText(db, page('B', rows('Foo = 60.0')), 'b.yaml')
  const found = { kind: 'DISAGREEMENT', origin: 'COMPUTED', settingStated: false, found: true }
  expect(await open()).toEqual([{ ...found, state: 'OPEN', spread: '10.0', claims: ['Foo 50.0', 'Foo 60.0'] }])
  await importText(db, page('C', rows('Foo = 65.0')), 'c.yaml')
  expect(await open()).toMatchObject([{ spread: '15.0', claims: ['Foo 50.0', 'Foo 60.0', 'Foo 65.0'] }])
  expect(await setStatus('C', 'RETRACTED')).toMatchObject({ issues: { updated: 1, closed: 0 } })
  expect(await setStatus('B', 'RETRACTED')).toMatchObject({ issues: { found: 0, closed: 1 } })
  expect(await issuesOf(db)).toMatchObject([{ state: 'RESOLVED' }])
  expect(await select('SELECT resolved_by, resolved_reason FROM note')).toEqual([
    { resolved_by: 'audit', resolved_reason: 'An audit no longer finds it.' },
  ])
  expect(await wrongCounters(db)).toEqual([])
  expect(await setStatus('B', 'ACTIVE')).toMatchObject({ issues: { reopened: 1, opened: 0 } })
  expect(await open()).toMatchObject([{ spread: '10.0', claims: ['Foo 50.0', 'Foo 60.0'] }])
  expect(await select('SELECT count(*)::int AS notes FROM note')).toEqual([{ notes: 1 }])
  const states = (await history()).filter(({ field }) => field === 'state').map(({ before, after }) => [before, after])
  expect(states).toEqual([
    [null, 'OPEN'],
    ['OPEN', 'RESOLVED'],
    ['RESOLVED', 'OPEN'],
  ])
  expect((await history()).filter(({ field }) => field === 'resolution')).toMatchObject([
    { before: null, after: { by: 'audit' } },
    { before: { by: 'audit', reason: 'An audit no longer finds it.' }, after: null },
  ])
  expect(await wrongCounters(db)).toEqual([])
})

test('a second run writes nothing: no act, no change', async () => {
  for (const [name, value] of Object.entries({ A: '50.0', B: '60.0' }))
    await importText(db, page(name, rows(`Foo = ${value}`)), `${name}.yaml`)
  const counts = () =>
    select('SELECT (SELECT count(*) FROM act)::int AS acts, (SELECT count(*) FROM change)::int AS changes')
  const before = await counts()
  expect(await runAudits(db, { touched: 'all' })).toMatchObject({ act: null, issues: { found: 1, opened: 0 } })
  expect(await runAudits(db, { touched: { importId: 2 } })).toMatchObject({ act: null, issues: { found: 1 } })
  expect(await counts()).toEqual(before)
})

test('audits at the same time find an issue once', async () => {
  await importText(db, page('A', rows('Foo = 50.0')), 'a.yaml')
  await db.pool.query('UPDATE observation SET value = value')
  const b = importText(db, page('B', rows('Foo = 60.0')), 'b.yaml')
  await Promise.all([b, runAudits(db, { touched: 'all' }), runAudits(db, { touched: 'all' })])
  expect(await open()).toHaveLength(1)
  expect(await select('SELECT count(*)::int AS notes FROM note')).toEqual([{ notes: 1 }])
})

describe('what a source tells itself', () => {
  const note = `notes:
  - {issue: DISAGREEMENT, code: they-differ, text: They differ., subjects: [{observation: a}, {observation: b}]}`
  const both = page(
    'Both',
    `observations:
  - {id: a, reportedName: Foo, setting: mmlu, printed: 50.0, source: one}
  - {id: b, reportedName: Foo, setting: mmlu, printed: 60.0, source: two}
${note}`,
    { sources: 'one: {kind: PAPER, title: One}\ntwo: {kind: PAPER, title: Two}' },
  )

  test('is borne out, not repeated', async () => {
    await importText(db, both)
    expect(await issuesOf(db)).toMatchObject([{ origin: 'PUBLISHED', state: 'OPEN', found: true }])
  })

  test('takes the place of what an audit had found before', async () => {
    await importText(db, both.replace(note, ''), 'before.yaml')
    expect(await open()).toMatchObject([{ origin: 'COMPUTED' }])
    await importText(db, both, 'after.yaml')
    expect(await open()).toMatchObject([{ origin: 'PUBLISHED', found: true }])
    const [closed] = await select(`SELECT resolved_reason FROM note WHERE origin = 'COMPUTED' AND finding_key IS NULL`)
    expect(closed.resolved_reason).toMatch(/^The same conflict is told by the note [0-9a-f]{32} \(published\)\.$/)
    expect(await wrongCounters(db)).toEqual([])
    expect(await runAudits(db, { touched: 'all' })).toMatchObject({ act: null })
  })

  test('stays as it is where audits stop finding it', async () => {
    await importText(db, both)
    expect(await setStatus('One', 'RETRACTED')).toMatchObject({ issues: { found: 0, closed: 0 } })
    expect(await issuesOf(db)).toMatchObject([{ origin: 'PUBLISHED', state: 'OPEN', found: false }])
  })
})

test('what a person has settled stays settled, unless a claim joins', async () => {
  await importText(db, page('A', rows('Foo = 50.0')), 'a.yaml')
  await importText(db, page('B', rows('Foo = 60.0')), 'b.yaml')
  await db.pool.query(
    `UPDATE note SET state = 'RESOLVED', resolved_by = 'Ada', resolved_at = now(), resolved_reason = 'B has a typo.'`,
  )
  expect(await runAudits(db, { touched: 'all' })).toMatchObject({ act: null })
  await importText(db, page('C', rows('Foo = 70.0')), 'c.yaml')
  expect(await open()).toHaveLength(1)
  const [resolution] = (await history()).filter(({ field }) => field === 'resolution')
  expect(resolution.before).toMatchObject({ by: 'Ada', reason: 'B has a typo.' })
})

test('names that turn out to be one model bring their conflict along, whatever came first', async () => {
  const texts = {
    A: page('A', rows('Foo = 50.0')),
    B: page('B', rows('Bar = 60.0')),
    C: page('C', `models:\n  m: {name: Foo, aliases: [Bar]}\n${rows('Foo = 50.0')}`),
  }
  for (const order of permutations(Object.keys(texts) as (keyof typeof texts)[])) {
    await clear(db)
    for (const name of order) await importText(db, texts[name], `${name}.yaml`)
    expect(await open(), order.join()).toMatchObject([{ claims: ['Bar 60.0', 'Foo 50.0', 'Foo 50.0'] }])
    expect(await runAudits(db, { touched: 'all' }), order.join()).toMatchObject({ act: null })
    expect(await wrongCounters(db)).toEqual([])
  }
})

test('a benchmark that declares its structure later has its rows audited then', async () => {
  const table = `tables:
  t:
    heading: T
    columns: [{name: All, setting: all}, {name: X, setting: x}, {name: Y, setting: y}]
    rows:
      - {name: Right, cells: [50.0, 40.0, 60.0]}
      - {name: Wrong, cells: [55.0, 40.0, 60.0]}`
  const settings = `all: {benchmark: parts, metric: accuracy, unit: "%", subset: All}
x: {like: all, subset: X}
y: {like: all, subset: Y}`
  const structure = 'structure: [{whole: All, parts: [X, Y]}]'
  await importText(db, page('A', table, { benchmarks: 'parts: {name: Parts}', settings }), 'a.yaml')
  expect([await issuesOf(db), await derivationsOf(db)]).toEqual([[], []])
  await importText(db, page('B', '', { benchmarks: `parts: {name: Parts, ${structure}}` }), 'b.yaml')
  expect(await derivationsOf(db)).toEqual(['parts 50.0 <- 40.0, 60.0 AGGREGATED mean(X, Y)'])
  expect(await open()).toMatchObject([
    { kind: 'AGGREGATE_MISMATCH', spread: '5.000', claims: ['Wrong All 55.0', 'Wrong X 40.0', 'Wrong Y 60.0'] },
  ])
  // A part that is taken back leaves nothing to add up; that it once did stays readable.
  await db.pool.query(`UPDATE observation SET status = 'RETRACTED' WHERE printed = '40.0'`)
  await runAudits(db, { touched: 'all' })
  expect([await open(), await derivationsOf(db)]).toEqual([[], []])
  const changes = await select(`SELECT before, after FROM change WHERE field = 'derivation' ORDER BY id`)
  expect(changes).toMatchObject([
    { before: null, after: { kind: 'AGGREGATED', formula: 'mean(X, Y)' } },
    { before: { kind: 'AGGREGATED', formula: 'mean(X, Y)' }, after: null },
  ])
})

test('a value on another scale is found with the claims that show it, whoever brings which', async () => {
  const texts = [page('P', rows('B = 41.5', 'C = 39.2')), page('Q', rows('D = 0.3842'))]
  for (const order of permutations([0, 1])) {
    await clear(db)
    for (const i of order) {
      expect(await open()).toEqual([])
      await importText(db, texts[i] as string, `${i}.yaml`)
    }
    expect(await open(), order.join()).toMatchObject([{ kind: 'OUT_OF_RANGE', claims: ['D 0.3842'] }])
  }
})

test('what an import costs does not grow with what it leaves alone', async () => {
  const statements = async (models: number) => {
    await clear(db)
    const many = Array.from({ length: models }, (_, i) => `M${i} = ${(i % 90) + 2}.5`)
    // Of another benchmark: what stands under a setting is ranked anew with each score under it.
    await importText(db, page('Many', rows(...many)).replaceAll('MMLU', 'GPQA'), 'many.yaml')
    await importText(db, page('A', rows('Foo = 50.0'), { settings: 'other: {benchmark: mmlu, metric: f1}' }), 'a.yaml')
    let read = 0
    await inTransaction(db.pool, async (transaction) => {
      const count = transaction.db.query.bind(transaction.db) as (...args: unknown[]) => Promise<{ rowCount: number }>
      const counting = { ...transaction, db: Object.create(transaction.db, { query: { value: counted } }) }
      async function counted(...args: unknown[]) {
        const result = await count(...args)
        read += result.rowCount
        return result
      }
      counting.rows = async (text: string, ...values: unknown[]) =>
        ((await counted(text, values)) as never as { rows: never[] }).rows
      await auditWithin(counting, { importId: 2 })
    })
    return read
  }
  expect(await statements(400)).toBe(await statements(20))
})
