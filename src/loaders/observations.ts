// Lists of observations: whose they are, and how they are ordered.
import sql, { type Sql } from 'sql-template-tag'
import type { List } from './list.ts'
import { type ObservationFilter, observationMatches } from './observation-filter.ts'
import { observationWays } from './observation-ways.ts'
import { column, nullableNumber, nullableText, type Ordered, ordered, type Term } from './order.ts'

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

type ListOfObservations = List<'Observation', ObservationArguments>

/** `same`: an order that all rows of the list share, and that therefore says nothing. */
const observations = (name: string, scope?: Sql, same?: string): ListOfObservations => ({
  name,
  table: 'Observation',
  scope,
  where: ({ filter }) => observationMatches(filter),
  ways: ({ filter, orderBy }) => observationWays(filter, !orderBy?.length),
  order: ({ orderBy }) => {
    const direction = orderBy?.at(-1)?.direction === 'DESC'
    const telling = orderBy?.filter(({ field }) => field !== same)
    return telling?.length ? orderOf(telling, terms, column(sql`r.key`)) : [ordered(column(sql`r.key`), direction)]
  },
})

/** By a column that an index goes by first, for each order. */
const observationsUnder = (name: string, under: Sql, same?: string): ListOfObservations => ({
  ...observations(name, sql`${under} = p.id`, same),
  under,
})

export const observationLists = {
  all: observations('observations'),
  ofModel: observationsUnder('model.observations', sql`r.model_id`, 'MODEL'),
  ofBenchmark: observationsUnder('benchmark.observations', sql`r.benchmark_id`, 'BENCHMARK'),
  ofSetting: observationsUnder('setting.observations', sql`r.setting_id`, 'BENCHMARK'),
  ofSource: observationsUnder('source.observations', sql`r.source_id`),
  quotedBySource: observationsUnder('source.quoted', sql`r.read_from_id`),
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
