// Replicas: a primary and two standbys, killed, frozen and started again under load; what is read where, and when.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeToken } from '../../src/curation/tokens.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrations.ts'
import { Patience } from '../../src/db/patience.ts'
import type { Replicas } from '../../src/db/replicas.ts'
import { requestPool } from '../../src/db/request-pool.ts'
import { idOf } from '../curation/curators.ts'
import { importText, page, rows } from '../importers/bundles.ts'
import { askGraph, serveApp } from '../support/request.ts'
import { execute } from '../support/test-server.ts'
import { startServers, warnWithoutBinaries } from './servers.ts'

const skip = warnWithoutBinaries()
const rhythm = { everyMs: 50, patienceMs: 500, longestPauseMs: 400 }
const ada = makeToken()
const token = { authorization: `Bearer ${ada.token}` }
const lagMs = 1_500

describe.skipIf(skip)('replicas', { timeout: 60_000 }, () => {
  let servers: Awaited<ReturnType<typeof startServers>>
  let db: Database
  let app: Awaited<ReturnType<typeof serveApp>>
  /** How often a connection of the primary was taken for a request. */
  let primaryUsed = 0
  const changes: [string, string][] = []

  beforeAll(async () => {
    servers = await startServers(2)
    await migrate(servers.primary.url)
    const urls = servers.replicas.map(({ url }) => url)
    const onChange = (name: string, why?: Error) => void changes.push([name, why ? 'out' : 'in'])
    db = openDatabase(servers.primary.url, { poolSize: 6, waitMs: 3_000, replicas: { urls, lagMs, onChange, rhythm } })
    db.pool.on('acquire', () => {
      primaryUsed += 1
    })
    await importText(db, page('A', rows('Foo = 50.0', 'Bar = 7.0')), 'A.yaml')
    await importText(db, page('B', rows('Foo = 60.0')), 'B.yaml')
    app = await serveApp({ db, config: { curators: [{ name: 'ada', hash: ada.hash }] } })
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await db?.close()
    await servers?.close()
  })

  const states = () => db.replicas?.states().map(({ state }) => state)
  const allUp = () => vi.waitFor(() => expect(states()).toEqual(['up', 'up']), { timeout: 15_000, interval: 50 })
  beforeEach(async () => {
    await allUp()
    // Up to the last import.
    await vi.waitFor(async () => expect((await read()).length).toBe(3), { timeout: 10_000 })
    primaryUsed = 0
  })

  const question =
    '{ observations { nodes { printed status source { title } model { name observations { totalCount } } } } }'
  /** The printed values and their status; throws where there are errors. */
  async function read(headers: Record<string, string> = {}): Promise<string[]> {
    const { status, answer } = await askGraph(app.url, question, {}, headers)
    if (status !== 200 || answer.errors) throw new Error(JSON.stringify([status, answer.errors]))
    const { nodes } = (answer.data as Record<string, unknown>).observations as {
      nodes: { printed: string; status: string }[]
    }
    return nodes.map(({ printed, status }) => `${printed} ${status}`).sort()
  }
  const port = (url: string) => Number(new URL(url).port)
  const serverOf = (reader: ReturnType<NonNullable<Database['replicas']>['reader']>) =>
    reader.read(async (pool) => {
      const { rows } = await pool.query('SELECT inet_server_port() AS port')
      return rows[0].port as number
    })

  test('are all read from, and the primary is not; the reads of a request stay on one', async () => {
    const asked = new Set<number>()
    for (let request = 0; request < 40; request += 1) {
      const reader = db.replicas?.reader() as never
      const first = await serverOf(reader)
      expect([await serverOf(reader), await serverOf(reader)]).toEqual([first, first])
      asked.add(first)
    }
    await read()
    expect([...asked].sort()).toEqual(servers.replicas.map(({ url }) => port(url)).sort())
    expect(primaryUsed).toBe(0)
  })

  test('killed, frozen and started again under load, and no request fails', async () => {
    const failures: unknown[] = []
    let answered = 0
    let loading = true
    changes.length = 0
    const expected = await read()
    const clients = Array.from({ length: 6 }, async () => {
      while (loading) {
        try {
          expect(await read()).toEqual(expected)
          answered += 1
        } catch (error) {
          failures.push(error)
        }
      }
    })
    /** Answers in the meantime. */
    const during = async (act: () => unknown, until: string[]) => {
      const before = answered
      await act()
      await vi.waitFor(() => expect(states()).toEqual(until), { timeout: 15_000, interval: 20 })
      await sleep(300)
      return answered - before
    }
    const [one, two] = servers.replicas as [(typeof servers.replicas)[0], (typeof servers.replicas)[0]]
    try {
      expect(await during(() => sleep(300), ['up', 'up'])).toBeGreaterThan(0)
      expect(await during(() => one.kill(), ['down', 'up'])).toBeGreaterThan(0)
      expect(await during(() => one.start(), ['up', 'up'])).toBeGreaterThan(0)
      expect(primaryUsed).toBeLessThan(50)
      expect(await during(() => two.freeze(), ['up', 'down'])).toBeGreaterThan(0)
      expect(await during(() => two.thaw(), ['up', 'up'])).toBeGreaterThan(0)
      primaryUsed = 0
      expect(await during(() => Promise.all([one.kill(), two.kill()]), ['down', 'down'])).toBeGreaterThan(0)
      expect(primaryUsed).toBeGreaterThan(0)
      expect(await during(() => Promise.all([one.start(), two.start()]), ['up', 'up'])).toBeGreaterThan(0)
    } finally {
      loading = false
      await Promise.all(clients)
    }
    expect(failures).toEqual([])
    expect(changes.filter(([name]) => name === 'replica 1')).toEqual([
      ['replica 1', 'out'],
      ['replica 1', 'in'],
      ['replica 1', 'out'],
      ['replica 1', 'in'],
    ])
    console.info(`${answered} requests answered while standbys were killed, frozen and started again; 0 failed`)
  })

  test('who wrote reads it: in the answer, as the same curator, and as anybody who sends the position', async () => {
    const replay = (act: 'pause' | 'resume') =>
      Promise.all(servers.replicas.map(({ url }) => execute(url, `SELECT pg_wal_replay_${act}()`)))
    const { rows: found } = await db.pool.query(`SELECT key FROM observation WHERE printed = '7.0'`)
    await replay('pause')
    try {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...token },
        body: JSON.stringify({
          query: `mutation ($observation: ID!) { setStatus(input: {observation: $observation, status: DISPUTED, reason: "So they say."}) {
            observation { printed status history { totalCount } } error { code } } }`,
          variables: { observation: idOf('Observation', found[0].key) },
        }),
      })
      const written = { 'x-whence-written': response.headers.get('x-whence-written') ?? '' }
      expect(written['x-whence-written']).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
      expect(await response.json()).toEqual({
        data: {
          setStatus: { observation: { printed: '7.0', status: 'DISPUTED', history: { totalCount: 1 } }, error: null },
        },
      })
      expect(await read(token)).toContain('7.0 DISPUTED')
      expect(await read(written)).toContain('7.0 DISPUTED')
      primaryUsed = 0
      expect(await read()).not.toContain('7.0 DISPUTED')
      expect(await read({ 'x-whence-written': 'nonsense' })).not.toContain('7.0 DISPUTED')
      expect(primaryUsed).toBe(0)
      await replay('resume')
      await vi.waitFor(async () => expect(await read()).toContain('7.0 DISPUTED'), { timeout: 10_000 })
      await vi.waitFor(async () => {
        primaryUsed = 0
        expect(await read(written)).toContain('7.0 DISPUTED')
        expect(primaryUsed).toBe(0)
      })
    } finally {
      await replay('resume')
    }
  })

  test('too far behind, they are left out, and come back when they have caught up', async () => {
    const [one] = servers.replicas
    await execute(one?.url as string, 'SELECT pg_wal_replay_pause()')
    try {
      await execute(servers.primary.url, 'CREATE TABLE later AS SELECT 1 AS one')
      await vi.waitFor(() => expect(states()).toEqual(['behind', 'up']), { timeout: 10_000 })
      for (let request = 0; request < 6; request += 1) {
        expect(await serverOf(db.replicas?.reader() as never)).toBe(port(servers.replicas[1]?.url as string))
      }
    } finally {
      await execute(one?.url as string, 'SELECT pg_wal_replay_resume()')
    }
    await allUp()
    await execute(servers.primary.url, 'DROP TABLE later')
  })

  test('a read that replay had to cancel is read elsewhere', async () => {
    await execute(servers.primary.url, 'CREATE TABLE swept AS SELECT * FROM generate_series(1, 1000) AS number')
    await sleep(500)
    const asked: number[] = []
    const patience = new Patience()
    const reader = db.replicas?.reader()
    const counting: typeof reader = reader && {
      moved: false,
      read: (send) =>
        reader.read((pool, life, hasRead) => {
          asked.push(Number(new URL(pool.options.connectionString ?? '').port))
          return send(pool, life, hasRead)
        }),
    }
    const pool = requestPool(db.pool, { patience, onStatement: () => undefined, reader: counting })
    const reading = pool.query(
      'SELECT count(*)::int AS many, pg_sleep(1.5)::text FROM (SELECT FROM pg_class LIMIT 1) AS found',
    )
    await sleep(300)
    await execute(servers.primary.url, 'DELETE FROM swept', 'VACUUM swept')
    expect((await reading).rows[0].many).toBe(1)
    expect(asked.length).toBeGreaterThan(1)
    expect(states()).toEqual(['up', 'up'])
    await execute(servers.primary.url, 'DROP TABLE swept')
  })

  test('statements that are wrong are not tried again', async () => {
    let sent = 0
    const reading = db.replicas?.reader().read((pool) => {
      sent += 1
      return pool.query('SELECT nothing FROM nowhere')
    })
    await expect(reading).rejects.toThrow('nowhere')
    expect(sent).toBe(1)
  })

  test('what is no standby is left out', async () => {
    const urls = [servers.primary.url, 'postgresql://postgres@127.0.0.1:1/whence']
    const other = openDatabase(servers.primary.url, { poolSize: 2, replicas: { urls, lagMs, rhythm } })
    try {
      const found = () => other.replicas?.states().map(({ state }) => state)
      await vi.waitFor(() => expect(found()).toEqual(['down', 'down']))
      expect(await serverOf(other.replicas?.reader() as never)).toBe(port(servers.primary.url))
    } finally {
      await other.close()
    }
  })

  test('/ready tells how it is with each; without the primary there is still reading', async () => {
    const ready = async () => {
      const response = await fetch(`${app.url}/ready`)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const both = (state: string) => [1, 2].map((number) => ({ name: `replica ${number}`, state }))
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready', primary: 'up', replicas: both('up') } })
    await servers.primary.kill()
    expect(await read()).toHaveLength(3)
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', primary: "the database can't be asked: ECONNREFUSED", replicas: both('up') },
    })
    await sleep(lagMs + 200)
    expect(await read()).toHaveLength(3)
    await Promise.all(servers.replicas.map((replica) => replica.kill()))
    await vi.waitFor(() => expect(states()).toEqual(['down', 'down']), { timeout: 10_000 })
    expect(await ready()).toMatchObject({ status: 503, body: { status: 'not ready', replicas: both('down') } })
    expect((await askGraph(app.url, question)).answer.errors?.[0]?.extensions?.code).toBe('DATABASE_UNAVAILABLE')
    await servers.primary.start()
    expect(await read()).toHaveLength(3)
    await Promise.all(servers.replicas.map((replica) => replica.start()))
    await allUp()
  })

  test('/metrics tells of the connections to each server, and of none to one that is left out', async () => {
    const states = ['busy', 'idle', 'waiting']
    /** By server: busy, idle, waiting. */
    const counted = async () => {
      const text = await (await fetch(`${app.url}/metrics`)).text()
      const lines = text.matchAll(/^whence_pool_connections\{server="([^"]+)",state="(\w+)"\} (\d+)$/gm)
      const found: Record<string, number[]> = {}
      for (const [, server = '', state = '', count] of lines) {
        found[server] ??= []
        found[server][states.indexOf(state)] = Number(count)
      }
      return found
    }
    const clients: pg.PoolClient[] = []
    try {
      // One of the primary's, two of the first replica's, and all six of the second's, for which two more wait.
      const pools = (db.replicas as Replicas).pools().map(({ pool }) => pool)
      const [one, two] = pools as [pg.Pool, pg.Pool]
      clients.push(await db.pool.connect(), await one.connect(), await one.connect())
      for (let taken = 0; taken < 6; taken += 1) clients.push(await two.connect())
      const waiting = [two.connect(), two.connect()]
      const found = await counted()
      expect(Object.keys(found)).toEqual(['primary', 'replica 1', 'replica 2'])
      expect([found.primary?.[0], found['replica 1']?.[0], found['replica 2']]).toEqual([1, 2, [6, 0, 2]])
      expect([found.primary?.[2], found['replica 1']?.[2]]).toEqual([0, 0])
      for (const client of clients.splice(0)) client.release()
      clients.push(...(await Promise.all(waiting)))
    } finally {
      for (const client of clients) client.release()
    }
    await servers.replicas[1]?.kill()
    await vi.waitFor(() => expect(db.replicas?.states()[1]?.state).toBe('down'), { timeout: 10_000 })
    expect((await counted())['replica 2']).toEqual([0, 0, 0])
    await servers.replicas[1]?.start()
    await allUp()
  })

  test('leave no connection behind when the database is closed', async () => {
    const urls = servers.replicas.map(({ url }) => `${url}?application_name=closing`)
    const other = openDatabase(servers.primary.url, { poolSize: 2, replicas: { urls, lagMs, rhythm } })
    await vi.waitFor(() => expect(other.replicas?.states().every(({ state }) => state === 'up')).toBe(true))
    await serverOf(other.replicas?.reader() as never)
    await other.close()
    await vi.waitFor(async () => {
      const client = new pg.Client({ connectionString: servers.replicas[0]?.url })
      await client.connect()
      const { rowCount } = await client.query(`SELECT FROM pg_stat_activity WHERE application_name = 'closing'`)
      await client.end()
      expect(rowCount).toBe(0)
    })
  })
})
