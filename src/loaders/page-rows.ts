// The rows of one page of a list, as a statement that reads about as many rows as it gives.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { beyond, type Ordered, orderBy } from './order.ts'

type Place = (string | number)[]

/** Rows of `source` (alias `r`) in an order, between two places of it, up to a limit. */
export interface Reading {
  columns: Sql
  source: Sql
  conditions: (Sql | null | undefined)[]
  /** The column that holds `p.id`, where the rows are those of a parent by that alone. */
  under?: Sql
  terms: Ordered[]
  after?: Place | null
  before?: Place | null
  backwards: boolean
  limit: number
  /** Whether each row says where it is, as columns "$0", "$1" … */
  withPlaces: boolean
}

/**
 * A way to rows that a filter leaves in, through nodes: those whose `column` is one of `among` and that meet the `rest`. Good
 * where the nodes are at most `few`, and where an index has the order under each.
 */
export interface WayOfNodes {
  column: Sql
  /** SELECT … of one column. It need not give each value once. */
  among: Sql
  few: number
  rest: Sql | null
}
/** Or those that meet the `rest`, found by another index and sorted where they are at most `few`. */
export interface WayOfRows {
  column?: undefined
  few: number
  rest: Sql
}
/** Or those that meet the `rest`, as PostgreSQL finds them. */
export interface AnyWay {
  column?: undefined
  few?: undefined
  rest: Sql | null
}
export type Way = WayOfNodes | WayOfRows | AnyWay

/** Ways that together lead to all rows of a filter. */
export interface Ways {
  ways: readonly Way[]
  /** What is looked at first: so many rows as the list stands, whether they meet `where`. If they fill the page, that's it. */
  firstLook?: { at: number; where: Sql | null }
}

/**
 * As many nodes as are worth looking at one by one: of twenty thousand these are a fortieth, so that a page of fifty of more
 * is found among two thousand rows in order, if they lie evenly.
 */
export const few = 500
/** So many rows are looked at before the ways of what may as well be said of many: a twentieth of them fills a page. */
export const aFirstLook = 1_000
/** As many as are worth it where more is asked of their rows: these may have to be read to find none. */
export const fewAsked = 50

export const wherever = (conditions: (Sql | null | undefined)[]): Sql => {
  const given = conditions.filter((condition): condition is Sql => condition != null)
  return given.length > 0 ? sql`WHERE ${join(given, ' AND ')}` : empty
}

/** That another column, which equals what the list is ordered by, lies between the same places. */
export type Between = (column: Sql) => Sql
export const between =
  ({ terms, after, before }: Pick<Reading, 'terms' | 'after' | 'before'>): Between =>
  (column) => {
    const [term, ...others] = terms
    if (!term || others.length > 0) return sql`true`
    const same = [{ ...term, expression: column }]
    return join(
      [sql`true`, ...(after ? [beyond(same, after, false)] : []), ...(before ? [beyond(same, before, true)] : [])],
      ' AND ',
    )
  }

const placeName = (i: number): Sql => raw(`"$${i}"`)
/** The order of a list, over the rows of a statement that says where they are. */
export const placesOf = (terms: readonly Ordered[]): Ordered[] =>
  terms.map((term, i) => ({ ...term, expression: placeName(i) }))
const placeColumns = (terms: readonly Ordered[]): Sql =>
  join(terms.map(({ expression }, i) => sql`${expression} AS ${placeName(i)}`))

/** `terms` say which rows lie between the places, `order` how they are sorted. */
type Part = Pick<Reading, 'conditions' | 'under' | 'terms' | 'after' | 'before'> & { order: Ordered[] }

/**
 * Where the first term may be null, rows that have it and rows that don't are two parts of the list, each in the order of a
 * plain index. Parts that the places leave nothing of are left out.
 */
function partsOf({ conditions, under, terms, after, before }: Reading): Part[] {
  const [first, ...others] = terms
  if (!first?.nullable) return [{ conditions, under, terms, order: terms, after, before }]
  const { value, standIn } = first.nullable
  const among = (place: Place | null | undefined): 'values' | 'nulls' | null =>
    place ? (place[0] === standIn ? 'nulls' : 'values') : null
  const [start, end] = [among(after), among(before)]
  const parts: Part[] = []
  if (start !== 'nulls') {
    const bare = [{ ...first, expression: value }, ...others]
    parts.push({
      conditions: [...conditions, sql`${value} IS NOT NULL`],
      under,
      terms: bare,
      order: bare,
      after,
      before: end === 'values' ? before : null,
    })
  }
  if (end !== 'values')
    parts.push({
      conditions: [...conditions, sql`${value} IS NULL`],
      terms: others,
      // Sorting by what is null adds nothing, but the index that has it goes by it first.
      order: [{ ...first, expression: value, descending: others[0]?.descending ?? false }, ...others],
      after: start === 'nulls' ? after?.slice(1) : null,
      before: end === 'nulls' ? before?.slice(1) : null,
    })
  return parts.length > 0 ? parts : [{ conditions: [sql`false`], terms: others, order: others }]
}

