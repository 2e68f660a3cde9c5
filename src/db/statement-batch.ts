// Several statements on one connection with one round trip: the driver's interface for queries of one's own
// (pg.Submittable), by the extended-query protocol's pipelining (PostgreSQL's documentation, "Message Flow").
import type pg from 'pg'
import { type ColumnDescription, knownReader, type RowReader, readerOf, type Texts } from './stored-row.ts'

export interface Statement {
  /** Of its preparation; without one it is parsed anew each time. */
  name?: string
  text: string
  values: readonly unknown[]
  /** The table that its rows are of, where they may be stored rows (see stored-row.ts); else they are ordinary objects. */
  stored?: string
}

/** A statement somebody waits for. It is settled by whoever sends it, once. */
export interface Awaited {
  readonly statement: Statement
  settled: boolean
  succeed(rows: object[]): void
  fail(error: unknown): void
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** A value as PostgreSQL reads it: the statement says of which type it is. */
export function textOf(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'number') return `${value}`
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      if (typeof item === 'number' || Array.isArray(item)) return textOf(item)
      const text = textOf(item)
      return text === null ? 'NULL' : quoted(text)
    })
    return `{${items.join(',')}}`
  }
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The parts of the driver's connection that queries of one's own are made of. */
interface Wire extends Pick<pg.Connection, 'sync'> {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name?: string; text: string }): void
  bind(message: { statement?: string; values: (string | null)[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
}

/**
 * They run in their order, in one transaction that ends with the last. All are settled when that has ended, so that what
 * follows from them is asked together again. One that fails takes those behind it with it: those before it are settled,
 * `done` rejects with its error, and the others are left unsettled.
 */
export class StatementBatch implements pg.Submittable {
  readonly done: Promise<void>
  readonly #awaited: readonly Awaited[]
  #end!: { resolve(): void; reject(error: unknown): void }
  /** The one whose messages are coming in. */
  #at = 0
  #reader: RowReader | undefined
  #isStored = false
  #rows: object[] = []
  /** The rows of those that are through. */
  readonly #results: object[][] = []

  constructor(awaited: readonly Awaited[]) {
    this.#awaited = awaited
    this.done = new Promise((resolve, reject) => {
      this.#end = { resolve, reject }
    })
  }

  /** How many statements it is. */
  get size(): number {
    return this.#awaited.length
  }

  // The driver asks for these two when PostgreSQL has parsed a statement, to send it by name the next time.
  get name(): string | undefined {
    return this.#awaited[this.#at]?.statement.name
  }

  get text(): string | undefined {
    return this.#awaited[this.#at]?.statement.text
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    // Everything leaves with one write.
    wire.stream.cork()
    for (const { statement } of this.#awaited) {
      const { name, text, values } = statement
      if (name === undefined) wire.parse({ text })
      else if (!(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
        wire.parse({ name, text })
        wire.submittedNamedStatements[name] = text
      }
      wire.bind({ ...(name === undefined ? {} : { statement: name }), values: values.map(textOf) })
      if (!knownReader(name)) wire.describe({ type: 'P' })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
    this.#begin()
  }

  #begin(): void {
    const { name, stored } = this.#awaited[this.#at]?.statement ?? {}
    this.#reader = knownReader(name)
    this.#isStored = stored !== undefined
    this.#rows = []
  }

  handleRowDescription({ fields }: { fields: readonly ColumnDescription[] }): void {
    const { name, stored } = (this.#awaited[this.#at] as Awaited).statement
    this.#reader = readerOf(name, fields, stored)
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    const reader = this.#reader as RowReader
    this.#rows.push(this.#isStored ? reader.row(fields) : reader.object(fields))
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#at += 1
    this.#begin()
  }

  #settle(): void {
    for (const [i, rows] of this.#results.entries()) this.#awaited[i]?.succeed(rows)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  /** Of the current statement, or of the connection; PostgreSQL passes over what is left of the batch. */
  handleError(error: Error, connection: pg.Connection): void {
    const { submittedNamedStatements } = connection as unknown as Wire
    for (const { statement } of this.#awaited.slice(this.#at))
      if (statement.name !== undefined) delete submittedNamedStatements[statement.name]
    this.#settle()
    this.#end.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle()
    this.#end.resolve()
  }
}
