// The PostgreSQL of the benchmark: a home of its own, settings fit for the size, statements counted.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded.ts'

export const home = fileURLToPath(new URL('../../.whence-bench', import.meta.url))

/** Nothing here is worth keeping through a crash, and nothing may run beside what is measured. */
const settings = {
  shared_buffers: '3GB',
  effective_cache_size: '8GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
}

export type Server = Pick<EmbeddedServer, 'url' | 'close'>

const RUN_LOCK = 6_021_871_337n

/** One benchmark at a time: two would measure each other, and count each other's statements. */
async function takeTurns(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'whence bench turn', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [RUN_LOCK])
  if (!rows[0]?.free) {
    console.warn('Another benchmark uses this PostgreSQL: waiting until it ends.')
    await client.query('SELECT pg_advisory_lock($1)', [RUN_LOCK])
  }
  return client
}

async function locate(): Promise<Server> {
  const url = process.env.WHENCE_BENCH_POSTGRES_URL
  if (url) return { url, close: async () => {} }
  await mkdir(home, { recursive: true, mode: 0o755 })
  await writeFile(join(home, '.gitignore'), '*\n')
  return startEmbedded({ home, durable: false, settings, warn: (message) => console.warn(message) })
}

/**
 * Starts it in .whence-bench/, or uses the server that WHENCE_BENCH_POSTGRES_URL names (it needs pg_stat_statements);
 * waits where another benchmark uses it.
 */
export async function startServer(): Promise<Server> {
  const server = await locate()
  const turn = await takeTurns(server.url)
  return {
    url: server.url,
    close: async () => {
      await turn.end()
      await server.close()
    },
  }
}
