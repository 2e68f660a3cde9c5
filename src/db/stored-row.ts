// The rows of a statement as PostgreSQL sends them: texts, of which each becomes a value when somebody reads it.
import pg from 'pg'

export type Texts = (string | null)[]

/** What of a column's description is needed to read its values. */
export interface ColumnDescription {
  name: string
  dataTypeID: number
}

/**
 * A row whose columns are getters: what nobody reads of it is never parsed. It can't be spread, nor destructured by rest.
 * `$table`, on its prototype, is the table it is of, so that a union or interface can tell. Columns named
 * "authorId.Author.slug" are those of the row that `authorId` points at, which is its property `$authorId`.
 */
export interface StoredRow {
  readonly $texts: Texts
}

type RowClass = new (texts: Texts) => StoredRow

/** How the rows of a statement are read; the same for all its runs. */
export interface RowReader {
  /** The table that they are of; undefined for ordinary objects. */
  readonly table: string | undefined
  /** A stored row, or an object with every value parsed. */
  read(texts: Texts): object
}

type Parse = (text: string) => unknown
type Column = { name: string; place: number; parse: Parse }

/** The driver's parser of types it doesn't know: the text as it is. */
const asIs = pg.types.getTypeParser(0 as never)
const parserOf = ({ dataTypeID }: ColumnDescription) => pg.types.getTypeParser(dataTypeID) as Parse

/** A class of rows with these columns, each by its place in the statement. */
function rowClass(table: string | undefined, columns: readonly Column[]) {
  class Row implements StoredRow {
    declare readonly $texts: Texts
    constructor(texts: Texts) {
      // Assigned, not declared with a value: that is much dearer where there are many such classes.
      ;(this as { $texts: Texts }).$texts = texts
    }
  }
  Object.defineProperty(Row.prototype, '$table', { value: table })
  for (const { name, place, parse } of columns) {
    const get =
      parse === asIs
        ? function (this: Row) {
            return this.$texts[place]
          }
        : function (this: Row) {
            const text = this.$texts[place]
            return text == null ? null : parse(text)
          }
    Object.defineProperty(Row.prototype, name, { get, enumerable: true })
  }
  return Row
}

function objectReader(columns: readonly Column[]): RowReader {
  const read = (texts: Texts) => {
    const object: Record<string, unknown> = {}
    for (const { name, place, parse } of columns) {
      const text = texts[place]
      object[name] = text == null ? null : parse(text)
    }
    return object
  }
  return { table: undefined, read }
}

function storedReader(columns: readonly Column[], table: string): RowReader {
  const own = columns.filter(({ name }) => !name.includes('.'))
  const joined = new Map<string, { table: string; columns: Column[] }>()
  for (const column of columns) {
    const [by = '', of = '', name] = column.name.split('.')
    if (name === undefined) continue
    const found = joined.get(by) ?? { table: of, columns: [] }
    found.columns.push({ ...column, name })
    joined.set(by, found)
  }
  const Row = rowClass(table, own)
  for (const [by, { table: other, columns: its }] of joined) {
    const Joined: RowClass = rowClass(other, its)
    Object.defineProperty(Row.prototype, `$${by}`, {
      get(this: StoredRow) {
        return new Joined(this.$texts)
      },
    })
  }
  return { table, read: (texts) => new Row(texts) }
}

/** By the names of their prepared statements: what PostgreSQL has described once, it need not again. */
const readers = new Map<string, RowReader>()
/** More than are prepared at once. */
const mostReaders = 1_000

export function knownReader(name: string | undefined, table: string | undefined): RowReader | undefined {
  const reader = name === undefined ? undefined : readers.get(name)
  return reader?.table === table ? reader : undefined
}

/** The reader of rows as PostgreSQL has described them, remembered if their statement has a name. */
export function readerOf(
  name: string | undefined,
  described: readonly ColumnDescription[],
  table: string | undefined,
): RowReader {
  const columns = described.map((column, place) => ({ name: column.name, place, parse: parserOf(column) }))
  const reader = table === undefined ? objectReader(columns) : storedReader(columns, table)
  if (name !== undefined) {
    if (readers.size >= mostReaders) readers.clear()
    readers.set(name, reader)
  }
  return reader
}

/** For a statement whose columns are no longer what they were. */
export const forgetReader = (name: string | undefined): void => {
  if (name !== undefined) readers.delete(name)
}
