// The batch function of statistics: observations counted and summed up by group.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Queryable, query } from '../db/query.ts'
import { InputError } from '../domain/input-error.ts'
import { type ObservationFilter, observationMatches } from './observation-filter.ts'

export type StatsGroupName =
  | 'BENCHMARK'
  | 'SETTING'
  | 'MODEL'
  | 'DEVELOPER'
  | 'SOURCE'
  | 'EVIDENCE'
  | 'PARTY'
  | 'STATUS'
  | 'PUBLISHED_YEAR'

/** `node`: the table and id of the node that the group is of; null for a value. */
export interface StatsGroupValue {
  by: StatsGroupName
  value: string | null
  node: { table: 'Benchmark' | 'Setting' | 'Model' | 'Author' | 'Source'; id: number } | null
}
export interface ObservationStats {
  groups: StatsGroupValue[]
  count: number
  models: number
  sources: number
  min: string | null
  max: string | null
  mean: number | null
  median: number | null
}

/** How a group is told apart: the shown value, and the id of its node. */
const groupings: Record<
  StatsGroupName,
  { value: Sql; id?: Sql; table?: 'Benchmark' | 'Setting' | 'Model' | 'Author' | 'Source' }
> = {
  BENCHMARK: { value: sql`r.benchmark_slug`, id: sql`r.benchmark_id`, table: 'Benchmark' },
  SETTING: { value: sql`t.key`, id: sql`t.id`, table: 'Setting' },
  MODEL: { value: sql`r.model_slug`, id: sql`r.model_id`, table: 'Model' },
  DEVELOPER: { value: sql`a.slug`, id: sql`a.id`, table: 'Author' },
  SOURCE: { value: sql`s.slug`, id: sql`s.id`, table: 'Source' },
  EVIDENCE: { value: sql`r.evidence::text` },
  PARTY: { value: sql`r.party::text` },
  STATUS: { value: sql`r.status::text` },
  PUBLISHED_YEAR: { value: sql`left(r.published_at, 4)` },
}

const joins: Partial<Record<StatsGroupName, Sql>> = {
  SETTING: sql`JOIN setting t ON t.id = r.setting_id`,
  DEVELOPER: sql`LEFT JOIN model_developer d ON d.model_id = r.model_id LEFT JOIN author a ON a.id = d.author_id`,
  SOURCE: sql`JOIN source s ON s.id = r.source_id`,
}

/**
 * One item a group, ordered by the groups' values (null last). Values are summed up only where all of a group's
 * observations are of one setting: a mean over different tests says nothing.
 */
export async function observationStats(
  db: Queryable,
  filter: ObservationFilter | null | undefined,
  groupBy: readonly StatsGroupName[],
): Promise<ObservationStats[]> {
  if (groupBy.length === 0) throw new InputError('groupBy', '"groupBy" is empty; name at least one of its values.')
  if (new Set(groupBy).size < groupBy.length)
    throw new InputError('groupBy', '"groupBy" names one of its values twice.')
  const columns = groupBy.flatMap((by, i) => [
    sql`${groupings[by].value} AS ${raw(`v${i}`)}`,
    sql`${groupings[by].id ?? sql`NULL::int`} AS ${raw(`n${i}`)}`,
  ])
  const names = join(groupBy.flatMap((_, i) => [raw(`v${i}`), raw(`n${i}`)]))
  const where = observationMatches(filter)
  const one = (value: Sql) => sql`CASE WHEN count(DISTINCT setting_id) = 1 THEN ${value} END`
  const rows = await query<Omit<ObservationStats, 'groups'> & Record<string, string | number | null>>(
    db,
    sql`SELECT ${names}, count(*)::int AS count, count(DISTINCT model_id)::int AS models,
        count(DISTINCT source_id)::int AS sources, ${one(sql`min(value)`)} AS min, ${one(sql`max(value)`)} AS max,
        ${one(sql`avg(value)::float8`)} AS mean,
        ${one(sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY value::float8)`)} AS median
      FROM (SELECT r.id, r.setting_id, r.model_id, r.source_id, r.value, ${join(columns)}
        FROM observation r ${join([...groupBy.flatMap((by) => joins[by] ?? []), sql``], ' ')}
        ${where ? sql`WHERE ${where}` : sql``}) x
      GROUP BY ${names} ORDER BY ${join(groupBy.map((_, i) => sql`${raw(`v${i}`)} COLLATE "C" NULLS LAST`))}`,
  )
  return rows.map(({ count, models, sources, min, max, mean, median, ...group }) => ({
    groups: groupBy.map((by, i) => {
      const [value, id, { table }] = [group[`v${i}`] as string | null, group[`n${i}`] as number | null, groupings[by]]
      return { by, value, node: table && id !== null ? { table, id } : null }
    }),
    count,
    models,
    sources,
    min,
    max,
    mean,
    median,
  }))
}
