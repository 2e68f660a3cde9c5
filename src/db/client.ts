// Opens the database: one pg pool, shared by hand-written statements and Prisma.
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { Replicas, type ReplicasOptions } from './replicas.ts'

export interface Database {
  pool: pg.Pool
  prisma: PrismaClient
  /** Standbys to read from; undefined where there are none, and then everything goes to the pool. */
  replicas?: Replicas
  /** Waits for statements under way, then ends every connection. Safe to call twice. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Most connections held at once. */
  poolSize: number
  /**
   * Milliseconds after which PostgreSQL cancels a statement (error 57014); no limit when left out.
   * A transaction that may take longer says `SET LOCAL statement_timeout`.
   */
  statementTimeoutMs?: number
  /** Milliseconds that a statement waits for a free connection, or for a new one: ten seconds when left out. */
  waitMs?: number
  /** Told of connections that break while idle; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void
  /** Standbys to read from; each gets a pool of its own, of the same size. */
  replicas?: Pick<ReplicasOptions, 'urls' | 'lagMs' | 'onChange' | 'rhythm'>
}

/**
 * A pool on `url` and a Prisma client on the same pool. Connects on first use (to standbys at once), so it never fails here.
 * `numeric` and `bigint` arrive as text (nothing is rounded on the way), `timestamptz` as Date.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const openPool = (connectionString: string) => {
    const pool = new pg.Pool({
      connectionString,
      max: options.poolSize,
      application_name: 'whence',
      connectionTimeoutMillis: options.waitMs ?? 10_000,
      ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    })
    // Without a listener, a connection that dies while idle would end the process.
    pool.on('error', (error) => options.onConnectionLost?.(error))
    // The same for one that dies in somebody's hands, between two statements: the next statement tells them.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = openPool(url)
  const replicas = options.replicas?.urls.length
    ? new Replicas({ ...options.replicas, primary: { url, pool }, openPool })
    : undefined
  // The adapter leaves a pool that it was given open: it is ended in close(), after Prisma let go of it.
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  let closing: Promise<void> | undefined
  const close = async () => {
    await replicas?.close()
    await prisma.$disconnect()
    await pool.end()
  }
  return {
    pool,
    prisma,
    ...(replicas ? { replicas } : {}),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
