// Rows by a unique column for one request: what is asked for in one turn of the event loop comes with one statement a table,
// and nothing is read twice. The batch counterpart of a dataloader: a promise a call, not a promise a row.
import type { Columns, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { type Marked, rowsByValue } from './rows.ts'

/** A statement before, while and after it is sent. Who joins it before may add to it. */
interface Statement<Key> {
  keys: Set<Key>
  columns: Columns
  done: Promise<void>
}

/** Rows that came with one statement; a key without one has none. */
interface Read<Key> {
  keys: ReadonlySet<Key>
  columns: Columns
  rows: ReadonlyMap<number | string, Marked<TableName>>
}

interface Table<Key> {
  /** The last one first: what was read again has more columns. */
  read: Read<Key>[]
  coming: Statement<Key>[]
  /** The statement that is still to be sent; null while nothing is wanted. */
  next: Statement<Key> | null
}

const covers = (some: Columns, wanted: Columns): boolean =>
  some === null || (wanted !== null && [...wanted].every((column) => some.has(column)))

export class RowSource<Key extends number | string> {
  readonly #db: Queryable
  readonly #column: string
  readonly #tables = new Map<TableName, Table<Key>>()

  constructor(db: Queryable, column: string) {
    this.#db = db
    this.#column = column
  }

  /** The row of each key (null for none), in their order, with these columns at least; a null key has none. */
  async rows<Name extends TableName>(
    name: Name,
    keys: readonly (Key | null)[],
    columns: Columns = null,
  ): Promise<(Marked<Name> | null)[]> {
    const table = this.#table(name)
    const enough = ({ columns: some }: { columns: Columns }) => covers(some, columns)
    const known = table.read.filter(enough)
    const coming = table.coming.filter(enough)
    const awaited = new Set<Statement<Key>>()
    for (const key of keys) {
      if (key === null || known.some((one) => one.keys.has(key))) continue
      const other = coming.find((one) => one.keys.has(key))
      if (!other) {
        table.next ??= this.#plan(name, table)
        table.next.keys.add(key)
      }
      awaited.add(other ?? (table.next as Statement<Key>))
    }
    if (table.next && awaited.has(table.next)) widen(table.next, columns)
    for (const { done } of awaited) await done
    const read = table.read.filter(enough)
    const rowOf = (key: Key | null): Marked<TableName> | null => {
      if (key === null) return null
      for (const { rows } of read) {
        const row = rows.get(key)
        if (row) return row
      }
      return null
    }
    return keys.map(rowOf) as (Marked<Name> | null)[]
  }

  #table(name: TableName): Table<Key> {
    let table = this.#tables.get(name)
    if (!table) {
      table = { read: [], coming: [], next: null }
      this.#tables.set(name, table)
    }
    return table
  }

  #plan(name: TableName, table: Table<Key>): Statement<Key> {
    const statement: Statement<Key> = { keys: new Set(), columns: new Set(), done: Promise.resolve() }
    const run = async () => {
      // The whole turn may add to it, up to when statements are sent.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      table.next = null
      table.coming.push(statement)
      const { keys, columns } = statement
      try {
        const rows = await rowsByValue(this.#db, name, this.#column as never, [...keys], columns)
        table.read.unshift({ keys, columns, rows })
      } finally {
        table.coming = table.coming.filter((one) => one !== statement)
      }
    }
    statement.done = run()
    // Every caller sees the failure; that there may be several is no unhandled one.
    statement.done.catch(() => {})
    return statement
  }
}

function widen(statement: Pick<Statement<never>, 'columns'>, columns: Columns): void {
  statement.columns =
    columns === null || statement.columns === null || columns === statement.columns
      ? columns && statement.columns
      : statement.columns.size === 0
        ? columns
        : new Set([...statement.columns, ...columns])
}
