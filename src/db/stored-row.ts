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
 * `$table`, on its prototype, is the table it is of, so that a union or interface can tell.
 */
export interface StoredRow {
  readonly $texts: Texts
}

/** How the values of a statement's rows are read; the same for all its runs. */
export interface RowReader {
  /** An ordinary object, every value parsed. */
  object(texts: Texts): object
  row(texts: Texts): StoredRow
}

/** The driver's parser of types it doesn't know: the text as it is. */
const asIs = pg.types.getTypeParser(0 as never)

export function rowReader(columns: readonly ColumnDescription[], table: string | undefined): RowReader {
  class Row implements StoredRow {
    declare readonly $texts: Texts
    constructor(texts: Texts) {
      // Assigned, not declared with a value: that is much dearer where there are many such classes.
      ;(this as { $texts: Texts }).$texts = texts
    }
  }
  const parsers = columns.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID) as (text: string) => unknown)
  const properties = columns.map(({ name }, i): [string, PropertyDescriptor] => {
    const parse = parsers[i] as (text: string) => unknown
    const get =
      parse === asIs
        ? function (this: Row) {
            return this.$texts[i]
          }
        : function (this: Row) {
            const text = this.$texts[i]
            return text == null ? null : parse(text)
          }
    return [name, { get, enumerable: true }]
  })
  Object.defineProperties(Row.prototype, { $table: { value: table }, ...Object.fromEntries(properties) })
  return {
    object: (texts) => {
      const object: Record<string, unknown> = {}
      for (const [i, { name }] of columns.entries()) {
        const text = texts[i]
        object[name] = text == null ? null : (parsers[i] as (text: string) => unknown)(text)
      }
      return object
    },
    row: (texts) => new Row(texts),
  }
}
