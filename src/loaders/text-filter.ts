// Conditions on texts and on nodes named by them, as SQL over one column.
import sql, { join, raw, type Sql } from 'sql-template-tag'

export interface TextFilter {
  equals?: string | null
  in?: readonly string[] | null
  contains?: string | null
  startsWith?: string | null
}

export const every = (conditions: (Sql | null | undefined)[]): Sql | null => {
  const given = conditions.filter((condition): condition is Sql => condition != null)
  return given.length === 0 ? null : given.length === 1 ? (given[0] as Sql) : sql`(${join(given, ' AND ')})`
}

const any = (conditions: Sql[]): Sql =>
  conditions.length === 1 ? (conditions[0] as Sql) : sql`(${join(conditions, ' OR ')})`

/** In LIKE, only % and _ and the escape itself are special; the caller means them as they stand. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Case-insensitive. `exact` is a column of lower-case texts, compared for `equals` and `in`; `contains` and
 * `startsWith` look into `searched` too.
 */
export function textMatches(filter: TextFilter | null | undefined, exact: Sql, searched: Sql[] = []): Sql | null {
  if (!filter) return null
  // PostgreSQL holds no NUL, so nothing stored can match a text that has one.
  if ([filter.equals, filter.contains, filter.startsWith].some((text) => text?.includes('\0'))) return sql`false`
  const like = (pattern: string) => any([exact, ...searched].map((column) => sql`${column} ILIKE ${pattern}`))
  return every([
    filter.equals != null ? sql`${exact} = lower(${filter.equals})` : null,
    filter.in
      ? sql`${exact} = ANY(${filter.in.filter((text) => !text.includes('\0')).map((text) => text.toLowerCase())}::text[])`
      : null,
    filter.contains != null ? like(`%${literally(filter.contains)}%`) : null,
    filter.startsWith != null ? like(`${literally(filter.startsWith)}%`) : null,
  ])
}

/**
 * A kind of node that others are filtered by: its table, its natural key, the name that is searched too, and all texts whose
 * pieces are kept, as its index has them.
 */
export interface Named {
  table: string
  key: string
  name: string
  texts: string[]
}
export const named = {
  model: { table: 'model', key: 'slug', name: 'name', texts: ['slug', 'name', 'family'] },
  benchmark: { table: 'benchmark', key: 'slug', name: 'name', texts: ['slug', 'name', 'category'] },
  setting: { table: 'setting', key: 'key', name: 'label', texts: ['key', 'label', 'subset', 'metric'] },
  source: { table: 'source', key: 'slug', name: 'title', texts: ['slug', 'title'] },
  author: { table: 'author', key: 'slug', name: 'name', texts: ['slug', 'name'] },
} satisfies Record<string, Named>

/** Capitals as text_pieces() folds them: those of ASCII, whatever the locale. */
const folded = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const ascii = /^[\0-\x7F]*$/

/**
 * What every text holds that holds this one: its pieces of three characters. Those with letters beyond ASCII are left out:
 * some locales take their capitals for the same letter, and the index does not.
 */
function piecesOf(text: string): string[] {
  const characters = Array.from(folded(text))
  const pieces = characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''))
  return pieces.filter((piece) => ascii.test(piece))
}

/** What an index can tell of `contains` and `startsWith` of a node; null where they give no text that is long enough. */
export function mayMatch(node: Named, alias: string, filters: readonly (TextFilter | null | undefined)[]): Sql | null {
  const asked = filters.flatMap((filter) => [filter?.contains, filter?.startsWith])
  const pieces = [...new Set(asked.flatMap((text) => (text == null || text.includes('\0') ? [] : piecesOf(text))))]
  const texts = node.texts.map((column) => raw(`${alias}.${column}`))
  return pieces.length > 0 ? sql`text_pieces(${join(texts)}) @> ${pieces}::text[]` : null
}

/** Whether a filter names one node alone, whose rows an index has in order. */
export const namesOne = ({ equals, in: among, contains, startsWith }: TextFilter): boolean =>
  equals != null && !equals.includes('\0') && !among && contains == null && startsWith == null

/** The ids of the nodes that a filter leaves in, found through indexes; null for all. */
export function idsOf(node: Named, filter: TextFilter): Sql | null {
  const [table, key, name] = [raw(node.table), raw(`n.${node.key}`), raw(`n.${node.name}`)]
  const matches = every([mayMatch(node, 'n', [filter]), textMatches(filter, key, [name])])
  return matches && sql`SELECT n.id FROM ${table} n WHERE ${matches}`
}

/** `reference` holds the id of a node that the filter matches. One node alone keeps an index's order usable. */
export function refersTo(reference: Sql, node: Named, filter: TextFilter | null | undefined): Sql | null {
  if (!filter) return null
  const [table, key, name] = [raw(node.table), raw(`n.${node.key}`), raw(`n.${node.name}`)]
  if (namesOne(filter)) return sql`${reference} = (SELECT n.id FROM ${table} n WHERE ${key} = lower(${filter.equals}))`
  const matches = textMatches(filter, key, [name])
  return matches && sql`${reference} IN (SELECT n.id FROM ${table} n WHERE ${matches})`
}

/** Membership in an enumeration's list; an empty list matches nothing. */
export const oneOf = (column: Sql, type: string, values: readonly string[] | null | undefined): Sql | null =>
  values
    ? values.length === 1
      ? // An index that goes on after this column then has an order.
        sql`${column} = ${values[0]}::${raw(type)}`
      : sql`${column} = ANY(${values}::${raw(type)}[])`
    : null

export const whether = (condition: Sql, wanted: boolean | null | undefined): Sql | null =>
  wanted == null ? null : wanted ? condition : sql`NOT ${condition}`
