// The embedded PostgreSQL: made, shared, killed, healed, and never left behind.
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded.ts'
import { stopPostmaster } from '../../src/db/postmaster.ts'
import { answers } from '../support/database.ts'
import { eventually, killStarted, runNode, runs } from '../support/processes.ts'
import { execute, makeFolder } from '../support/test-server.ts'

const isRoot = process.getuid?.() === 0

let home = ''
const servers: EmbeddedServer[] = []

beforeEach(async () => {
  home = await makeFolder('embedded')
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  // Of a test that failed half-way.
  killStarted()
  await stopPostmaster(join(await realpath(home), 'data'))
  await rm(home, { recursive: true, force: true })
})

async function start(folder = home): Promise<EmbeddedServer> {
  const server = await startEmbedded({ home: folder, durable: false, settings: { fsync: 'off' } })
  servers.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process that holds the server, killed without warning. */
async function startAndKill(): Promise<{ url: string; pid: number }> {
  const holder = runNode(['--import', 'tsx', 'test/support/hold-server.ts', home])
  const server = JSON.parse(await holder.line(/^\{/)) as { url: string; pid: number }
  await execute(server.url, 'CREATE TABLE kept (id int)', 'INSERT INTO kept VALUES (42)')
  holder.child.kill('SIGKILL')
  await holder.end()
  return server
}

describe('a new folder', () => {
  test('gets a UTF-8 server on loopback with a secret that others cannot read', async () => {
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(
      await ask(
        server.url,
        `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate, current_setting('listen_addresses') AS address
         FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual([{ encoding: 'UTF8', datcollate: 'C', address: '127.0.0.1' }])
    expect((await stat(join(home, 'data', 'whence.password'))).mode & 0o777).toBe(0o600)
    const { password } = new URL(server.url)
    expect(password.length).toBeGreaterThan(20)
    expect(await answers(server.url.replace(password, 'wrong'))).toBe(false)
  })

  test('is left without a process after closing, and starts again with its data', async () => {
    const first = await start()
    await execute(first.url, 'CREATE TABLE kept (id int)')
    await first.close()
    expect(runs(first.pid)).toBe(false)
    expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(false)
    const second = await start()
    expect(await ask(second.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }])
  })
})

describe('two at once', () => {
  test('share one server, which the last one stops', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(second.pid).toBe(first.pid)
    expect([first.adopted, second.adopted].sort()).toEqual([false, true])
    await first.close()
    expect(await answers(second.url)).toBe(true)
    await second.close()
    expect(runs(first.pid)).toBe(false)
  })

  test('one of them killed: the other goes on, and still stops the server', async () => {
    const holder = runNode(['--import', 'tsx', 'test/support/hold-server.ts', home])
    const { pid } = JSON.parse(await holder.line(/^\{/)) as { pid: number }
    const server = await start()
    expect(server).toMatchObject({ pid, adopted: true })
    holder.child.kill('SIGKILL')
    await holder.end()
    expect(await answers(server.url)).toBe(true)
    await server.close()
    expect(runs(pid)).toBe(false)
  })
})

describe('after kill -9', () => {
  test('of the process, the server that is left is adopted with all data, and stopped in the end', async () => {
    const orphan = await startAndKill()
    expect(runs(orphan.pid)).toBe(true)
    const server = await start()
    expect(server).toMatchObject({ pid: orphan.pid, adopted: true })
    expect(await ask(server.url, 'SELECT id FROM kept')).toEqual([{ id: 42 }])
    await server.close()
    expect(runs(orphan.pid)).toBe(false)
  })

  test('of the process and of the server, a new server recovers all data', async () => {
    const orphan = await startAndKill()
    process.kill(orphan.pid, 'SIGKILL')
    await eventually(() => !runs(orphan.pid))
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(await ask(server.url, 'SELECT id FROM kept')).toEqual([{ id: 42 }])
  })

  test('during initdb, the next start makes a whole folder and clears the half one away', async () => {
    const holder = runNode(['--import', 'tsx', 'test/support/hold-server.ts', home])
    const half = async () => (await readdir(home)).find((name) => name.startsWith('data.making-'))
    expect(await eventually(async () => (await half()) !== undefined)).toBe(true)
    holder.child.kill('SIGKILL')
    await holder.end()
    expect(existsSync(join(home, 'data'))).toBe(false)
    const server = await start()
    expect(await answers(server.url)).toBe(true)
    expect(await half()).toBeUndefined()
  })
})

describe('a folder in disorder', () => {
  test('without a whole cluster in it is put aside, not destroyed', async () => {
    await mkdir(join(home, 'data'))
    await writeFile(join(home, 'data', 'something'), 'precious')
    const server = await start()
    expect(await answers(server.url)).toBe(true)
    const aside = (await readdir(home)).find((name) => name.startsWith('data.incomplete-'))
    expect(existsSync(join(home, aside ?? '', 'something'))).toBe(true)
  })

  test('with a pid file that names somebody else starts, and leaves that process alone', async () => {
    const first = await start()
    await first.close()
    await writeFile(
      join(home, 'data', 'postmaster.pid'),
      `${process.pid}\n${join(home, 'data')}\n0\n5432\n\n\n\nready\n`,
    )
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await answers(second.url)).toBe(true)
  })

  test('of another version of PostgreSQL is refused with what to do', async () => {
    await (await start()).close()
    await writeFile(join(home, 'data', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toMatchObject({ code: 'EMBEDDED_VERSION', hint: expect.stringContaining('Move') })
    await writeFile(join(home, 'data', 'PG_VERSION'), '18\n')
  })

  test.runIf(isRoot)("that PostgreSQL's user cannot enter is replaced by one that it can", async () => {
    await chmod(home, 0o700)
    const server = await start(join(home, '.whence'))
    const [place] = (await ask(server.url, "SELECT current_setting('data_directory') AS data")) as { data: string }[]
    try {
      expect(place?.data).toMatch(/^\/var\/lib\/whence\//)
    } finally {
      await server.close()
      await rm(join(place?.data ?? '/nowhere', '..'), { recursive: true })
    }
  })
})
