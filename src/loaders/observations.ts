// Lists of observations: whose they are, what filters leave in, and how they are ordered.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { prefixesOf } from '../domain/partial-date.ts'
import type { List } from './list.ts'
import { column, nullableNumber, nullableText, type Ordered, ordered, type Term } from './order.ts'
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

/** A note on the observation, its setting or its source says that one of these is not published. */
function missing(aspects: readonly string[] | null | undefined): Sql | null {
  if (!aspects) return null
  const noted = (subject: string) =>
    sql`SELECT s.${raw(subject)} FROM note n JOIN note_subject s ON s.note_key = n.key AND s.position IS NOT NULL
      WHERE n.type = 'NOT_PUBLISHED' AND n.aspects && ${aspects}::aspect[] AND s.${raw(subject)} IS NOT NULL`
  return sql`(r.id IN (${noted('observation_id')}) OR r.setting_id IN (${noted('setting_id')})
    OR r.source_id IN (${noted('source_id')}))`
}

/** All conditions hold; within `or` at least one of its filters does (an empty list matches nothing). */
export function observationMatches(filter: ObservationFilter | null | undefined): Sql | null {
  if (!filter) return null
  const negated = filter.not && (observationMatches(filter.not) ?? sql`true`)
  return every([
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
  ])
}

const terms: Record<string, Term> = {
  VALUE: nullableNumber(sql`r.value`),
  PUBLISHED_AT: nullableText(sql`r.published_at`),
  RETRIEVED_AT: nullableText(sql`r.retrieved_at`),
  MODEL: column(sql`r.model_slug`),
  BENCHMARK: column(sql`r.benchmark_slug`),
}

export interface OrderArgument {
  field: string
  direction: 'ASC' | 'DESC'
}

/** The orders asked for, then the key in the direction of the last of them. */
export function orderOf(
  orders: readonly OrderArgument[] | null | undefined,
  known: Record<string, Term>,
  key: Term,
): Ordered[] {
  const given = (orders ?? []).map(({ field, direction }) => ordered(known[field] as Term, direction === 'DESC'))
  return [...given, ordered(key, given.at(-1)?.descending)]
}

export interface ObservationArguments {
  filter?: ObservationFilter | null
  orderBy?: readonly OrderArgument[] | null
}

/** `same`: an order that all rows of the list share, and that therefore says nothing. */
const observations = (name: string, scope?: Sql, same?: string): List<'Observation', ObservationArguments> => ({
  name,
  table: 'Observation',
  scope,
  where: ({ filter }) => observationMatches(filter),
  order: ({ orderBy }) => {
    const direction = orderBy?.at(-1)?.direction === 'DESC'
    const telling = orderBy?.filter(({ field }) => field !== same)
    return telling?.length ? orderOf(telling, terms, column(sql`r.key`)) : [ordered(column(sql`r.key`), direction)]
  },
})

export const observationLists = {
  all: observations('observations'),
  ofModel: observations('model.observations', sql`r.model_id = p.id`, 'MODEL'),
  ofBenchmark: observations('benchmark.observations', sql`r.benchmark_id = p.id`, 'BENCHMARK'),
  ofSetting: observations('setting.observations', sql`r.setting_id = p.id`, 'BENCHMARK'),
  ofSource: observations('source.observations', sql`r.source_id = p.id`),
  quotedBySource: observations('source.quoted', sql`r.read_from_id = p.id`),
  /** Of other models under the same setting. */
  peers: observations(
    'observation.peers',
    sql`r.setting_id = (SELECT o.setting_id FROM observation o WHERE o.id = p.id)
      AND r.model_id <> (SELECT o.model_id FROM observation o WHERE o.id = p.id)`,
  ),
  /** Of the same model and configuration under the same setting. */
  ofEntry: observations(
    'leaderboard.observations',
    sql`(r.setting_id, r.model_id, r.configuration_key) = (SELECT o.setting_id, o.model_id, o.configuration_key
      FROM observation o WHERE o.id = p.id)`,
  ),
  derivedInto: observations(
    'derivation.from',
    sql`r.id IN (SELECT i.observation_id FROM derivation_input i WHERE i.derivation_id = p.id)`,
  ),
  ofIssue: {
    ...observations(
      'issue.observations',
      sql`r.id IN (SELECT s.observation_id FROM note_subject s WHERE s.note_key = p.id AND s.position IS NOT NULL)`,
    ),
    parent: 'key',
  } as List<'Observation', ObservationArguments>,
}
