// Runs one statement on the shared pool, prepared under a name of its own where it is likely to come again.
import type { QueryResultRow } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { nameOf } from './prepared.ts'
import { type ColumnDescription, knownReader, readerOf, type Texts } from './stored-row.ts'

/** What a statement can be run on: the pool, or one client inside a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(config: {
    name?: string
    text: string
    values: unknown[]
    /** Its rows may be stored rows (see stored-row.ts) of this table; who doesn't know how gives arrays of texts. */
    stored?: string
    rowMode?: 'array'
    types?: object
  }): Promise<{ rows: R[]; fields?: ColumnDescription[] }>
}

/** PostgreSQL's texts hold no NUL; what is asked with one is asked with the mark of an unreadable character instead. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (Array.isArray(value) && value.some((one) => typeof one === 'string' && one.includes('\0')))
    return value.map(withoutNul)
  return value
}

const configOf = ({ text, values }: Sql) => {
  const name = nameOf(text)
  return { ...(name ? { name } : {}), text, values: values.map(withoutNul) }
}

/** The rows of one statement. Errors of the database are thrown as they are; the server masks them. */
export async function query<R extends QueryResultRow>(on: Queryable, statement: Sql): Promise<R[]> {
  const { rows } = await on.query<R>(configOf(statement))
  return rows
}

const texts = { getTypeParser: () => (text: string) => text }

/**
 * The same for rows of one table, each of which knows it (`$table`). They are only looked at, column by column, never
 * spread, copied or changed: what nobody reads of them is not even parsed.
 */
export async function queryStored<R extends QueryResultRow, Name extends string>(
  on: Queryable,
  table: Name,
  statement: Sql,
): Promise<(R & { $table: Name })[]> {
  type Stored = R & { $table: Name }
  const config = configOf(statement)
  const { rows, fields } = await on.query<Stored>({ ...config, stored: table, rowMode: 'array', types: texts })
  // A request's pool has made them; a plain connection gives the bare texts, and what the columns are.
  if (!fields) return rows
  const reader = knownReader(config.name, table) ?? readerOf(config.name, fields, table)
  return rows.map((row) => reader.read(row as unknown as Texts) as Stored)
}

/** Longer arrays are planned for: by then the plan costs nothing beside its run, and a hash table of a known array pays. */
const mostHidden = 1_000

/**
 * SQL: an array that PostgreSQL does not look into while it plans. A plan for an array of one length is a little cheaper
 * by its estimate than one for any, so that PostgreSQL would plan such a statement anew each time it is run.
 */
export const hidden = (values: readonly unknown[], type: Sql): Sql =>
  values.length > mostHidden ? sql`${values}::${type}[]` : sql`(SELECT ${values}::${type}[])::${type}[]`
