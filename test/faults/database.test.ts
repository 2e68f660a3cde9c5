// Faults of the database: each request is answered in time, with a code, and nothing is left behind.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { useDatabase } from '../support/database.ts'
import { type LockedTable, lockModels } from '../support/locked-table.ts'
import { createTestLog } from '../support/log-lines.ts'
import { eventually } from '../support/processes.ts'
import { askGraph, serveApp } from '../support/request.ts'
import { startRestartable } from '../support/restartable-postgres.ts'

const slow = '{ models(first: 1) { totalCount } }'
const quick = '{ benchmarks(first: 1) { totalCount } }'
const given = useDatabase()
const closers: (() => Promise<unknown>)[] = []
let lock: LockedTable | undefined
beforeEach(async () => {
  lock = await lockModels(given.url)
})
afterEach(async () => {
  await lock?.release()
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(options: {
  poolSize?: number
  statementTimeoutMs?: number
  requestTimeoutMs?: number
  waitMs?: number
}) {
  const { poolSize = 2, statementTimeoutMs, waitMs = 400, requestTimeoutMs = 10_000 } = options
  const db: Database = openDatabase(given.url, {
    poolSize,
    waitMs,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  })
  const { log, lines, ofRequest } = createTestLog()
  const app = await serveApp({ db, log, limits: { requestTimeoutMs } })
  closers.push(db.close, app.close)
  return { db, lines, ofRequest, ...app }
}

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  return [await work, performance.now() - began]
}
const codes = ({ errors }: { errors?: { extensions?: Record<string, unknown> }[] }) =>
  errors?.map(({ extensions }) => extensions?.code)
const noneWaits = () => eventually(async () => (await lock?.waiting()) === 0, 3_000)

describe('a slow statement', () => {
  test('is cancelled after the statement timeout; the rest of the request is answered', async () => {
    const { url, lines } = await serve({ statementTimeoutMs: 300 })
    const [{ answer, status }, ms] = await timed(
      askGraph(url, '{ benchmarks { totalCount } model(slug: "x") { name } }'),
    )
    expect([status, answer.data, codes(answer)]).toEqual([
      200,
      { benchmarks: { totalCount: 0 }, model: null },
      ['STATEMENT_TIMEOUT'],
    ])
    expect(answer.errors?.[0]).toMatchObject({ path: ['model'], message: expect.stringContaining('Ask for less') })
    expect(ms).toBeLessThan(2_000)
    expect(lines.some(({ msg }) => msg === 'unexpected error')).toBe(false)
    expect(await noneWaits()).toBe(true)
  })

  test('is cancelled with its request after the request timeout', async () => {
    const { url, db, ofRequest } = await serve({ requestTimeoutMs: 400 })
    const [{ answer, status }, ms] = await timed(askGraph(url, slow, {}, { 'x-request-id': 'late' }))
    expect([status, answer.data, codes(answer)]).toEqual([503, undefined, ['REQUEST_TIMEOUT']])
    expect(answer.errors?.[0]?.message).toBe('The request took more than 400 ms. Ask for less at once.')
    expect(ms).toBeGreaterThan(390)
    expect(ms).toBeLessThan(2_000)
    expect(await ofRequest('late')).toMatchObject({ status: 503, errors: ['REQUEST_TIMEOUT'], statements: 1 })
    expect(await noneWaits()).toBe(true)
    expect(await eventually(() => db.pool.totalCount === db.pool.idleCount, 3_000)).toBe(true)
    expect((await askGraph(url, quick)).answer).toEqual({ data: { benchmarks: { totalCount: 0 } } })
  })
})

describe('a client that goes away in mid-request', () => {
  test('takes its statement with it', async () => {
    const { url, db, ofRequest } = await serve({})
    const leave = new AbortController()
    const asked = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'gone' },
      body: JSON.stringify({ query: slow }),
      signal: leave.signal,
    }).catch((error: Error) => error.name)
    expect(await eventually(async () => (await lock?.waiting()) === 1, 3_000)).toBe(true)
    leave.abort()
    expect(await asked).toBe('AbortError')
    expect(await noneWaits()).toBe(true)
    expect(await ofRequest('gone')).toMatchObject({ status: 499, statements: 1 })
    expect(await eventually(() => db.pool.totalCount === db.pool.idleCount, 3_000)).toBe(true)
    expect((await askGraph(url, quick)).answer.errors).toBeUndefined()
  })

  test('does not take those of others, nor leave a queue behind', async () => {
    const { url } = await serve({ poolSize: 2, waitMs: 5_000 })
    const other = askGraph(url, slow)
    const leave = new AbortController()
    const body = JSON.stringify({ query: slow })
    const headers = { 'content-type': 'application/json' }
    // One of them runs, the others queue.
    const leaving = Array.from({ length: 6 }, () =>
      fetch(`${url}/graphql`, { method: 'POST', headers, body, signal: leave.signal }).catch(() => {}),
    )
    expect(await eventually(async () => (await lock?.waiting()) === 2, 3_000)).toBe(true)
    leave.abort()
    await Promise.all(leaving)
    await sleep(300)
    await lock?.release()
    lock = undefined
    expect((await other).answer).toEqual({ data: { models: { totalCount: 0 } } })
    expect((await askGraph(url, slow)).answer.errors).toBeUndefined()
  })
})

