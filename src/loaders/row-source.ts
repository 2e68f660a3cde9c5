// Rows by id for one request: what is asked for in one turn of the event loop comes with one statement a table, and
// nothing is read twice. The batch counterpart of a dataloader: a promise a call, not a promise a row.
import type { TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { type Marked, rowsBy } from './rows.ts'

interface Table {
  known: Map<number, Marked<TableName> | null>
  /** The statement that an id comes with, while it is under way. */
  coming: Map<number, Promise<void>>
  /** What the next statement will ask for, and that statement; null while nothing is wanted. */
  next: { ids: number[]; done: Promise<void> } | null
}

export class RowSource {
  readonly #db: Queryable
  readonly #tables = new Map<TableName, Table>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** The row of each id (null for none), in their order; a null id has none. */
  async rows<Name extends TableName>(name: Name, ids: readonly (number | null)[]): Promise<(Marked<Name> | null)[]> {
    const table = this.#table(name)
    const awaited = new Set<Promise<void>>()
    for (const id of ids) {
      if (id === null || table.known.has(id)) continue
      let statement = table.coming.get(id)
      if (!statement) {
        table.next ??= this.#plan(name, table)
        table.next.ids.push(id)
        statement = table.next.done
        table.coming.set(id, statement)
      }
      awaited.add(statement)
    }
    for (const statement of awaited) await statement
    return ids.map((id) => (id === null ? null : (table.known.get(id) as Marked<Name> | null)))
  }

  #table(name: TableName): Table {
    let table = this.#tables.get(name)
    if (!table) {
      table = { known: new Map(), coming: new Map(), next: null }
      this.#tables.set(name, table)
    }
    return table
  }

  #plan(name: TableName, table: Table) {
    const ids: number[] = []
    const run = async () => {
      // The whole turn may add to the ids.
      await new Promise((resolve) => setImmediate(resolve))
      table.next = null
      const rows = await rowsBy(this.#db, name, 'id' as never, ids)
      rows.forEach((row, i) => {
        table.known.set(ids[i] as number, row)
        table.coming.delete(ids[i] as number)
      })
    }
    const done = run()
    // Every caller sees the failure; that there may be several is no unhandled one.
    done.catch(() => {})
    return { ids, done }
  }
}
