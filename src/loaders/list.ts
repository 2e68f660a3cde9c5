// The batch functions of every list: a page of it under each of many parents, and its length under each.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import {
  type Columns,
  columnsOf,
  type Join,
  joinedColumnsOf,
  joinsIn,
  namesOf,
  type TableName,
  tableOf,
} from '../db/columns.ts'
import { hidden, type Queryable, query, queryStored } from '../db/query.ts'
import { groupBy } from '../domain/group-by.ts'
import { InputError } from '../domain/input-error.ts'
import { decodeCursor, encodeCursor, listMark } from './cursor.ts'
import { type Ordered, orderBy } from './order.ts'
import { type Between, between, placesOf, rowsByWays, rowsInOrder, type Ways, wherever } from './page-rows.ts'
import type { Marked } from './rows.ts'

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
  scope?: Sql | ((between: Between) => Sql)
  /** The column that is `p.id`, where that is all of the scope. */
  under?: Sql
  /** What `p.id` holds: the parent's id (the default), or its key. */
  parent?: 'id' | 'key'
  /** Which rows the arguments leave in; null for all. */
  where?: (args: Arguments) => Sql | null
  /** Ways that together lead to all these rows of the root's list, where its order alone may lead past many others. */
  ways?: (args: Arguments) => Ways | null
  /** The order, ended by a term that tells all rows apart. */
  order: (args: Arguments) => Ordered[]
}

/** Reads with the rows `c` what one of their columns points at. */
const joinTo = (to: Join, i: number): { shown: Sql; from: Sql } => {
  const alias = `j${i}`
  const on = raw(`${alias}.id = c."${to.column}"`)
  return { shown: joinedColumnsOf(to, alias), from: sql`JOIN ${tableOf(to.table)} ${raw(alias)} ON ${on}` }
}

/** What readers of cursors read of a row, beside its columns. */
export const cursorColumn = '$cursor'

/** Which rows belong to the parent; `within`: and between which places, if that helps. */
export const scopeOf = ({ scope }: Pick<List, 'scope'>, within: Between = () => sql`true`): Sql | undefined =>
  typeof scope === 'function' ? scope(within) : scope

const rowsOf = <Arguments>(list: List<TableName, Arguments>, args: Arguments, only: Columns = null) =>
  list.from?.(args) ?? { rows: tableOf(list.table), columns: columnsOf(list.table, 'r', only) }

/** What of the rows `c` of a subquery is sent: not what they are only ordered by, unless cursors are made of it. */
const shownOf = <Arguments>(list: List<TableName, Arguments>, only: Columns): Sql =>
  list.from || !only || only.has(cursorColumn) ? sql`c.*` : namesOf(list.table, 'c', only)

export interface Page<R> {
  /** The nodes of the edges. */
  nodes: readonly R[]
  edges: readonly { cursor: string; node: R }[]
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

/** What a parent is known by: its id, or the key of a note. */
export type Parent = number | string
type Found = Record<string, string | number> & { $parent: Parent }

const unnested = (list: { parent?: 'id' | 'key' }, parents: readonly Parent[]): Sql =>
  sql`unnest(${hidden(parents, list.parent === 'key' ? raw('text') : raw('int'))}) WITH ORDINALITY p(id, n)`

/** Makes the cursor of a row. */
type CursorOf = (row: object) => string

/** The rows of a page. Most readers look at the nodes alone, so edges and cursors are made for those who ask. */
class RowPage<R extends object> implements Page<R> {
  readonly nodes: readonly R[]
  readonly #cursorOf: CursorOf
  readonly #more: { before: boolean; after: boolean }
  #edges: Page<R>['edges'] | undefined

  constructor(nodes: readonly R[], cursorOf: CursorOf, more: { before: boolean; after: boolean }) {
    this.nodes = nodes
    this.#cursorOf = cursorOf
    this.#more = more
  }

  get edges(): Page<R>['edges'] {
    const cursorOf = this.#cursorOf
    this.#edges ??= this.nodes.map((node) => ({
      node,
      get cursor() {
        return cursorOf(node)
      },
    }))
    return this.#edges
  }

  get pageInfo(): Page<R>['pageInfo'] {
    const { nodes } = this
    const cursorOf = (node: R | undefined) => (node ? this.#cursorOf(node) : null)
    return {
      hasNextPage: this.#more.after,
      hasPreviousPage: this.#more.before,
      get startCursor() {
        return cursorOf(nodes[0])
      },
      get endCursor() {
        return cursorOf(nodes.at(-1))
      },
    }
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
  const [after, before] = (['after', 'before'] as const).map((side) => {
    const cursor = args[side]
    if (cursor == null) return null
    return decodeCursor(side, cursor, listMark(list.name, terms), terms)
  })
  const { rows: source, columns } = rowsOf(list, args, only)
  const conditions = [parents && scopeOf(list, between({ terms, after, before })), list.where?.(args)]
  const under = parents ? list.under : undefined
  const withPlaces = parents !== null || !only || only.has(cursorColumn)
  const reading = { columns, source, conditions, under, terms, after, before, backwards, limit: size + 1, withPlaces }
  const ways = parents ? null : list.ways?.(args)
  const rows = ways ? rowsByWays(reading, ways) : rowsInOrder(reading)
  const joined = list.from ? [] : joinsIn(only).map(joinTo)
  const found = await queryStored<Marked<Name> & Found, Name>(
    db,
    list.table,
    parents
      ? sql`SELECT ${join([sql`p.id AS "$parent"`, shownOf(list, only), ...joined.map(({ shown }) => shown)])}
          FROM ${unnested(list, [...new Set(parents)])} CROSS JOIN LATERAL (${rows}) c
          ${join([empty, ...joined.map(({ from }) => from)], ' ')} ORDER BY p.n, ${orderBy(placesOf(terms), backwards)}`
      : rows,
  )
  let mark: string | undefined
  const cursorOf: CursorOf = (row) => {
    mark ??= listMark(list.name, terms)
    const values = terms.map((_, i) => (row as Found)[`$${i}`] as string | number)
    return encodeCursor(mark, values)
  }
  const toPage = (some: (Marked<Name> & Found)[]): Page<Marked<Name>> => {
    const further = some.length > size
    if (further) some.pop()
    if (backwards) some.reverse()
    const more = backwards
      ? { before: further, after: args.before != null }
      : { before: args.after != null, after: further }
    return new RowPage<Marked<Name>>(some, cursorOf, more)
  }
  if (!parents) return [toPage(found)]
  const byParent = groupBy(found, (row) => row.$parent)
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
    ${wherever([parents && scopeOf(list), list.where?.(args)])}`
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
