// The cursor of the row in the middle of a list, found without walking there.
import type pg from 'pg'
import sql, { join, raw } from 'sql-template-tag'
import { type TableName, tableOf } from '../../src/db/columns.ts'
import { encodeCursor, listMark } from '../../src/loaders/cursor.ts'
import { type List, type Parent, scopeOf } from '../../src/loaders/list.ts'
import { orderBy } from '../../src/loaders/order.ts'

let database: pg.Client | undefined
/** Where deepCursor looks. */
export const lookIn = (client: pg.Client): void => {
  database = client
}

/** A cursor as the list itself would give it for its middle row. */
export async function deepCursor<Name extends TableName, Arguments>(
  list: List<Name, Arguments>,
  args: Arguments,
  parent?: Parent,
): Promise<string> {
  if (!database) throw new Error('lookIn comes first')
  const terms = list.order(args)
  const conditions = [
    ...[parent !== undefined && scopeOf(list)].filter((scope) => scope !== false && scope !== undefined),
    ...[list.where?.(args)].filter((condition) => condition != null),
    sql`true`,
  ]
  const rows = sql`FROM ${tableOf(list.table)} r, (SELECT ${parent ?? null}::${raw(typeof parent === 'string' ? 'text' : 'int')} AS id) p
    WHERE ${join(conditions, ' AND ')}`
  const count = sql`SELECT count(*)::int AS n ${rows}`
  const total = (await database.query<{ n: number }>(count.text, count.values)).rows[0]?.n ?? 0
  const middle = sql`SELECT ${join(terms.map(({ expression }, i) => sql`${expression} AS ${raw(`"${i}"`)}`))} ${rows}
    ORDER BY ${orderBy(terms, false)} OFFSET ${Math.floor(total / 2)} LIMIT 1`
  const row = (await database.query<Record<number, string | number>>(middle.text, middle.values)).rows[0]
  return encodeCursor(
    listMark(list.name, terms),
    terms.map((_, i) => row?.[i] ?? ''),
  )
}
