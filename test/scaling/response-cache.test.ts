// The response cache: what is kept, for whom, until when, in memory and in Redis.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStore } from '../../src/answer-cache/memory-store.ts'
import { makeToken } from '../../src/curation/tokens.ts'
import { freePort } from '../../src/db/free-port.ts'
import { hashOf } from '../../src/documents.ts'
import { idOf } from '../curation/curators.ts'
import { clear, importText, page, rows } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'
import { serveApp } from '../support/request.ts'
import { makeFolder } from '../support/test-server.ts'

const db = useDatabase()
const ada = makeToken()
const token = { authorization: `Bearer ${ada.token}` }
const curators = [{ name: 'ada', hash: ada.hash }]
const document = hashOf(
  readFileSync(new URL('../../examples/queries/15-import-ledger.graphql', import.meta.url), 'utf8'),
)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
beforeEach(async () => {
  await clear(db)
  await importText(db, page('A', rows('Foo = 50.0')), 'A.yaml')
})

async function serve(config: object, limits = {}) {
  const app = await serveApp({ db, limits, config: { curators, ...config } })
  closers.push(app.close)
  return app
}

interface Asked {
  status: number
  cost: string | null
  text: string
  /** SQL statements that were sent for it. */
  statements: number
}

/** Asks for the known document, and counts the statements. */
async function ask(url: string, headers = {}, variables?: object, method: 'GET' | 'POST' = 'POST'): Promise<Asked> {
  let statements = 0
  const count = () => {
    statements += 1
  }
  db.pool.on('acquire', count)
  try {
    const got = `${url}/graphql?documentId=${document}`
    const body = JSON.stringify({ documentId: document, variables })
    const response =
      method === 'GET'
        ? await fetch(got, { headers })
        : await fetch(`${url}/graphql`, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            body,
          })
    const text = await response.text()
    return { status: response.status, cost: response.headers.get('x-whence-cost'), text, statements }
  } finally {
    db.pool.off('acquire', count)
  }
}

const stores = { 'in memory': async () => ({ answerCacheBytes: 1_000_000 }), 'in Redis': redis }

describe.each(Object.keys(stores) as (keyof typeof stores)[])('answers kept %s', (where) => {
  const skip = where === 'in Redis' && warnWithoutRedis()
  let config: object
  beforeAll(async () => {
    if (!skip) config = await stores[where]()
  })

  test.skipIf(skip)('cost one statement, by POST and by GET, and are the same to the byte', async () => {
    const { url } = await serve(config)
    const plain = await ask((await serve({})).url)
    const first = await ask(url)
    await settle()
    const second = await ask(url)
    expect(plain.statements).toBeGreaterThan(1)
    expect(first).toEqual({ ...plain, statements: plain.statements + 1 })
    expect(second).toEqual({ ...plain, statements: 1 })
    expect(await ask(url, {}, undefined, 'GET')).toEqual({ ...plain, statements: 1 })
  })

  test.skipIf(skip)('are not given again once something was imported or curated', async () => {
    const { url } = await serve(config)
    const before = await ask(url)
    await settle()
    await importText(db, page('B', rows('Foo = 60.0')), 'B.yaml')
    const imported = await ask(url)
    expect(imported.statements).toBeGreaterThan(1)
    expect(imported.text).not.toBe(before.text)
    await settle()
    expect((await ask(url)).statements).toBe(1)
    const { rows: found } = await db.pool.query('SELECT key FROM observation LIMIT 1')
    const mutation = `mutation { setStatus(input: {observation: "${idOf('Observation', found[0].key)}", status: DISPUTED, reason: "So they say."}) { error { code } } }`
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...token },
      body: JSON.stringify({ query: mutation }),
    })
    expect(await response.json()).toEqual({ data: { setStatus: { error: null } } })
    expect((await ask(url)).statements).toBeGreaterThan(1)
  })

  test.skipIf(skip)('are not for curators, nor for texts, nor for those who ask for the cost', async () => {
    const { url } = await serve(config)
    await ask(url)
    await settle()
    expect((await ask(url)).statements).toBe(1)
    expect((await ask(url, token)).statements).toBeGreaterThan(1)
    const costly = await ask(url, { 'x-whence-cost': '1' })
    expect(costly.statements).toBeGreaterThan(1)
    expect(JSON.parse(costly.text).extensions.cost).toBeGreaterThan(0)
  })

  test.skipIf(skip)('are refused where they cost too much, like any other', async () => {
    const free = await serve(config)
    const kept = await ask(free.url)
    await settle()
    const { url } = await serve(config, { cost: Number(kept.cost) - 1 })
    const refused = await ask(url)
    expect(JSON.parse(refused.text).errors[0].extensions.code).toBe('TOO_COSTLY')
    expect(refused.statements).toBe(0)
  })
})

