// One transaction on one connection of the pool, for those who reason over flat statements rather than through Prisma.
import type pg from 'pg'

/** What the parts of a transaction share: statements with `$1` … in, rows or their number out. */
export interface Transaction {
  /** For batch functions, which send statements of their own. */
  db: pg.PoolClient
  rows<R extends object = Record<string, unknown>>(statement: string, ...values: unknown[]): Promise<R[]>
  run(statement: string, ...values: unknown[]): Promise<number>
}

/**
 * Whatever changes the graph (imports, audits, curators' acts) takes this lock first and waits for the others: what one finds
 * out must not change under it, and no two of them can lock each other out.
 */
export const graphLock = 4_206_918_273n

/** Runs `work` in a transaction: commits what it did, or rolls back and throws what it threw. */
export async function inTransaction<R>(pool: pg.Pool, work: (transaction: Transaction) => Promise<R>): Promise<R> {
  const db = await pool.connect()
  let broken: Error | undefined
  try {
    await db.query('BEGIN')
    const result = await work({
      db,
      rows: async (statement, ...values) => (await db.query(statement, values)).rows,
      run: async (statement, ...values) => (await db.query(statement, values)).rowCount ?? 0,
    })
    await db.query('COMMIT')
    return result
  } catch (error) {
    await db.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    db.release(broken)
  }
}
