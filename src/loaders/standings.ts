// The lists of standings, and the batch functions that look into them: who leads, what a model leads, who stands alike.
import sql from 'sql-template-tag'
import { type Queryable, query } from '../db/query.ts'
import type { SimilarModel } from '../domain/similarity.ts'
import type { List } from './list.ts'
import { type SettingArguments, settingMatches } from './nodes.ts'
import { column, ordered } from './order.ts'

/** The leaderboard of a setting: its ranked entries, the first one first. */
export const leaderboardOfSetting: List<'Standing'> = {
  name: 'setting.leaderboard',
  table: 'Standing',
  scope: sql`r.setting_id = p.id`,
  where: () => sql`r.position IS NOT NULL`,
  order: () => [ordered(column(sql`r.position`, 'int'))],
}

/** One standing a setting and configuration, by setting. */
export const standingsOfModel: List<'Standing', SettingArguments> = {
  name: 'model.standings',
  table: 'Standing',
  scope: sql`r.model_id = p.id`,
  where: ({ filter }) => {
    const matches = settingMatches(filter)
    return matches && sql`r.setting_id IN (SELECT r.id FROM setting r WHERE ${matches})`
  },
  order: () => [ordered(column(sql`r.setting_key`)), ordered(column(sql`r.configuration_key`))],
}

/** The observation in the first place under each setting; null where nothing is ranked. */
export async function leadersOf(db: Queryable, settings: readonly number[]): Promise<(number | null)[]> {
  const found = await query<{ settingId: number; observationId: number }>(
    db,
    sql`SELECT s.setting_id AS "settingId", s.observation_id AS "observationId" FROM standing s
      WHERE s.setting_id = ANY(${settings}::int[]) AND s.position = 1`,
  )
  const leaders = new Map(found.map((row) => [row.settingId, row.observationId]))
  return settings.map((setting) => leaders.get(setting) ?? null)
}

/** Under how many settings with at least two ranked models each model ranks first, alone or shared. */
export async function leadsOf(db: Queryable, models: readonly number[]): Promise<number[]> {
  const found = await query<{ modelId: number; leads: number }>(
    db,
    sql`SELECT s.model_id AS "modelId", count(DISTINCT s.setting_id)::int AS leads
      FROM standing s JOIN setting t ON t.id = s.setting_id
      WHERE s.model_id = ANY(${models}::int[]) AND s.rank = 1 AND t.ranked_models > 1 GROUP BY s.model_id`,
  )
  const leads = new Map(found.map((row) => [row.modelId, row.leads]))
  return models.map((model) => leads.get(model) ?? 0)
}

/** A standing with what a sentence about it needs. */
export interface ToldStanding {
  setting: string
  label: string
  unit: string | null
  observation: string
  configuration: unknown
  rank: number
  of: number
  models: number
  tied: boolean
  contested: boolean
  gap: string
  leader: string
  leaderId: number
  leaderName: string
}

/** The best places of each model among others, at most `most`: by rank, then by how many are ranked, then by setting. */
export async function bestStandings(db: Queryable, models: readonly number[], most: number): Promise<ToldStanding[][]> {
  const found = await query<ToldStanding & { modelId: number }>(
    db,
    sql`SELECT p.id AS "modelId", x.* FROM unnest(${[...new Set(models)]}::int[]) p(id) CROSS JOIN LATERAL (
        SELECT t.key AS setting, t.label, t.unit, o.key AS observation, o.configuration, s.rank, t.ranked_count AS of,
          t.ranked_models AS models, s.tied, s.contested, s.gap_to_leader AS gap, l.key AS leader,
          l.model_id AS "leaderId", m.name AS "leaderName"
        FROM standing s JOIN setting t ON t.id = s.setting_id AND t.ranked_models > 1
          JOIN observation o ON o.id = s.observation_id
          JOIN standing f ON f.setting_id = s.setting_id AND f.position = 1
          JOIN observation l ON l.id = CASE WHEN s.rank = 1 THEN s.observation_id ELSE f.observation_id END
          JOIN model m ON m.id = l.model_id
        WHERE s.model_id = p.id AND s.rank IS NOT NULL
        ORDER BY s.rank, t.ranked_count DESC, s.setting_key, s.configuration_key LIMIT ${most}) x`,
  )
  return models.map((model) => found.filter((row) => row.modelId === model))
}

/** Under how many settings with at least two ranked models each model is ranked. */
export async function rankedSettingsOf(db: Queryable, models: readonly number[]): Promise<number[]> {
  const found = await query<{ modelId: number; settings: number }>(
    db,
    sql`SELECT s.model_id AS "modelId", count(DISTINCT s.setting_id)::int AS settings
      FROM standing s JOIN setting t ON t.id = s.setting_id
      WHERE s.model_id = ANY(${models}::int[]) AND s.rank IS NOT NULL AND t.ranked_models > 1 GROUP BY s.model_id`,
  )
  const settings = new Map(found.map((row) => [row.modelId, row.settings]))
  return models.map((model) => settings.get(model) ?? 0)
}

/**
 * The models in the closest positions, by the rules of src/domain/similarity.ts over the positions kept in the database:
 * the mean absolute gap on shared settings, without style traits and composite indices, among independent evaluations
 * where the model has three or more, else among all published values.
 */
export async function similarTo(
  db: Queryable,
  models: readonly number[],
  { first, minShared, minOverlap }: { first: number; minShared: number; minOverlap: number },
): Promise<(SimilarModel & { modelId: number })[][]> {
  const found = await query<SimilarModel & { $parent: number; modelId: number }>(
    db,
    sql`SELECT a.id AS "$parent", x.* FROM unnest(${[...new Set(models)]}::int[]) a(id) CROSS JOIN LATERAL (
      WITH positions AS (
        SELECT p.setting_id, p.published, p.independent FROM percentile_position p
          JOIN setting t ON t.id = p.setting_id JOIN benchmark b ON b.id = t.benchmark_id
        WHERE p.model_id = a.id AND NOT b.style_trait AND NOT b.composite_index),
      pool AS (SELECT count(independent) >= 3 AS independent,
        CASE WHEN count(independent) >= 3 THEN count(independent) ELSE count(published) END AS settings FROM positions),
      gaps AS (
        SELECT o.model_id, abs(CASE WHEN pool.independent THEN o.independent - p.independent
          ELSE o.published - p.published END) AS gap
        FROM positions p CROSS JOIN pool JOIN percentile_position o ON o.setting_id = p.setting_id
        WHERE o.model_id <> a.id)
      SELECT m.id AS "modelId", m.slug AS model, round(avg(g.gap)::numeric, 9)::float8 AS distance,
        count(g.gap)::int AS shared, count(g.gap)::float8 / pool.settings AS overlap
      FROM gaps g CROSS JOIN pool JOIN model m ON m.id = g.model_id
      GROUP BY m.id, pool.settings
      HAVING count(g.gap) >= ${minShared}::int AND count(g.gap) >= ${minOverlap}::float8 * pool.settings
        AND count(g.gap) > 0
      ORDER BY distance, shared DESC, m.slug LIMIT ${first}) x`,
  )
  return models.map((model) => found.filter((row) => row.$parent === model))
}
