// Runs one statement on the shared pool, prepared under a name of its own where it is likely to come again.
import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'

/** What a statement can be run on: the pool, or one client inside a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(config: { name?: string; text: string; values: unknown[] }): Promise<{ rows: R[] }>
}

/** Texts beyond this many are sent unnamed, so that no connection collects plans without end. */
const preparedLimit = 500
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= preparedLimit) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

/** PostgreSQL's texts hold no NUL; what is asked with one is asked with the mark of an unreadable character instead. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (Array.isArray(value) && value.some((one) => typeof one === 'string' && one.includes('\0')))
    return value.map(withoutNul)
  return value
}

/** The rows of one statement. Errors of the database are thrown as they are; the server masks them. */
export async function query<R extends QueryResultRow>(on: Queryable, statement: Sql): Promise<R[]> {
  const { text, values } = statement
  const { rows } = await on.query<R>({ name: nameOf(text), text, values: values.map(withoutNul) })
  return rows
}
