// Rows by id for one request: what is asked for in one turn of the event loop comes with one statement a table, and
// nothing is read twice. The batch counterpart of a dataloader: a promise a call, not a promise a row.
import type { Columns, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { type Marked, rowsBy } from './rows.ts'

/** A statement before, while and after it is sent. Who joins it before may add to it. */
interface Statement {
  ids: Set<number>
  columns: Columns
  done: Promise<void>
}

interface Table {
  known: Map<number, { row: Marked<TableName> | null; columns: Columns }>
  /** The statement that an id comes with, while it is under way. */
  coming: Map<number, Statement>
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
    const awaited = new Set<Statement>()
    const enough = new Map<Columns, boolean>()
    const suffices = (some: Columns): boolean => {
      let answer = enough.get(some)
      if (answer === undefined) {
        answer = covers(some, columns)
        enough.set(some, answer)
      }
      return answer
    }
    for (const id of ids) {
      if (id === null) continue
      const known = table.known.get(id)
      if (known && suffices(known.columns)) continue
      const coming = table.coming.get(id)
      if (coming && coming !== table.next && covers(coming.columns, columns)) awaited.add(coming)
      else {
        const statement = this.#join(name, table, id)
        // What is known of the row stays known.
        if (known) widen(statement, known.columns)
        awaited.add(statement)
      }
    }
    if (table.next && awaited.has(table.next)) widen(table.next, columns)
    for (const { done } of awaited) await done
    return ids.map((id) => (id === null ? null : ((table.known.get(id)?.row ?? null) as Marked<Name> | null)))
  }

  #table(name: TableName): Table {
    let table = this.#tables.get(name)
    if (!table) {
      table = { known: new Map(), coming: new Map(), next: null }
      this.#tables.set(name, table)
    }
    return table
  }

  #join(name: TableName, table: Table, id: number): Statement {
    table.next ??= this.#plan(name, table)
    table.next.ids.add(id)
    table.coming.set(id, table.next)
    return table.next
  }

  #plan(name: TableName, table: Table): Statement {
    const statement: Statement = { ids: new Set(), columns: new Set(), done: Promise.resolve() }
    const run = async () => {
      // The whole turn may add to it, up to when statements are sent.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      table.next = null
      const ids = [...statement.ids]
      const { columns } = statement
      const rows = await rowsBy(this.#db, name, 'id' as never, ids, columns)
      rows.forEach((row, i) => {
        const id = ids[i] as number
        table.known.set(id, { row, columns })
        if (table.coming.get(id) === statement) table.coming.delete(id)
      })
    }
    statement.done = run()
    // Every caller sees the failure; that there may be several is no unhandled one.
    statement.done.catch(() => {})
    return statement
  }
}

function widen(statement: Statement, columns: Columns): void {
  statement.columns =
    columns === null || statement.columns === null ? null : new Set([...statement.columns, ...columns])
}