/** Rows in the order of the list, with their places. What comes later is read only where what comes first is too little. */
export function rowsInOrder(reading: Reading): Sql {
  const { columns, source, terms, backwards, limit } = reading
  const parts = partsOf(reading)
  const selected = reading.withPlaces || parts.length > 1 ? sql`${columns}, ${placeColumns(terms)}` : columns
  const rowsOf = ({ conditions, under, terms: within, order, after, before }: Part, ...more: Sql[]) => {
    const bounds = [after && beyond(within, after, false, under), before && beyond(within, before, true, under)]
    return sql`SELECT ${selected} FROM ${source} r ${wherever([...conditions, ...more, ...bounds])}
      ORDER BY ${orderBy(order, backwards)} LIMIT ${limit}`
  }
  const [first, second] = backwards ? parts.reverse() : parts
  if (!second) return rowsOf(first as Part)
  return sql`WITH nearer AS MATERIALIZED (${rowsOf(first as Part)})
    SELECT * FROM nearer UNION ALL (${rowsOf(second, sql`(SELECT count(*) FROM nearer) < ${limit}`)})
    ORDER BY ${orderBy(placesOf(terms), backwards)} LIMIT ${limit}`
}

/**
 * The same for a filter that few rows may meet, by ways to these. Of a node's rows, which are in order, only the page's worth
 * is read, and only of nodes whose first rows come first. Where the rows are many, the page is soon full as the list stands.
 */
export function rowsByWays(reading: Reading, { ways, firstLook }: Ways): Sql {
  const { source, columns, terms, after, before, backwards, limit, withPlaces } = reading
  const places = orderBy(placesOf(terms), backwards)
  const placed = sql`r.id, ${placeColumns(terms)}`
  const bounds = [after && beyond(terms, after, false), before && beyond(terms, before, true)]
  const inOrder = (conditions: Reading['conditions'], most = limit) =>
    rowsInOrder({ ...reading, withPlaces: true, columns: sql`r.id`, conditions, limit: most })

  const lists: Sql[] = []
  const small: Sql[] = []
  const list = (name: string, rows: Sql) => lists.push(sql`${raw(name)} AS MATERIALIZED (${rows})`)
  for (const [i, way] of ways.entries()) {
    if (way.few === undefined) continue
    list(
      `way${i}`,
      way.column
        ? sql`SELECT x.id FROM (${way.among}) x(id) LIMIT ${way.few + 1}`
        : sql`SELECT ${placed} FROM ${source} r ${wherever([way.rest, ...bounds])} LIMIT ${way.few + 1}`,
    )
    small.push(sql`(SELECT count(*) FROM ${raw(`way${i}`)}) <= ${way.few}`)
  }
  if (lists.length === 0) return rowsInOrder(reading)
  const goOn: Sql[] = []
  if (firstLook) {
    const first = rowsInOrder({ ...reading, withPlaces: false, columns: sql`r.*`, conditions: [], limit: firstLook.at })
    list(
      'soon',
      sql`SELECT ${placed} FROM (${first}) r ${wherever([firstLook.where])} ORDER BY ${places} LIMIT ${limit}`,
    )
    goOn.push(sql`(SELECT count(*) FROM soon) < ${limit}`)
  }
  const areFew = join(small, ' AND ')
  const byWays = join([...goOn, areFew], ' AND ')

  const found = ways.map((way, i) => {
    if (way.few === undefined) return sql`(${inOrder([way.rest, byWays])})`
    const name = raw(`way${i}`)
    if (!way.column) return sql`(SELECT * FROM ${name} WHERE ${byWays} ORDER BY ${places} LIMIT ${limit})`
    const ofOne = [sql`${way.column} = w.id`, way.rest]
    return sql`SELECT c.* FROM (
        SELECT w.id FROM (SELECT DISTINCT id FROM ${name} WHERE ${byWays}) w
        CROSS JOIN LATERAL (${inOrder(ofOne, 1)}) h ORDER BY ${places} LIMIT ${limit}
      ) w CROSS JOIN LATERAL (${inOrder(ofOne)}) c`
  })
  const asItStands = inOrder([...reading.conditions, ...goOn, sql`NOT (${areFew})`])
  const all = [...found, sql`(${asItStands})`, ...(firstLook ? [sql`SELECT * FROM soon`] : [])]
  const shown = [columns, ...(withPlaces ? terms.map((_, i) => sql`c.${placeName(i)}`) : [])]
  const inPlace = terms.map((term, i) => ({ ...term, expression: sql`c.${placeName(i)}` }))
  return sql`WITH ${join(lists)} SELECT ${join(shown)} FROM (
      SELECT * FROM (${join(all, ' UNION ')}) u ORDER BY ${places} LIMIT ${limit}
    ) c JOIN ${source} r ON r.id = c.id ORDER BY ${orderBy(inPlace, backwards)}`
}
