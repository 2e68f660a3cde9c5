// The same page dumped again: what changed, what is gone, and in what order.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { wrongPairs } from '../support/kept-pairs.ts'
import { clear, selectFrom } from './bundles.ts'
import { importOne, score, tree, useFolders } from './dumps.ts'

const db = useDatabase()
const select = selectFrom(db)
const folder = useFolders()
beforeEach(() => clear(db))
afterEach(async () => expect(await wrongPairs(db)).toEqual([]))

const rows = (...scores: Record<string, unknown>[]) => JSON.stringify(scores.map(score))
const dump = async (asOf: string, ...scores: Record<string, unknown>[]) =>
  importOne(db, 'llm-stats', [await folder(tree(rows(...scores)))], { asOf, withoutAudits: true })

const chain = () =>
  select(`SELECT o.printed, o.status::text, p.printed AS supersedes, s.first_seen, s.last_seen, s.gone_as_of
    FROM observation o LEFT JOIN observation p ON p.id = o.supersedes_id LEFT JOIN sighting s ON s.observation_id = o.id ORDER BY o.id`)
const remarks = async () =>
  (await select("SELECT text FROM note WHERE code = 'no-longer-in-source'")).map(({ text }) => text)

const january = { first_seen: '2026-01-05', last_seen: '2026-01-05' }

describe('a newer dump', () => {
  test('with the same rows brings duplicates only, and the day on which they were seen last', async () => {
    await dump('2026-01-05', {})
    expect(await dump('2026-01-05', {})).toMatchObject({
      rows: { accepted: 0, duplicates: 1, rejected: 0 },
      alreadyImported: true,
    })
    expect(await dump('2026-03-01', {})).toMatchObject({
      rows: { accepted: 0, duplicates: 1, rejected: 0 },
      superseding: 0,
      gone: 0,
    })
    expect(await chain()).toEqual([
      {
        printed: '0.5',
        status: 'ACTIVE',
        supersedes: null,
        first_seen: '2026-01-05',
        last_seen: '2026-03-01',
        gone_as_of: null,
      },
    ])
  })

  test('replaces a value of the same row, which stays and is marked', async () => {
    await dump('2026-01-05', {})
    expect(await dump('2026-03-01', { score: 0.6 })).toMatchObject({ rows: { accepted: 1 }, superseding: 1, gone: 0 })
    expect(await chain()).toEqual([
      { printed: '0.5', status: 'SUPERSEDED', supersedes: null, ...january, gone_as_of: '2026-03-01' },
      {
        printed: '0.6',
        status: 'ACTIVE',
        supersedes: '0.5',
        first_seen: '2026-03-01',
        last_seen: '2026-03-01',
        gone_as_of: null,
      },
    ])
    expect(await remarks()).toEqual([])
    // Again: nothing is new.
    expect(await dump('2026-03-01', { score: 0.6 })).toMatchObject({ alreadyImported: true, rows: { duplicates: 1 } })
  })

  test('without a row leaves it, marks it, and says so once', async () => {
    await dump('2026-01-05', {}, { model_benchmark_id: 2, score: 0.7 })
    expect(await dump('2026-03-01', {})).toMatchObject({ superseding: 0, gone: 1 })
    expect(await chain()).toMatchObject([
      { printed: '0.5', status: 'ACTIVE', last_seen: '2026-03-01', gone_as_of: null },
      { printed: '0.7', status: 'ACTIVE', last_seen: '2026-01-05', gone_as_of: '2026-03-01' },
    ])
    expect(await remarks()).toEqual(['The dump of 2026-03-01 has no such row any more.'])
    expect(await dump('2026-03-01', {})).toMatchObject({ alreadyImported: true, gone: 0 })
    // It comes back.
    await dump('2026-04-01', {}, { model_benchmark_id: 2, score: 0.7 })
    expect(await chain()).toMatchObject([
      { gone_as_of: null },
      { printed: '0.7', last_seen: '2026-04-01', gone_as_of: null },
    ])
  })

  test('a value that returns to what it was stands again', async () => {
    await dump('2026-01-05', {})
    await dump('2026-02-01', { score: 0.6 })
    await dump('2026-03-01', {})
    expect(await chain()).toMatchObject([
      { printed: '0.5', status: 'ACTIVE', gone_as_of: null },
      { printed: '0.6', supersedes: '0.5', gone_as_of: '2026-03-01' },
    ])
  })

  test('a whole tree without the file of a model has lost its rows; a part of the tree has not', async () => {
    const other = JSON.stringify([score({ model_id: 'm-2', model_benchmark_id: 9 })])
    const second = {
      'organizations/acme/models/m-2/benchmarks.json': other,
      'organizations/more/organization.json': '{"organization_id": "more", "name": "More"}',
    }
    const whole = await folder(tree(rows({}), second))
    await importOne(db, 'llm-stats', [whole], { asOf: '2026-01-05', withoutAudits: true })
    const part = await importOne(db, 'llm-stats', [`${whole}/organizations/acme/models/m-1`], {
      asOf: '2026-02-01',
      withoutAudits: true,
    })
    expect(part).toMatchObject({ gone: 0 })
    const { 'organizations/acme/models/m-2/benchmarks.json': _, ...rest } = second
    const shrunk = await importOne(db, 'llm-stats', [await folder(tree(rows({}), rest))], {
      asOf: '2026-03-01',
      withoutAudits: true,
    })
    expect(shrunk).toMatchObject({ gone: 1 })
  })
})

