// Several statements on one connection with one round trip: the driver's interface for queries of one's own
// (pg.Submittable), by the extended-query protocol's pipelining (PostgreSQL's documentation, "Message Flow").
import type pg from 'pg'
import { toClose } from './prepared.ts'
import { type ColumnDescription, knownReader, type RowReader, readerOf, type Texts } from './stored-row.ts'

export interface Statement {
  /** Of its preparation; without one it is parsed anew each time. */
  name?: string
  text: string
  values: readonly unknown[]
  /** The table that its rows are of, where they may be stored rows (see stored-row.ts); else they are ordinary objects. */
  stored?: string
}

/** A statement somebody waits for. It is settled once; who settles it again is not heard. */
export interface Awaited {
  readonly statement: Statement
  readonly settled: boolean
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
  close(message: { type: 'S'; name: string }): void
  sendCopyFail(message: string): void
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

  /** As the driver wants it: gives the error of what can't be sent, and then has sent nothing. */
  submit(connection: pg.Connection): Error | null {
    let values: (string | null)[][]
    try {
      values = this.#awaited.map(({ statement }) => statement.values.map(textOf))
    } catch (error) {
      return error as Error
    }
    const wire = connection as unknown as Wire
    // Everything leaves with one write.
    wire.stream.cork()
    for (const [i, { statement }] of this.#awaited.entries()) sendOne(wire, statement, values[i] as (string | null)[])
    wire.sync()
    wire.stream.uncork()
    this.#begin()
    return null
  }

  #begin(): void {
    const { name, stored } = this.#awaited[this.#at]?.statement ?? {}
    this.#reader = knownReader(name, stored)
    this.#rows = []
  }

  handleRowDescription({ fields }: { fields: readonly ColumnDescription[] }): void {
    const { name, stored } = (this.#awaited[this.#at] as Awaited).statement
    this.#reader = readerOf(name, fields, stored)
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows.push((this.#reader as RowReader).read(fields))
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#at += 1
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  /** COPY has nothing to read from here, and nobody to give to. */
  handleCopyInResponse(connection: pg.Connection): void {
    ;(connection as unknown as Wire).sendCopyFail('No source stream defined')
    // The one that was sent was passed over, as all is but the rows.
    connection.sync()
  }

  handleCopyData(): void {}

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

  #settle(): void {
    for (const [i, rows] of this.#results.entries()) this.#awaited[i]?.succeed(rows)
  }
}

function sendOne(wire: Wire, { name, text, stored }: Statement, values: (string | null)[]): void {
  const isParsed = name !== undefined && (name in wire.parsedStatements || name in wire.submittedNamedStatements)
  if (name === undefined) {
    wire.parse({ text })
    wire.bind({ values })
  } else {
    if (!isParsed) {
      for (const old of toClose(Object.keys(wire.parsedStatements))) {
        wire.close({ type: 'S', name: old })
        delete wire.parsedStatements[old]
      }
      wire.parse({ name, text })
      wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values })
  }
  // A connection may be newer than a change of the columns, so each describes them once.
  if (!isParsed || !knownReader(name, stored)) wire.describe({ type: 'P' })
  wire.execute({})
}
