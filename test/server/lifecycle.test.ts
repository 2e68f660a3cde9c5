// The whole process, as users and operators see it: starting, stopping, being killed, and starting again.
import { existsSync, readFileSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFailed, test, vi } from 'vitest'
import { stopPostmaster } from '../../src/db/postmaster.ts'
import { createDatabase } from '../support/database.ts'
import { eventually, killStarted, type Running, run, runs } from '../support/processes.ts'
import { askGraph } from '../support/request.ts'
import { makeFolder } from '../support/test-server.ts'

// Every test starts whole processes, some of them twice.
vi.setConfig({ testTimeout: 120_000 })

let home = ''
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  home = await makeFolder('lifecycle')
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  // Of a test that failed half-way.
  killStarted()
  await stopPostmaster(join(await realpath(home), 'data'))
  await rm(home, { recursive: true, force: true })
})

const whence = (args: string[], env: Record<string, string> = {}, program: 'node' | 'npm' = 'node') =>
  run(program, program === 'node' ? ['bin/whence.js', ...args] : args, {
    PORT: '0',
    WHENCE_HOME: home,
    WHENCE_LOG_LEVEL: 'warn',
    ...env,
  })

/** `whence serve`, once it listens; its own PostgreSQL unless there is a DATABASE_URL. */
async function serve(env: Record<string, string> = {}): Promise<Running & { url: string }> {
  const running = whence(['serve'], env)
  // Why it ended, should it end by itself: its log is only seen where a test fails.
  onTestFailed(() => console.error(running.errors()))
  const line = await running.line(/GraphiQL/)
  return { ...running, url: line.replace(/^.*(http:.*)\/graphql$/, '$1') }
}

const postgresPid = () => Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

async function copyOfDatabase(): Promise<string> {
  const { url, drop } = await createDatabase('catalogue')
  closers.push(drop)
  return url
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  closers.push(() => client.end().catch(() => {}))
  return client
}

/** A request that waits for us: what it reads is locked until `release`. */
async function askSlowly(url: string, databaseUrl: string) {
  const client = await connect(databaseUrl)
  await client.query('BEGIN')
  await client.query('LOCK TABLE model IN ACCESS EXCLUSIVE MODE')
  const answer = askGraph(url, '{ models(first: 1) { totalCount } }')
  answer.catch(() => {})
  const waits = async () =>
    (await client.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'model'::regclass")).rowCount !== 0
  expect(await eventually(waits)).toBe(true)
  return { answer, release: () => client.query('COMMIT') }
}

const refuses = (url: string) => () =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  )

describe('with its own PostgreSQL', () => {
  test('starts from nothing, stops without a trace, and starts again with the same data', async () => {
    const first = await serve()
    const { answer } = await askGraph(first.url, '{ models { totalCount } imports { totalCount } }')
    expect(answer.errors).toBeUndefined()
    const pid = postgresPid()
    first.child.kill('SIGTERM')
    expect(await first.end()).toBe(0)
    expect(runs(pid)).toBe(false)
    expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(false)

    const second = await serve()
    expect((await askGraph(second.url, '{ models { totalCount } imports { totalCount } }')).answer).toEqual(answer)
    second.child.kill('SIGINT')
    expect(await second.end()).toBe(0)
  })

  test('killed with -9, comes up again with all data on the server that was left, and stops that', async () => {
    const first = await serve()
    const { answer } = await askGraph(first.url, '{ models { totalCount } observations { totalCount } }')
    const pid = postgresPid()
    first.child.kill('SIGKILL')
    await first.end()
    expect(runs(pid)).toBe(true)
    const second = await serve()
    expect(postgresPid()).toBe(pid)
    expect((await askGraph(second.url, '{ models { totalCount } observations { totalCount } }')).answer).toEqual(answer)
    second.child.kill('SIGTERM')
    expect(await second.end()).toBe(0)
    expect(await eventually(() => !runs(pid))).toBe(true)
  })

  test('does not start on a taken port, says what to do, and leaves no PostgreSQL behind', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => squatter.close(resolve)))
    const { port } = squatter.address() as { port: number }
    const running = whence(['serve'], { PORT: String(port) })
    expect(await running.end()).toBe(1)
    expect(running.errors()).toContain(`PORT_TAKEN: Port ${port} on 127.0.0.1 is taken.\nSet PORT to another one`)
    expect(existsSync(join(home, 'data', 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(false)
  })

  test('asked to stop while it starts, it stops, and leaves no PostgreSQL behind', async () => {
    const running = whence(['serve'])
    expect(await eventually(() => existsSync(join(home, 'data', 'postmaster.pid')))).toBe(true)
    running.child.kill('SIGTERM')
    expect(await running.end()).toBe(0)
    expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(false)
  })
})

