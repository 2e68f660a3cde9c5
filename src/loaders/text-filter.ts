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

/** A kind of node that others are filtered by: its table, its natural key, and the name that is searched too. */
export interface Named {
  table: string
  key: string
  name: string
}
export const named = {
  model: { table: 'model', key: 'slug', name: 'name' },
  benchmark: { table: 'benchmark', key: 'slug', name: 'name' },
  setting: { table: 'setting', key: 'key', name: 'label' },
  source: { table: 'source', key: 'slug', name: 'title' },
  author: { table: 'author', key: 'slug', name: 'name' },
} satisfies Record<string, Named>

/** `reference` holds the id of a node that the filter matches. One node alone keeps an index's order usable. */
export function refersTo(reference: Sql, node: Named, filter: TextFilter | null | undefined): Sql | null {
  if (!filter) return null
  const [table, key, name] = [raw(node.table), raw(`n.${node.key}`), raw(`n.${node.name}`)]
  const { equals, in: among, contains, startsWith } = filter
  if (equals != null && !equals.includes('\0') && !among && contains == null && startsWith == null)
    return sql`${reference} = (SELECT n.id FROM ${table} n WHERE ${key} = lower(${equals}))`
  const matches = textMatches(filter, key, [name])
  return matches && sql`${reference} IN (SELECT n.id FROM ${table} n WHERE ${matches})`
}

/** Membership in an enumeration's list; an empty list matches nothing. */
export const oneOf = (column: Sql, type: string, values: readonly string[] | null | undefined): Sql | null =>
  values ? sql`${column} = ANY(${values}::${raw(type)}[])` : null

export const whether = (condition: Sql, wanted: boolean | null | undefined): Sql | null =>
  wanted == null ? null : wanted ? condition : sql`NOT ${condition}`
