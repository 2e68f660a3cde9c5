// The batch function of single rows: one row a value of a unique column.
import sql, { raw } from 'sql-template-tag'
import { type Columns, columnsOf, type Row, snakeCase, type TableName, tableOf, withColumn } from '../db/columns.ts'
import { hidden, type Queryable, queryStored } from '../db/query.ts'

/** A row that knows its table, so that a union or interface can tell what it is. */
export type Marked<Name extends TableName> = Row<Name> & { $table: Name }

export function mark<Name extends TableName>(row: object, table: Name): Marked<Name> {
  const marked = row as Marked<Name>
  marked.$table = table
  return marked
}

/** The rows whose unique column holds one of the values, by that value. */
export async function rowsByValue<Name extends TableName>(
  db: Queryable,
  table: Name,
  column: keyof Row<Name> & string,
  values: readonly (number | string)[],
  columns: Columns = null,
): Promise<Map<number | string, Marked<Name>>> {
  // PostgreSQL holds no NUL and no integer beyond 32 bits, so nothing stored can be named by one.
  const possible = values.filter((value) => (typeof value === 'number' ? value < 2 ** 31 : !value.includes('\0')))
  const byValue = new Map<number | string, Marked<Name>>()
  if (possible.length === 0) return byValue
  const type = raw(typeof possible[0] === 'number' ? 'int' : 'text')
  const found = await queryStored<Row<Name>, Name>(
    db,
    table,
    sql`SELECT ${columnsOf(table, 'r', withColumn(columns, column))} FROM ${tableOf(table)} r
      WHERE r.${raw(snakeCase(column))} = ANY(${hidden(possible, type)})`,
  )
  for (const row of found) byValue.set(row[column] as number | string, row)
  return byValue
}

/** The same, in the order of the values; null where there is none. */
export async function rowsBy<Name extends TableName>(
  db: Queryable,
  table: Name,
  column: keyof Row<Name> & string,
  values: readonly (number | string)[],
  columns: Columns = null,
): Promise<(Marked<Name> | null)[]> {
  const byValue = await rowsByValue(db, table, column, values, columns)
  return values.map((value) => byValue.get(value) ?? null)
}