describe('Redis', () => {
  test.skipIf(warnWithoutRedis())(
    'is shared by processes, and nobody notices when it goes away and comes back',
    async () => {
      const config = await redis()
      const [one, other] = [await serve(config), await serve(config)]
      await ask(one.url)
      await settle()
      await vi.waitFor(async () => expect((await ask(other.url)).statements).toBe(1))
      servers.at(-1)?.kill('SIGKILL')
      await sleep(200)
      const without = await ask(one.url)
      expect(without.status).toBe(200)
      expect(without.statements).toBeGreaterThan(1)
      await startRedis(new URL(config.redisUrl).port)
      await vi.waitFor(async () => expect((await ask(one.url)).statements).toBe(1), { timeout: 15_000, interval: 200 })
      servers.at(-1)?.kill('SIGSTOP')
      const began = performance.now()
      const frozen = await ask(one.url)
      expect([frozen.status, performance.now() - began < 3_000]).toEqual([200, true])
      servers.at(-1)?.kill('SIGKILL')
    },
  )

  test('that is not there is never waited for', async () => {
    const { url } = await serve({ redisUrl: `redis://127.0.0.1:${await freePort()}` })
    const first = await ask(url)
    expect([first.status, (await ask(url)).text]).toEqual([200, first.text])
  })
})

describe('the memory of answers', () => {
  test('holds as much as it may, and forgets first what nobody asked for longest', async () => {
    const store = memoryStore(3_000)
    const text = 'x'.repeat(400)
    for (const key of ['a', 'b', 'c']) await store.set(key, text)
    expect(await store.get('a')).toBe(text)
    await store.set('d', text)
    const kept = await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)))
    expect(kept).toEqual([text, undefined, text, text])
    await store.set('a', 'y'.repeat(5_000))
    expect(await store.get('a')).toBeUndefined()
    expect(await store.get('d')).toBe(text)
  })
})

/** What was put into the store behind the answer has arrived. */
const settle = () => sleep(100)

const servers: ChildProcess[] = []
const folders: string[] = []
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

function warnWithoutRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    console.warn('SKIPPED: there is no redis-server on this machine')
    return true
  }
}

async function startRedis(port: string): Promise<void> {
  const folder = await makeFolder('redis')
  folders.push(folder)
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  servers.push(spawn('redis-server', options, { stdio: 'ignore' }))
  await vi.waitFor(
    async () => {
      const { Redis } = await import('ioredis')
      const client = new Redis(Number(port), { lazyConnect: true, retryStrategy: () => null })
      client.on('error', () => {})
      try {
        await client.connect()
        expect(await client.ping()).toBe('PONG')
      } finally {
        client.disconnect()
      }
    },
    { timeout: 10_000, interval: 100 },
  )
}

/** A Redis of its own, on loopback and a free port. */
async function redis() {
  const port = String(await freePort())
  await startRedis(port)
  return { redisUrl: `redis://127.0.0.1:${port}` }
}