test('a pool exhausted by slow queries: others are told in time, and all is well afterwards', async () => {
  const { url } = await serve({ poolSize: 2, waitMs: 400 })
  const holding = [askGraph(url, slow), askGraph(url, slow)]
  expect(await eventually(async () => (await lock?.waiting()) === 2, 3_000)).toBe(true)
  const others = await Promise.all(Array.from({ length: 10 }, () => timed(askGraph(url, quick))))
  for (const [{ answer }, ms] of others) {
    expect(codes(answer)).toEqual(['DATABASE_BUSY'])
    expect(ms).toBeLessThan(3_000)
  }
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('whence_pool_connections{server="primary",state="busy"} 2')
  await lock?.release()
  lock = undefined
  for (const { answer } of await Promise.all(holding)) expect(answer.errors).toBeUndefined()
  expect((await askGraph(url, quick)).answer.errors).toBeUndefined()
})

test('PostgreSQL stopped and started under load: coded errors in time, readiness tells, all recovers', {
  timeout: 120_000,
}, async () => {
  const postgres = await startRestartable()
  closers.push(postgres.remove)
  const db = openDatabase(postgres.url, { poolSize: 5, statementTimeoutMs: 5_000, waitMs: 2_000 })
  const { log, lines } = createTestLog()
  const app = await serveApp({ db, log })
  closers.push(db.close, app.close)

  type Outcome = { at: number; ms: number; status: number; codes: unknown[] }
  const outcomes: Outcome[] = []
  let loading = true
  const load = Array.from({ length: 20 }, async () => {
    while (loading) {
      const at = performance.now()
      const { status, answer } = await askGraph(app.url, `{ models { totalCount } benchmarks { totalCount } }`)
      outcomes.push({ at, ms: performance.now() - at, status, codes: codes(answer) ?? [] })
      await sleep(5)
    }
  })
  const ready = async () => (await fetch(`${app.url}/ready`)).status
  try {
    expect(await eventually(() => outcomes.length > 200, 20_000)).toBe(true)
    expect(outcomes.flatMap((one) => one.codes)).toEqual([])
    await postgres.stop()
    const stopped = performance.now()
    expect(await ready()).toBe(503)
    await sleep(1_500)
    expect(await ready()).toBe(503)
    const during = outcomes.filter(({ at }) => at > stopped)
    expect(during.length).toBeGreaterThan(20)
    expect(new Set(during.flatMap((one) => one.codes))).toEqual(new Set(['DATABASE_UNAVAILABLE']))

    await postgres.start()
    expect(await eventually(async () => (await ready()) === 200, 10_000)).toBe(true)
    const started = performance.now()
    await sleep(1_000)
    const after = outcomes.filter(({ at }) => at > started)
    expect(after.length).toBeGreaterThan(50)
    expect(after.flatMap((one) => one.codes)).toEqual([])
  } finally {
    loading = false
    await Promise.all(load)
  }
  const faulty = outcomes.filter((one) => one.codes.length > 0)
  console.log(
    `${outcomes.length} requests, ${faulty.length} with a fault, the slowest ${Math.round(Math.max(...outcomes.map(({ ms }) => ms)))} ms`,
  )
  expect(new Set(faulty.flatMap((one) => one.codes))).toEqual(new Set(['DATABASE_UNAVAILABLE']))
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(10_000)
  expect(lines.filter(({ msg }) => msg === 'unexpected error')).toEqual([])
})