describe('an older dump', () => {
  test('never replaces: its value is replaced by the one that is known', async () => {
    await dump('2026-03-01', { score: 0.6 })
    expect(await dump('2026-01-05', {})).toMatchObject({ rows: { accepted: 1 } })
    expect(await chain()).toMatchObject([
      { printed: '0.6', status: 'ACTIVE', supersedes: '0.5', gone_as_of: null },
      { printed: '0.5', status: 'SUPERSEDED', supersedes: null, gone_as_of: '2026-03-01' },
    ])
  })

  test('without a row that a newer one has says nothing of it', async () => {
    await dump('2026-03-01', {}, { model_benchmark_id: 2, score: 0.7 })
    expect(await dump('2026-01-05', {})).toMatchObject({ gone: 0, superseding: 0 })
    expect(await chain()).toMatchObject([{ first_seen: '2026-01-05', last_seen: '2026-03-01' }, { gone_as_of: null }])
  })

  test('the date that the files state orders them where no other is given', async () => {
    const at = async (updated: string, value: number) =>
      importOne(db, 'llm-stats', [await folder(tree(rows({ score: value, updated_at: updated })))], {
        withoutAudits: true,
      })
    await at('2025-08-01T10:00:00+00:00', 0.6)
    await at('2025-07-01T10:00:00+00:00', 0.5)
    expect(await chain()).toMatchObject([
      { printed: '0.6', status: 'ACTIVE', last_seen: '2025-08-01T10:00:00Z' },
      { printed: '0.5', status: 'SUPERSEDED' },
    ])
  })
})

test('two values of one row in one dump both stay', async () => {
  await dump('2026-01-05', { model_benchmark_id: 16771, score: 0.4422 }, { model_benchmark_id: 16772, score: 0.4613 })
  expect(await chain()).toMatchObject([
    { printed: '0.4422', status: 'ACTIVE', supersedes: null },
    { printed: '0.4613', status: 'ACTIVE', supersedes: null },
  ])
})

test('native ids that are there twice: what changed is paired with what is gone', async () => {
  const twice = (a: number, b: number) => [
    { model_benchmark_id: 224, score: a, analysis_method: 'with tools' },
    { model_benchmark_id: 224, score: b, analysis_method: 'without tools' },
  ]
  await dump('2026-01-05', ...twice(0.9, 0.8))
  expect(await dump('2026-02-01', ...twice(0.9, 0.81))).toMatchObject({ superseding: 1, gone: 0 })
  expect(await chain()).toMatchObject([
    { printed: '0.9', status: 'ACTIVE' },
    { printed: '0.8', status: 'SUPERSEDED' },
    { printed: '0.81', supersedes: '0.8' },
  ])
})
