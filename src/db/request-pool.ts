// The pool as one request sees it: its statements are counted, sent together, and cancelled when nobody waits for them.
import type pg from 'pg'
import { InputError } from '../domain/input-error.ts'
import { isOfStatement, isStale, toFault } from './faults.ts'
import { eitherPatience, type Waiting } from './patience.ts'
import type { Reader } from './reader.ts'
import { sendBatch } from './send-batch.ts'
import type { Awaited, Statement } from './statement-batch.ts'

/** Of a request: what it is told of its statements, and whether somebody still waits. */
export interface Watch {
  patience: Waiting
  /** Called as a statement is asked for; the function it returns is called when it is done. */
  onStatement(text: string): ((error?: Error) => void) | undefined
  /** Where statements are sent; undefined for the pool itself. */
  reader?: Reader | undefined
}

/** Sends statements until each has succeeded or failed; where one fails by itself, those behind it are sent again. */
async function settle(pool: pg.Pool, { patience, reader }: Watch, awaited: readonly Awaited[]): Promise<void> {
  const isOpen = ({ settled }: Awaited) => !settled
  let sentAgain = false
  for (let left = awaited; left.length > 0; left = left.filter(isOpen)) {
    try {
      if (patience.reason) throw patience.reason
      await (reader
        ? reader.read(async (on, life, hasRead) => {
            const open = left.filter(isOpen)
            try {
              await sendBatch(on, open, life ? eitherPatience(patience, life) : patience)
            } finally {
              if (open.some(({ settled }) => settled)) hasRead()
            }
          })
        : sendBatch(pool, left, patience))
    } catch (error) {
      if (isStale(error) && !sentAgain) {
        sentAgain = true
        continue
      }
      // What PostgreSQL says of a statement is about that one; what it says of the connection, or the request, is about all.
      const failed = left.filter(isOpen)
      for (const one of isOfStatement(error) ? failed.slice(0, 1) : failed) one.fail(toFault(error))
    }
  }
}

/**
 * Runs something when this turn has asked all that it will: after the ticks that are due (rows by id are gathered up to
 * theirs), and what follows from them.
 */
const atTheEnd = (run: () => void): void => process.nextTick(() => queueMicrotask(() => process.nextTick(run)))

/** The protocol counts them in sixteen bits. */
const mostValues = 65_535

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
    if (this.settled) return
    this.settled = true
    this.#done?.()
    this.#answer.resolve(rows)
  }

  fail(error: unknown): void {
    if (this.settled) return
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
    if (statement.values.length > mostValues)
      throw new InputError('filter', 'The filter holds more values than one statement can; ask in several requests.')
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
