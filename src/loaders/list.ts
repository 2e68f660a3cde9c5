// The batch functions of every list: a page of it under each of many parents, and its length under each.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { type Columns, columnsOf, type TableName, tableOf } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import { InputError } from '../domain/input-error.ts'
import { decodeCursor, encodeCursor, listMark } from './cursor.ts'
import { beyond, type Ordered, orderBy } from './order.ts'
import { type Marked, mark as markRow } from './rows.ts'

export const defaultPageSize = 20
export const maximumPageSize = 100

export interface PageArguments {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

/**
 * A list: rows of one table (alias `r`), those that belong to a parent (`p.id`), in a total order.
 * `Arguments` is what its filter and order are made from.
 */
export interface List<Name extends TableName = TableName, Arguments = object> {
  /** Unique among the lists: cursors and caches are kept apart by it. */
  name: string
  table: Name
  /** Rows other than those of the table, under the same alias, for a list that gathers several. */
  from?: (args: Arguments) => { rows: Sql; columns: Sql }
  /** Which rows belong to the parent `p.id`; none for a list of the root. */
  scope?: Sql
  /** What `p.id` holds: the parent's id (the default), or its key. */
  parent?: 'id' | 'key'
  /** Which rows the arguments leave in; null for all. */
  where?: (args: Arguments) => Sql | null
  /** The order, ended by a term that tells all rows apart. */
  order: (args: Arguments) => Ordered[]
}

const rowsOf = <Arguments>(list: List<TableName, Arguments>, args: Arguments, only: Columns = null) =>
  list.from?.(args) ?? { rows: tableOf(list.table), columns: columnsOf(list.table, 'r', only) }

export interface Page<R> {
  edges: { cursor: string; node: R }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

/** How many nodes a page holds. Throws InputError for sizes that no page has. */
export function pageSize({ first, last }: PageArguments): number {
  for (const [name, value] of Object.entries({ first, last }))
    if (value != null && !(value >= 1 && value <= maximumPageSize))
      throw new InputError(name, `"${name}" is ${value}; a page holds 1 to ${maximumPageSize} items.`)
  if (first != null && last != null)
    throw new InputError('last', 'Give "first" (with "after") or "last" (with "before"), not both.')
  return first ?? last ?? defaultPageSize
}

const wherever = (...conditions: (Sql | null | undefined)[]): Sql => {
  const given = conditions.filter((condition): condition is Sql => condition != null)
  return given.length > 0 ? sql`WHERE ${join(given, ' AND ')}` : empty
}

/** What a parent is known by: its id, or the key of a note. */
export type Parent = number | string
type Found = Record<string, string | number> & { $parent: Parent }

const unnested = (list: { parent?: 'id' | 'key' }, parents: readonly Parent[]): Sql =>
  sql`unnest(${parents}::${list.parent === 'key' ? raw('text') : raw('int')}[]) WITH ORDINALITY p(id, n)`

/** A row in its place. Most readers never look at the cursor, so it is made when they do. */
class RowEdge<R> {
  readonly node: R
  readonly #row: Found
  readonly #mark: string
  readonly #terms: number

  constructor(node: R, row: Found, mark: string, terms: number) {
    this.node = node
    this.#row = row
    this.#mark = mark
    this.#terms = terms
  }

  get cursor(): string {
    const values = Array.from({ length: this.#terms }, (_, i) => this.#row[`$${i}`] as string | number)
    return encodeCursor(this.#mark, values)
  }
}

/** The page of a list under each parent, in the order of the parents; `parents` null: the root's one list. */
export async function pages<Name extends TableName, Arguments>(
  db: Queryable,
  list: List<Name, Arguments>,
  args: Arguments & PageArguments,
  parents: readonly Parent[] | null,
  only: Columns = null,
): Promise<Page<Marked<Name>>[]> {
  const size = pageSize(args)
  const backwards = args.last != null
  const terms = list.order(args)
  const mark = listMark(list.name, terms)
  const bounds = (['after', 'before'] as const).map((side) => {
    const cursor = args[side]
    return cursor == null ? null : beyond(terms, decodeCursor(side, cursor, mark, terms), side === 'before')
  })
  const { rows: source, columns } = rowsOf(list, args, only)
  const places = terms.map((term, i) => ({ ...term, expression: raw(`"$${i}"`), value: term.expression }))
  const rows = sql`SELECT ${columns}, ${join(places.map((place) => sql`${place.value} AS ${place.expression}`))}
    FROM ${source} r ${wherever(parents && list.scope, list.where?.(args), ...bounds)}
    ORDER BY ${orderBy(terms, backwards)} LIMIT ${size + 1}`
  const found = await query<Found>(
    db,
    parents
      ? sql`SELECT p.id AS "$parent", c.* FROM ${unnested(list, [...new Set(parents)])}
          CROSS JOIN LATERAL (${rows}) c ORDER BY p.n, ${orderBy(places, backwards)}`
      : rows,
  )
  const toPage = (some: Found[]): Page<Marked<Name>> => {
    const more = some.length > size
    const edges = some.slice(0, size).map((row) => new RowEdge(markRow(row, list.table), row, mark, terms.length))
    if (backwards) edges.reverse()
    return {
      edges,
      pageInfo: {
        hasNextPage: backwards ? args.before != null : more,
        hasPreviousPage: backwards ? more : args.after != null,
        get startCursor() {
          return edges[0]?.cursor ?? null
        },
        get endCursor() {
          return edges.at(-1)?.cursor ?? null
        },
      },
    }
  }
  if (!parents) return [toPage(found)]
  const byParent = new Map<Parent, Found[]>()
  for (const row of found) {
    const siblings = byParent.get(row.$parent)
    if (siblings) siblings.push(row)
    else byParent.set(row.$parent, [row])
  }
  // A parent that comes twice (a source of two observations) has one page.
  const pageOf = new Map(Array.from(byParent, ([parent, rows]) => [parent, toPage(rows)]))
  return parents.map((parent) => pageOf.get(parent) ?? toPage([]))
}

/** How many rows a list has under each parent; `parents` null: the root's one list. */
export async function totals<Name extends TableName, Arguments>(
  db: Queryable,
  list: List<Name, Arguments>,
  args: Arguments,
  parents: readonly Parent[] | null,
): Promise<number[]> {
  const count = sql`SELECT count(*)::int AS total FROM ${rowsOf(list, args).rows} r
    ${wherever(parents && list.scope, list.where?.(args))}`
  const distinct = parents && [...new Set(parents)]
  const found = await query<{ total: number }>(
    db,
    distinct
      ? sql`SELECT c.total FROM ${unnested(list, distinct)}
          CROSS JOIN LATERAL (${count}) c ORDER BY p.n`
      : count,
  )
  if (!parents || !distinct) return found.map((row) => row.total)
  const totalOf = new Map(distinct.map((parent, i) => [parent, (found[i] as { total: number }).total]))
  return parents.map((parent) => totalOf.get(parent) as number)
}
