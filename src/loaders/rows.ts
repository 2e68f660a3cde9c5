// The batch function of single rows: one row a value of a unique column.
import sql, { raw } from 'sql-template-tag'
import { type Columns, columnsOf, type Row, snakeCase, type TableName, tableOf } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'

/** A row that knows its table, so that a union or interface can tell what it is. */
export type Marked<Name extends TableName> = Row<Name> & { $table: Name }

export const mark = <Name extends TableName>(row: object, table: Name): Marked<Name> =>
  Object.assign(row, { $table: table }) as Marked<Name>

/** The rows whose unique column holds each of the values, in the order of the values; null where there is none. */
export async function rowsBy<Name extends TableName>(
  db: Queryable,
  table: Name,
  column: keyof Row<Name> & string,
  values: readonly (number | string)[],
  columns: Columns = null,
): Promise<(Marked<Name> | null)[]> {
  // PostgreSQL holds no NUL and no integer beyond 32 bits, so nothing stored can be named by one.
  const possible = values.filter((value) => (typeof value === 'number' ? value < 2 ** 31 : !value.includes('\0')))
  const type = typeof possible[0] === 'number' ? 'int' : 'text'
  const found =
    possible.length > 0
      ? await query(
          db,
          sql`SELECT ${columnsOf(table, 'r', columns && new Set([...columns, column]))} FROM ${tableOf(table)} r
            WHERE r.${raw(snakeCase(column))} = ANY(${possible}::${raw(type)}[])`,
        )
      : []
  const byValue = new Map(found.map((row) => [row[column] as number | string, mark(row, table)]))
  return values.map((value) => byValue.get(value) ?? null)
}
