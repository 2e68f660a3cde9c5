// Rows by id for one request: what is asked for in one turn of the event loop comes with one statement a table, and
// nothing is read twice. The batch counterpart of a dataloader: a promise a call, not a promise a row.
import type { Columns, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { type Marked, rowsByValue } from './rows.ts'

/** A statement before, while and after it is sent. Who joins it before may add to it. */
interface Statement {
  ids: Set<number>
  columns: Columns
  done: Promise<void>
}

/** Rows that came with one statement; an id without one has none. */
interface Read {
  ids: ReadonlySet<number>
  columns: Columns
  rows: ReadonlyMap<number | string, Marked<TableName>>
}

interface Table {
  /** The last one first: what was read again has more columns. */
  read: Read[]
  coming: Statement[]
  /** The statement that is still to be sent; null while nothing is wanted. */
  next: Statement | null
}

const covers = (some: Columns, wanted: Columns): boolean =>
  some === null || (wanted !== null && [...wanted].every((column) => some.has(column)))

export class RowSource {
  readonly #db: Queryable
  readonly #tables = new Map<TableName, Table>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** The row of each id (null for none), in their order, with these columns at least; a null id has none. */
  async rows<Name extends TableName>(
    name: Name,
    ids: readonly (number | null)[],
    columns: Columns = null,
  ): Promise<(Marked<Name> | null)[]> {
    const table = this.#table(name)
    const enough = ({ columns: some }: { columns: Columns }) => covers(some, columns)
    const known = table.read.filter(enough)
    const coming = table.coming.filter(enough)
    const awaited = new Set<Statement>()
    for (const id of ids) {
      if (id === null || known.some((one) => one.ids.has(id))) continue
      const other = coming.find((one) => one.ids.has(id))
      if (!other) {
        table.next ??= this.#plan(name, table)
        table.next.ids.add(id)
      }
      awaited.add(other ?? (table.next as Statement))
    }
    if (table.next && awaited.has(table.next)) widen(table.next, columns)
    for (const { done } of awaited) await done
    const read = table.read.filter(enough)
    const rowOf = (id: number | null): Marked<TableName> | null => {
      if (id === null) return null
      for (const { rows } of read) {
        const row = rows.get(id)
        if (row) return row
      }
      return null
    }
    return ids.map(rowOf) as (Marked<Name> | null)[]
  }

  #table(name: TableName): Table {
    let table = this.#tables.get(name)
    if (!table) {
      table = { read: [], coming: [], next: null }
      this.#tables.set(name, table)
    }
    return table
  }

  #plan(name: TableName, table: Table): Statement {
    const statement: Statement = { ids: new Set(), columns: new Set(), done: Promise.resolve() }
    const run = async () => {
      // The whole turn may add to it, up to when statements are sent.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      table.next = null
      table.coming.push(statement)
      const { ids, columns } = statement
      try {
        const rows = await rowsByValue(this.#db, name, 'id' as never, [...ids], columns)
        table.read.unshift({ ids, columns, rows })
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

function widen(statement: Statement, columns: Columns): void {
  statement.columns =
    columns === null || statement.columns === null || columns === statement.columns
      ? columns && statement.columns
      : statement.columns.size === 0
        ? columns
        : new Set([...statement.columns, ...columns])
}
