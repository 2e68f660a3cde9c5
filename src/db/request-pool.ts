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
 * Runs something when this turn has asked all that it will: after the ticks that are due (rows by id are gathered up to
 * theirs), and what follows from them.
 */
const atTheEnd = (run: () => void): void => process.nextTick(() => queueMicrotask(() => process.nextTick(run)))

/** A statement that is to be sent, and whoever waits for its rows. */
class Posted implements Awaited {
  readonly statement: Statement
  readonly rows: Promise<object[]>
  settled = false
  readonly #done: ((error?: Error) => void) | undefined
  #answer!: { resolve(rows: object[]): void; reject(error: unknown): void }

  constructor(statement: Statement, done: ((error?: Error) => void) | undefined) {
    this.statement = statement
    this.#done = done
    this.rows = new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
    })
  }

  succeed(rows: object[]): void {
    this.settled = true
    this.#done?.()
    this.#answer.resolve(rows)
  }

  fail(error: unknown): void {
    this.settled = true
    this.#done?.(error as Error)
    this.#answer.reject(error)
  }
}

/**
 * A pool for the statements of one request. Those that are asked for in one turn of the event loop are sent together, on
 * one connection. Faults of the database come as DatabaseFault; when the request's patience ends, its statements reject
 * with that reason, and those that run are cancelled.
 */
export class RequestPool {
  readonly #pool: pg.Pool
  readonly #watch: Watch
  #outbox: Posted[] = []

  constructor(pool: pg.Pool, watch: Watch) {
    this.#pool = pool
    this.#watch = watch
  }

  async query(given: Statement | string, values: unknown[] = []): Promise<{ rows: object[]; rowCount: number }> {
    const { patience } = this.#watch
    if (patience.reason) throw patience.reason
    const statement = typeof given === 'string' ? { text: given, values } : given
    const posted = new Posted(statement, this.#watch.onStatement(statement.text))
    if (this.#outbox.length === 0) atTheEnd(() => this.#send())
    this.#outbox.push(posted)
    const rows = await posted.rows
    return { rows, rowCount: rows.length }
  }

  /** Transactions (curators' acts) take a connection of their own, and end as they end. */
  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect()
  }

  #send(): void {
    const posted = this.#outbox
    this.#outbox = []
    void settle(this.#pool, this.#watch, posted)
  }
}

/** The pool that a request is given. */
export const requestPool = (pool: pg.Pool, watch: Watch): pg.Pool => new RequestPool(pool, watch) as unknown as pg.Pool
