// Sends a batch of statements on a connection of a pool, for as long as somebody waits for them.
import pg from 'pg'
import { isOfStatement, isStale } from './faults.ts'
import type { Waiting } from './patience.ts'
import { ReplicaLost } from './replica.ts'
import { type Awaited, StatementBatch } from './statement-batch.ts'
import { forgetReader } from './stored-row.ts'

/** A connection of the pool, or the fault; does not go on waiting for one when nobody waits for the answer. */
function connect(pool: pg.Pool, patience: Waiting): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let left = false
    const stay = patience.onEnd((reason) => {
      left = true
      reject(reason)
    })
    pool.connect().then(
      (client) => {
        stay()
        if (left) client.release()
        else resolve(client)
      },
      (error) => {
        stay()
        reject(error)
      },
    )
  })
}

/** Has PostgreSQL cancel what a connection runs; from a connection of its own, for the pool may have none to spare. */
async function cancel(pool: pg.Pool, running: pg.PoolClient): Promise<void> {
  const { processID } = running as unknown as { processID: number }
  const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: 5_000 } as pg.ClientConfig)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_cancel_backend($1)', [processID])
  } finally {
    await client.end()
  }
}

/** Runs the batch; when patience ends, rejects at once and has its statement cancelled behind it. */
function run(pool: pg.Pool, client: pg.PoolClient, batch: StatementBatch, patience: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    let cancelling: Promise<void> | undefined
    let over = false
    const release = (broken: boolean) => {
      if (over) return
      over = true
      client.release(broken)
    }
    const stay = patience.onEnd((reason) => {
      if (cancelling) return
      reject(reason)
      // A server that is given up is not asked to cancel either.
      const isGone = reason instanceof ReplicaLost
      cancelling = isGone ? Promise.resolve() : cancel(pool, client).catch(() => {})
      if (isGone) release(true)
    })
    /** A cancelled connection is given up: a late cancellation must not hit the statement of another request. */
    const end = (error?: unknown) => {
      stay()
      if (error === undefined) resolve()
      else reject(error)
      const broken = error !== undefined && (!isOfStatement(error) || isStale(error))
      if (cancelling) void cancelling.then(() => release(true))
      else release(broken)
    }
    client.query(batch)
    batch.done.then(() => end(), end)
  })
}

/** Sends the statements. Rejects with what kept the first of those that are not settled then from succeeding. */
export async function sendBatch(pool: pg.Pool, awaited: readonly Awaited[], patience: Waiting): Promise<void> {
  const client = await connect(pool, patience)
  if (patience.reason) {
    client.release()
    throw patience.reason
  }
  try {
    await run(pool, client, new StatementBatch(awaited), patience)
  } catch (error) {
    if (isStale(error)) for (const { statement } of awaited) forgetReader(statement.name)
    throw error
  }
}
