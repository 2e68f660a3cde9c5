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

/** How the values of a statement's rows are read; the same for all its runs. */
export interface RowReader {
  /** An ordinary object, every value parsed. */
  object(texts: Texts): object
  row(texts: Texts): StoredRow
}

type Parse = (text: string) => unknown

/** The driver's parser of types it doesn't know: the text as it is. */
const asIs = pg.types.getTypeParser(0 as never)
const parserOf = ({ dataTypeID }: ColumnDescription) => pg.types.getTypeParser(dataTypeID) as Parse

/** A class of rows with these columns, each by its place in the statement. */
function rowClass(table: string | undefined, columns: readonly { name: string; place: number; parse: Parse }[]) {
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

export function rowReader(described: readonly ColumnDescription[], table: string | undefined): RowReader {
  const columns = described.map((column, place) => ({ name: column.name, place, parse: parserOf(column) }))
  const own = columns.filter(({ name }) => !name.includes('.'))
  const joined = new Map<string, { table: string; columns: typeof columns }>()
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
  return {
    object: (texts) => {
      const object: Record<string, unknown> = {}
      for (const { name, place, parse } of columns) {
        const text = texts[place]
        object[name] = text == null ? null : parse(text)
      }
      return object
    },
    row: (texts) => new Row(texts),
  }
}

/** By the names of their prepared statements: what PostgreSQL has described once, it need not again. */
const readers = new Map<string, RowReader>()

export const knownReader = (name: string | undefined): RowReader | undefined =>
  name === undefined ? undefined : readers.get(name)

/** The reader of a statement's rows, remembered if the statement has a name. */
export function readerOf(
  name: string | undefined,
  described: readonly ColumnDescription[],
  table: string | undefined,
): RowReader {
  const reader = knownReader(name) ?? rowReader(described, table)
  if (name !== undefined) readers.set(name, reader)
  return reader
}
