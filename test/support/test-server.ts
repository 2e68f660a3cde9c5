// The one PostgreSQL of a test run, and the databases made on it.
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'
import { isAlive } from '../../src/db/home-lock.ts'
import { stopPostmaster } from '../../src/db/postmaster.ts'

/** A new folder that every user may enter: as root, PostgreSQL runs as somebody else. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `whence-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

const PREFIX = 'whence-test-server-'

/** Stops and removes the servers of test runs that were killed: their folder names tell the process they served. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue
    const home = await realpath(join(tmpdir(), name))
    await stopPostmaster(join(home, 'data'))
    await rm(home, { recursive: true, force: true })
  }
}

/** The server of this test run, whose data nobody will miss: nothing is flushed to disk. */
export async function startTestServer(): Promise<{ url: string; close(): Promise<void> }> {
  await sweep()
  const home = join(tmpdir(), `${PREFIX}${process.pid}`)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbedded({ home, durable: false, settings, warn: console.warn })
  return {
    url: server.url,
    async close() {
      await server.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Sends statements one by one to the server at `url`. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
