// The batch functions of what is known of a model beside its claims: its conflicts, and scores that were lost.
import sql from 'sql-template-tag'
import { type Queryable, query } from '../db/query.ts'
import type { LostScore } from '../domain/coverage.ts'
import type { StatedIssue, StatedLoss } from '../domain/statements.ts'

const under = <Item extends { modelId: number }>(models: readonly number[], found: Item[]): Item[][] =>
  models.map((model) => found.filter((item) => item.modelId === model))

/**
 * The open disagreements of each model, with the claims involved and what they print, the lowest value first; by key. A note
 * about several scores is one item for each thing measured; one about a lone value of the model is none.
 */
export async function conflictsOf(db: Queryable, models: readonly number[]): Promise<StatedIssue[][]> {
  const found = await query<StatedIssue & { modelId: number }>(
    db,
    sql`SELECT o.model_id AS "modelId", n.key AS note, min(t.label) AS subject,
        array_agg(o.key ORDER BY o.value, o.key) AS observations,
        array_agg(o.printed ORDER BY o.value, o.key) AS prints
      FROM note n JOIN note_subject s ON s.note_key = n.key AND s.position IS NOT NULL
        JOIN observation o ON o.id = s.observation_id JOIN setting t ON t.id = o.setting_id
      WHERE n.kind = 'DISAGREEMENT' AND n.state = 'OPEN' AND o.model_id = ANY(${models}::int[])
      GROUP BY o.model_id, n.key, o.benchmark_id, lower(t.subset), regexp_replace(lower(t.metric), '\\s*\\(%\\)$', '')
      HAVING count(DISTINCT o.printed) > 1 ORDER BY n.key, subject`,
  )
  return under(models, found)
}

/** The scores of each model that were published and that what was read has lost; by key. */
export async function lossesOf(db: Queryable, models: readonly number[]): Promise<(LostScore & StatedLoss)[][]> {
  const found = await query<LostScore & StatedLoss & { modelId: number }>(
    db,
    sql`SELECT n.about_model_id AS "modelId", n.key AS note, b.slug AS benchmark, s.slug AS source,
        coalesce(t.label, n.about_name, 'a benchmark') AS subject
      FROM note n LEFT JOIN setting t ON t.id = n.about_setting_id LEFT JOIN benchmark b ON b.id = t.benchmark_id
        LEFT JOIN source s ON s.id = n.stated_in_id
      WHERE n.type = 'NOT_PUBLISHED' AND n.extent = 'CAPTURE' AND 'SCORE' = ANY(n.aspects)
        AND n.about_model_id = ANY(${models}::int[])
      ORDER BY n.key`,
  )
  return under(models, found)
}
