// The search list: models (by any of their names), benchmarks, sources and authors, by words.
import sql, { join, type Sql } from 'sql-template-tag'
import { InputError } from '../domain/input-error.ts'
import type { List } from './list.ts'
import { column, ordered } from './order.ts'

/** Between words stand white space and ASCII punctuation, as in the database's search_words(). */
const wordBreak = /[\s!-/:-@[-`{-~]+/

/** The words of a search text. Throws InputError where there is none. */
export function wordsOf(text: string): string[] {
  const words = text.replaceAll('\0', ' ').toLowerCase().split(wordBreak).filter(Boolean)
  if (words.length === 0) throw new InputError('text', '"text" holds no word to search for.')
  return [...new Set(words)].slice(0, 20)
}

/** Which nodes hold all words, each from its beginning, and how well they match. */
const found = (text: string): Sql => {
  const words = wordsOf(text).map((word) => `${word}:*`)
  const matches = (name: Sql) => sql`search_words(${name}) @@ to_tsquery('simple', ${words.join(' & ')})`
  const rank = (name: Sql, slug: Sql) =>
    sql`CASE WHEN lower(${name}) = lower(${text}) OR ${slug} = lower(${text}) THEN 0
      WHEN starts_with(lower(${name}), lower(${text})) THEN 1 ELSE 2 END`
  const from = (kind: string, table: Sql, name: Sql) =>
    sql`SELECT ${kind}::text AS kind, n.id, n.slug, ${name} AS name, ${rank(name, sql`n.slug`)} AS rank
      FROM ${table} n WHERE ${matches(name)}`
  const models = sql`SELECT 'Model'::text AS kind, n.id, n.slug, n.name, min(${rank(sql`a.name`, sql`n.slug`)}) AS rank
    FROM alias a JOIN model n ON n.id = a.model_id AND n.merged_into_id IS NULL WHERE ${matches(sql`a.name`)} GROUP BY n.id`
  return sql`(${join(
    [
      models,
      from('Benchmark', sql`benchmark`, sql`n.name`),
      from('Source', sql`source`, sql`n.title`),
      from('Author', sql`author`, sql`n.name`),
    ],
    ' UNION ALL ',
  )})`
}

export interface Found {
  kind: 'Model' | 'Benchmark' | 'Source' | 'Author'
  id: number
  slug: string
  /** Its name; of a source, its title. */
  name: string
}

/** Best matches first: the whole name, its beginning, then any; within these by kind and slug. */
export const searchList: List<'Model', { text: string }> = {
  name: 'search',
  table: 'Model',
  from: ({ text }) => ({ rows: found(text.trim()), columns: sql`r.kind, r.id, r.slug, r.name` }),
  order: () => [
    ordered(column(sql`r.rank`, 'int')),
    ordered(column(sql`r.kind COLLATE "C"`)),
    ordered(column(sql`r.slug`)),
  ],
}