describe('started by npm', () => {
  // A shell stands between npm and Node: signals end there.
  test.each(['SIGTERM', 'SIGKILL'] as const)('ends, with its PostgreSQL, when npm ends by %s', async (signal) => {
    const npm = whence(['start', '--silent'], {}, 'npm')
    const url = (await npm.line(/GraphiQL/)).replace(/^.*(http:.*)\/graphql$/, '$1')
    const pid = postgresPid()
    npm.child.kill(signal)
    expect(await eventually(refuses(url))).toBe(true)
    expect(await eventually(() => !runs(pid))).toBe(true)
    expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(false)
  })
})

describe('asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, finishes the request under way and takes no new one',
    async (signal) => {
      const databaseUrl = await copyOfDatabase()
      const server = await serve({ DATABASE_URL: databaseUrl })
      const { answer, release } = await askSlowly(server.url, databaseUrl)
      server.child.kill(signal)
      expect(await eventually(refuses(server.url))).toBe(true)
      await release()
      const { status, answer: body } = await answer
      expect(status).toBe(200)
      expect(body.errors).toBeUndefined()
      expect(await server.end()).toBe(0)
    },
  )

  test('says so in /ready first, for as long as load balancers need, and answers meanwhile', async () => {
    const server = await serve({ DATABASE_URL: await copyOfDatabase(), WHENCE_DRAIN_MS: '3000' })
    const ready = async () => (await fetch(`${server.url}/ready`)).status
    expect(await ready()).toBe(200)
    server.child.kill('SIGTERM')
    expect(await eventually(async () => (await ready()) === 503, 2_500)).toBe(true)
    expect((await askGraph(server.url, '{ __typename }')).answer).toEqual({ data: { __typename: 'Query' } })
    expect(await server.end()).toBe(0)
  })

  test('does not wait for connections that idle', async () => {
    const server = await serve({ DATABASE_URL: await copyOfDatabase() })
    const agent = new Agent({ keepAlive: true })
    closers.push(async () => agent.destroy())
    await new Promise<void>((resolve, reject) => {
      request(`${server.url}/health`, { agent }, (response) => response.resume().once('end', resolve))
        .once('error', reject)
        .end()
    })
    const began = Date.now()
    server.child.kill('SIGTERM')
    expect(await server.end()).toBe(0)
    expect(Date.now() - began).toBeLessThan(3_000)
  })

  test('twice, ends at once; two signals of one Ctrl-C count as one', async () => {
    const databaseUrl = await copyOfDatabase()
    const server = await serve({ DATABASE_URL: databaseUrl, WHENCE_STATEMENT_TIMEOUT_MS: '0' })
    const { release } = await askSlowly(server.url, databaseUrl)
    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    expect(await eventually(refuses(server.url))).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(runs(server.child.pid as number)).toBe(true)
    server.child.kill('SIGINT')
    expect(await server.end()).toBe(130)
    await release()
  })
})

describe('with DATABASE_URL', () => {
  test('starts no PostgreSQL of its own', async () => {
    const server = await serve({ DATABASE_URL: await copyOfDatabase() })
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    expect(existsSync(join(home, 'data'))).toBe(false)
  })

  test('that leads nowhere, says so without telling the password', async () => {
    const running = whence(['serve'], { DATABASE_URL: 'postgresql://whence:secret@127.0.0.1:1/whence' })
    expect(await running.end()).toBe(1)
    expect(running.errors()).toContain('DATABASE_UNREACHABLE: PostgreSQL at 127.0.0.1:1 does not answer')
    expect(running.errors()).not.toContain('secret')
  })
})
