// Opens the database: one pg pool, shared by hand-written statements and Prisma.
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'

export interface Database {
  pool: pg.Pool
  prisma: PrismaClient
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
}

/**
 * A pool on `url` and a Prisma client on the same pool. Connects on first use, so it never fails here.
 * `numeric` and `bigint` arrive as text (nothing is rounded on the way), `timestamptz` as Date.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    application_name: 'whence',
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
  })
  // Without a listener, a connection that dies while idle would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error))
  // The adapter leaves a pool that it was given open: it is ended in close(), after Prisma let go of it.
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  let closing: Promise<void> | undefined
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
  }
  return {
    pool,
    prisma,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
