// What filters of observations leave in, as SQL over the row `r`.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { prefixesOf } from '../domain/partial-date.ts'
import { few, type WayOfNodes } from './page-rows.ts'
import { every, named, oneOf, refersTo, type TextFilter, textMatches, whether } from './text-filter.ts'

export interface DecimalFilter {
  equals?: string | null
  gt?: string | null
  gte?: string | null
  lt?: string | null
  lte?: string | null
}
export interface DateFilter {
  from?: string | null
  to?: string | null
}
export interface ObservationFilter {
  model?: TextFilter | null
  benchmark?: TextFilter | null
  setting?: TextFilter | null
  subset?: TextFilter | null
  metric?: TextFilter | null
  source?: TextFilter | null
  readFrom?: TextFilter | null
  author?: TextFilter | null
  developer?: TextFilter | null
  evidence?: readonly string[] | null
  party?: readonly string[] | null
  status?: readonly string[] | null
  value?: DecimalFilter | null
  publishedAt?: DateFilter | null
  retrievedAt?: DateFilter | null
  hasUnresolvedIssues?: boolean | null
  hasPeers?: boolean | null
  hasReadFrom?: boolean | null
  notPublished?: readonly string[] | null
  or?: readonly ObservationFilter[] | null
  not?: ObservationFilter | null
}

const comparisons = { equals: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export const numberMatches = (value: Sql, filter: DecimalFilter | null | undefined): Sql | null =>
  filter
    ? every(
        Object.entries(comparisons).map(([name, operator]) => {
          const bound = filter[name as keyof DecimalFilter]
          return bound != null ? sql`${value} ${raw(operator)} ${bound}::numeric` : null
        }),
      )
    : null

/** A partial date overlaps the range; on texts of ISO dates in C collation that is a matter of prefixes. */
export const dateMatches = (date: Sql, filter: DateFilter | null | undefined): Sql | null =>
  filter
    ? every([
        filter.from != null
          ? sql`(${date} >= ${filter.from} OR ${date} = ANY(${prefixesOf(filter.from)}::text[]))`
          : null,
        filter.to != null ? sql`${date} <= ${`${filter.to}~`}` : null,
      ])
    : null

const settingHas = (condition: Sql | null): Sql | null =>
  condition && sql`r.setting_id IN (SELECT t.id FROM setting t WHERE ${condition})`

/** Observations that are sorted rather than met by chance in the order of a list. */
const fewRows = 5_000

/** Of what a note may say that something is not published, for an observation. */
const noted = (aspects: readonly string[]) =>
  ['observation_id', 'setting_id', 'source_id'].map((subject) => ({
    column: raw(subject === 'observation_id' ? 'r.id' : `r.${subject}`),
    few: subject === 'observation_id' ? fewRows : few,
    subject: raw(`a.${subject}`),
    notes: sql`FROM note_aspect a WHERE a.aspect = ANY(${aspects}::aspect[])`,
  }))

const anyOf = (conditions: Sql[]): Sql => sql`(${join(conditions, ' OR ')})`

/** A note on the observation, its setting or its source says that one of these is not published. */
const missing = (aspects: readonly string[] | null | undefined): Sql | null =>
  aspects
    ? anyOf(
        noted(aspects).map(
          ({ column, subject, notes }) => sql`${column} IN (SELECT ${subject} ${notes} AND ${subject} IS NOT NULL)`,
        ),
      )
    : null

/** The same, looked up row by row: for some rows, where the other is for all. */
export const missingOfRow = (aspects: readonly string[]): Sql =>
  anyOf(
    noted(aspects).map(
      ({ column, subject, notes }) => sql`coalesce((SELECT true ${notes} AND ${subject} = ${column} LIMIT 1), false)`,
    ),
  )

/** Ways to these observations from the notes. */
export const waysFromNotes = (aspects: readonly string[]): WayOfNodes[] =>
  noted(aspects).map(({ column, subject, notes, few }) => ({
    column,
    among: sql`SELECT ${subject} ${notes} AND ${subject} IS NOT NULL`,
    few,
    rest: null,
  }))

/** All conditions hold; within `or` at least one of its filters does (an empty list matches nothing). */
export const observationMatches = (filter: ObservationFilter | null | undefined): Sql | null =>
  filter ? every(conditionsOf(filter)) : null

function conditionsOf(filter: ObservationFilter): (Sql | null | undefined)[] {
  const negated = filter.not && (observationMatches(filter.not) ?? sql`true`)
  return [
    refersTo(sql`r.model_id`, named.model, filter.model),
    refersTo(sql`r.benchmark_id`, named.benchmark, filter.benchmark),
    refersTo(sql`r.setting_id`, named.setting, filter.setting),
    settingHas(
      every([textMatches(filter.subset, sql`lower(t.subset)`), textMatches(filter.metric, sql`lower(t.metric)`)]),
    ),
    refersTo(sql`r.source_id`, named.source, filter.source),
    refersTo(sql`r.read_from_id`, named.source, filter.readFrom),
    filter.author &&
      sql`r.source_id IN (SELECT a.source_id FROM authorship a
        WHERE ${refersTo(sql`a.author_id`, named.author, filter.author) ?? sql`true`})`,
    filter.developer &&
      sql`r.model_id IN (SELECT d.model_id FROM model_developer d
        WHERE ${refersTo(sql`d.author_id`, named.author, filter.developer) ?? sql`true`})`,
    oneOf(sql`r.evidence`, 'evidence', filter.evidence),
    oneOf(sql`r.party`, 'evidence_party', filter.party),
    oneOf(sql`r.status`, 'observation_status', filter.status),
    numberMatches(sql`r.value`, filter.value),
    dateMatches(sql`r.published_at`, filter.publishedAt),
    dateMatches(sql`r.retrieved_at`, filter.retrievedAt),
    whether(sql`(r.open_issue_count > 0)`, filter.hasUnresolvedIssues),
    filter.hasPeers == null ? null : settingHas(filter.hasPeers ? sql`t.model_count > 1` : sql`t.model_count <= 1`),
    whether(sql`(r.read_from_id IS NOT NULL)`, filter.hasReadFrom),
    missing(filter.notPublished),
    filter.or && sql`(${join([sql`false`, ...filter.or.map((one) => observationMatches(one) ?? sql`true`)], ' OR ')})`,
    // What is not known to match does not match, so its negation does.
    negated && sql`(${negated}) IS NOT TRUE`,
  ]
}
