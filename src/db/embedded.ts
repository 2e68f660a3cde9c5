// The PostgreSQL that Whence brings along: made, started, shared and stopped for the folder WHENCE_HOME.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { type Cluster, openCluster, ROLE } from './cluster.ts'
import { preparePlace } from './embedded-place.ts'
import { withLock } from './home-lock.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

export interface EmbeddedServer {
  /** Connection URL of the database "whence". */
  url: string
  /** Process id of the server. */
  pid: number
  /** Whether it ran already: started by another Whence that still lives, or left by one that was killed. */
  adopted: boolean
  /** Stops the server, unless another Whence uses it. End all connections first. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder for data, log and lock; made if missing. */
  home: string
  /** PostgreSQL settings on top of its defaults; no effect on a server that runs already. */
  settings?: Record<string, string>
  /** False: not synced to disk while it is made, for tests. */
  durable?: boolean
  warn?: (message: string) => void
}

const DATABASE = 'whence'
/** Everyone who uses the server holds this advisory lock, shared; who can take it alone is the last one. */
const USERS_LOCK = 5_120_881_914n

const urlOf = (cluster: Cluster, port: number, database: string) =>
  `postgresql://${ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`

/** Connects to a running server and checks that it is this folder's; undefined when it doesn't answer in time. */
async function connectTo(cluster: Cluster, found: Postmaster, patienceMs: number): Promise<pg.Client | undefined> {
  const deadline = Date.now() + patienceMs
  do {
    const client = new pg.Client({
      connectionString: urlOf(cluster, found.port, 'postgres'),
      application_name: 'whence holder',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder")
      if (rows[0]?.folder === cluster.data) return client
      await client.end()
      return undefined
    } catch {
      await client.end().catch(() => {})
      await sleep(200)
    }
  } while (Date.now() < deadline && (await findPostmaster(cluster.data)))
  return undefined
}

async function start(options: EmbeddedOptions, cluster: Cluster) {
  const running = await findPostmaster(cluster.data)
  if (running) {
    const client = await connectTo(cluster, running, 30_000)
    if (client) return { client, server: running, adopted: true }
    await stopPostmaster(cluster.data)
  }
  const server = await startPostmaster(cluster, { log_timezone: 'UTC', timezone: 'UTC', ...options.settings })
  const client = await connectTo(cluster, server, 30_000)
  if (client) return { client, server, adopted: false }
  await stopPostmaster(cluster.data)
  throw new StartupError(
    'EMBEDDED_FAILED',
    `The embedded PostgreSQL started, but does not let us in (role ${ROLE}).`,
    `See ${join(cluster.place, 'postgres.log')}.`,
  )
}

/**
 * A running PostgreSQL for `home`: the one that runs there already (several Whences may share it; a killed one leaves
 * it behind), or a new one on a free loopback port.
 * @throws StartupError EMBEDDED_…, NO_POSTGRES_USER, HOME_NOT_WRITABLE
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const warn = options.warn ?? (() => {})
  const prepared = await preparePlace(options.home, warn)
  const lockFile = join(prepared.place, 'lock')
  return withLock(lockFile, async () => {
    const cluster = await openCluster(prepared, { durable: options.durable ?? true, warn })
    const { client, server, adopted } = await start(options, cluster)
    await client.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`)
    let closing: Promise<void> | undefined
    const close = () =>
      withLock(lockFile, async () => {
        const last = await client
          .query<{ last: boolean }>('SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS last', [
            USERS_LOCK,
          ])
          .then(({ rows }) => rows[0]?.last === true)
          // Without the connection, the server went down by itself or somebody else restarted it: not ours to stop.
          .catch(() => false)
        await client.end().catch(() => {})
        if (last) await stopPostmaster(cluster.data)
      })
    return {
      url: urlOf(cluster, server.port, DATABASE),
      pid: server.pid,
      adopted,
      close: () => {
        closing ??= close()
        return closing
      },
    }
  })
}
