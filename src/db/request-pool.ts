// The pool as one request sees it: its statements are counted, sent together, and cancelled when nobody waits for them.
import pg from 'pg'
import { toFault } from './faults.ts'
import { eitherPatience, type Waiting } from './patience.ts'
import type { Reader } from './reader.ts'
import { sendBatch } from './send-batch.ts'
import type { Awaited, Statement } from './statement-batch.ts'

/** Of a request: what it is told of its statements, and whether somebody still waits. */
export interface Watch {
  patience: Waiting
  /** Called as a statement is sent; the function it returns is called when it is done. */
  onStatement(text: string): ((error?: Error) => void) | undefined
  /** Where statements are sent; undefined for the pool itself. */
  reader?: Reader | undefined
}

/** Sends statements until each has succeeded or failed; where one fails by itself, those behind it are sent again. */
async function settle(pool: pg.Pool, watch: Watch, awaited: readonly Awaited[]): Promise<void> {
  const { patience, reader } = watch
  for (let left = awaited; left.length > 0; left = left.filter(({ settled }) => !settled)) {
    try {
      if (patience.reason) throw patience.reason
      await (reader
        ? reader.read((on, life) => sendBatch(on, left, life ? eitherPatience(patience, life) : patience))
        : sendBatch(pool, left, patience))
    } catch (error) {
      const unsettled = left.filter(({ settled }) => !settled)
      // What PostgreSQL says is about one statement; what the connection or the request says is about all.
      for (const one of error instanceof pg.DatabaseError ? unsettled.slice(0, 1) : unsettled) one.fail(toFault(error))
    }
  }
}

/**
 * `pool` for the statements of one request. Those that are asked for in one turn of the event loop are sent together, on
 * one connection. Faults of the database come as DatabaseFault; when the request's patience ends, its statements reject
 * with that reason, and those that run are cancelled.
 */
export function requestPool(pool: pg.Pool, watch: Watch): pg.Pool {
  const { patience } = watch
  let outbox: Awaited[] = []

  function send(): void {
    const awaited = outbox
    outbox = []
    void settle(pool, watch, awaited)
  }

  function post(statement: Statement): Promise<{ rows: object[]; rowCount: number }> {
    return new Promise((resolve, reject) => {
      const done = watch.onStatement(statement.text)
      if (outbox.length === 0) setImmediate(send)
      outbox.push({
        statement,
        settled: false,
        succeed(rows) {
          this.settled = true
          done?.()
          resolve({ rows, rowCount: rows.length })
        },
        fail(error) {
          this.settled = true
          done?.(error as Error)
          reject(error)
        },
      })
    })
  }

  async function query(given: Statement | string, values: unknown[] = []) {
    if (patience.reason) throw patience.reason
    return post(typeof given === 'string' ? { text: given, values } : given)
  }
  // Transactions (curators' acts) take a connection of their own, and end as they end.
  const own = { query: { value: query }, connect: { value: () => pool.connect() } }
  return Object.create(pool, own)
}
