// The leaderboards as plain SQL has them, for tests to hold the graph's against.
import type { Database } from '../../src/db/client.ts'

export interface ExpectedEntry {
  setting: string
  model: string
  /** Of the observation that ranks, and of all of the entry. */
  key: string
  keys: string[]
  contested: boolean
  configuration: string
  rank: number
  tied: boolean
  of: number
  gap: number
}

/** Every leaderboard as SQL would have it, of the observations (alias `o`) that meet a condition. */
export async function expectedEntries(db: Pick<Database, 'pool'>, condition = 'true'): Promise<ExpectedEntry[]> {
  const { rows } = await db.pool.query(`
    WITH best AS (
      SELECT DISTINCT ON (setting_id, model_id, configuration_key) o.*,
        array_agg(key) OVER same AS keys, min(upper) OVER same < max(lower) OVER same AS contested
      FROM observation o WHERE value IS NOT NULL AND ${condition}
      WINDOW same AS (PARTITION BY setting_id, model_id, configuration_key)
      ORDER BY setting_id, model_id, configuration_key, array_position(ARRAY['BENCHMARK_MAINTAINER', 'INDEPENDENT',
        'OTHER_DEVELOPER', 'VENDOR', 'UNKNOWN'], evidence::text), coalesce(published_at, '') COLLATE "C" DESC,
        coalesce(retrieved_at, '') COLLATE "C" DESC, key COLLATE "C")
    SELECT t.key AS setting, b.model_slug AS model, b.key, b.keys, b.contested, b.configuration_key AS configuration,
      rank() OVER (PARTITION BY t.id ORDER BY CASE WHEN t.higher_is_better THEN -value ELSE value END)::int AS rank,
      count(*) OVER (PARTITION BY t.id, value) > 1 AS tied, count(*) OVER (PARTITION BY t.id)::int AS of,
      abs(value - CASE WHEN t.higher_is_better THEN max(value) OVER (PARTITION BY t.id)
        ELSE min(value) OVER (PARTITION BY t.id) END)::float8 AS gap
    FROM best b JOIN setting t ON t.id = b.setting_id WHERE t.higher_is_better IS NOT NULL
    ORDER BY t.key COLLATE "C", rank, b.model_slug COLLATE "C", b.configuration_key COLLATE "C"`)
  return rows
}
