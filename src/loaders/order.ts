// How a list is ordered: terms that are never null, so that a place in the order is always a comparable tuple.
import sql, { join, type Sql } from 'sql-template-tag'

/** The type of a term's value, for reading it back out of a cursor. */
export type TermType = 'text' | 'numeric' | 'int'

export interface Term {
  /** Over the row alias `r`, with a last-of-all stand-in for null in either direction. */
  asc: Sql
  desc: Sql
  type: TermType
  /** What may be null behind the stand-ins, and the stand-ins themselves as cursors hold them. */
  nullable?: { value: Sql; asc: string; desc: string }
}

/** One term of an order, with the direction it is taken in. */
export interface Ordered {
  expression: Sql
  type: TermType
  descending: boolean
  /** Where it may be null: the bare value, which indexes hold, and its stand-in in this direction. */
  nullable?: { value: Sql; standIn: string }
}

export const ordered = (term: Term, descending = false): Ordered => ({
  expression: descending ? term.desc : term.asc,
  type: term.type,
  descending,
  ...(term.nullable && {
    nullable: { value: term.nullable.value, standIn: descending ? term.nullable.desc : term.nullable.asc },
  }),
})

/** A column that is never null. */
export const column = (expression: Sql, type: TermType = 'text'): Term => ({ asc: expression, desc: expression, type })

/** A nullable number: nulls come last in either direction. */
export const nullableNumber = (expression: Sql): Term => ({
  asc: sql`coalesce(${expression}, 'Infinity'::numeric)`,
  desc: sql`coalesce(${expression}, '-Infinity'::numeric)`,
  type: 'numeric',
  nullable: { value: expression, asc: 'Infinity', desc: '-Infinity' },
})

/** A nullable text in C collation (a partial date): nulls come last in either direction. */
export const nullableText = (expression: Sql): Term => ({
  asc: sql`coalesce(${expression}, '~')`,
  desc: sql`coalesce(${expression}, '')`,
  type: 'text',
  nullable: { value: expression, asc: '~', desc: '' },
})

/** ORDER BY terms; backwards is the same order read from its end. */
export const orderBy = (terms: Ordered[], backwards: boolean): Sql =>
  join(
    terms.map(({ expression, descending }) =>
      descending !== backwards ? sql`${expression} DESC` : sql`${expression} ASC`,
    ),
  )

const cast = (value: string | number, type: TermType): Sql =>
  type === 'numeric' ? sql`${value}::numeric` : type === 'int' ? sql`${value}::int` : sql`${value}::text`

/**
 * Rows strictly behind (or, backwards, strictly before) the place that `values` name. `under`: the column that is the
 * parent's id in all rows. Compared with the rest, it leads PostgreSQL to the index that has it first.
 */
export function beyond(terms: Ordered[], values: (string | number)[], backwards: boolean, under?: Sql): Sql {
  const down = terms.map((term) => term.descending !== backwards)
  const bounds = terms.map((term, i) => cast(values[i] as string | number, term.type))
  if (down.every((d) => d === down[0])) {
    const left = join([...(under ? [under] : []), ...terms.map((term) => term.expression)])
    const right = join([...(under ? [sql`p.id`] : []), ...bounds])
    // A row comparison is one range of the index that has the order.
    return down[0] ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
  }
  const alternatives = terms.map((term, i) => {
    const equal = terms.slice(0, i).map((before, j) => sql`${before.expression} = ${bounds[j]}`)
    const past = down[i] ? sql`${term.expression} < ${bounds[i]}` : sql`${term.expression} > ${bounds[i]}`
    return sql`(${join([...equal, past], ' AND ')})`
  })
  return sql`(${join(alternatives, ' OR ')})`
}
