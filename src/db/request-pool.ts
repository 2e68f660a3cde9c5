// The pool as one request sees it: its statements are counted, and cancelled when nobody waits for them any longer.
import pg from 'pg'
import { toFault } from './faults.ts'
import { eitherPatience, type Waiting } from './patience.ts'
import type { Reader } from './reader.ts'
import { ReplicaLost } from './replica.ts'

/** Of a request: what it is told of its statements, and whether somebody still waits. */
export interface Watch {
  patience: Waiting
  /** Called as a statement is sent; the function it returns is called when it is done. */
  onStatement(text: string): ((error?: Error) => void) | undefined
  /** Where statements are sent; undefined for the pool itself. */
  reader?: Reader | undefined
}

type Config = { name?: string; text: string; values?: unknown[] }

/** A connection of the pool, or the fault; does not go on waiting for one when nobody waits for the answer. */
function connect(pool: pg.Pool, patience: Watch['patience']): Promise<pg.PoolClient> {
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

/** Sends one statement; when patience ends, rejects at once and has the statement cancelled behind it. */
function send(pool: pg.Pool, client: pg.PoolClient, config: Config, patience: Watch['patience']) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    let cancelling: Promise<void> | undefined
    const stay = patience.onEnd((reason) => {
      // A server that is given up is not asked to cancel either.
      cancelling = reason instanceof ReplicaLost ? Promise.resolve() : cancel(pool, client).catch(() => {})
      reject(reason)
      if (reason instanceof ReplicaLost) done()
    })
    client.query(config).then(
      (result) => {
        stay()
        resolve(result)
        done()
      },
      (error) => {
        stay()
        reject(error)
        done()
      },
    )
    let over = false
    function done() {
      if (over) return
      over = true
      // A cancelled connection is given up: a late cancellation must not hit the statement of another request.
      if (cancelling) void cancelling.then(() => client.release(true))
      else client.release()
    }
  })
}

/** Sends one statement on a connection of a pool. */
async function sendTo(pool: pg.Pool, config: Config, patience: Waiting): Promise<pg.QueryResult> {
  const client = await connect(pool, patience)
  if (patience.reason) {
    client.release()
    throw patience.reason
  }
  return send(pool, client, config, patience)
}

/**
 * `pool` for the statements of one request. Faults of the database come as DatabaseFault; when the request's patience
 * ends, its statements reject with that reason, and those that run are cancelled.
 */
export function requestPool(pool: pg.Pool, watch: Watch): pg.Pool {
  const { patience, reader } = watch
  async function query(given: Config | string, values?: unknown[]): Promise<pg.QueryResult> {
    const config = typeof given === 'string' ? { text: given, values } : given
    if (patience.reason) throw patience.reason
    const done = watch.onStatement(config.text)
    try {
      const result = await (reader
        ? reader.read((on, life) => sendTo(on, config, life ? eitherPatience(patience, life) : patience))
        : sendTo(pool, config, patience))
      done?.()
      return result
    } catch (error) {
      const fault = toFault(error)
      done?.(fault as Error)
      throw fault
    }
  }
  // Transactions (curators' acts) take a connection of their own, and end as they end.
  const own = { query: { value: query }, connect: { value: () => pool.connect() } }
  return Object.create(pool, own)
}
