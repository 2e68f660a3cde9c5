// What the writer keeps beside the observations and notes that it follows from, where it is wrong: nothing, that is.
import type { Database } from '../../src/db/client.ts'

const kept: Record<string, { is: string; shouldBe: string }> = {
  benchmark_model: {
    is: 'SELECT benchmark_id, model_id, model_slug FROM benchmark_model',
    shouldBe: `SELECT o.benchmark_id, m.id, m.slug FROM observation o JOIN model m ON m.id = o.model_id`,
  },
  model_source: {
    is: 'SELECT model_id, source_id, source_slug FROM model_source',
    shouldBe: `SELECT o.model_id, s.id, s.slug FROM observation o JOIN source s ON s.id IN (o.source_id, o.read_from_id)`,
  },
  setting_source: {
    is: 'SELECT setting_id, setting_key, source_id, source_slug FROM setting_source',
    shouldBe: `SELECT t.id, t.key, s.id, s.slug FROM observation o
      JOIN setting t ON t.id = o.setting_id JOIN source s ON s.id = o.source_id`,
  },
  note_aspect: {
    is: 'SELECT note_key, aspect, observation_id, setting_id, source_id FROM note_aspect',
    shouldBe: `SELECT n.key, a.aspect, s.observation_id, s.setting_id, s.source_id
      FROM note n JOIN note_subject s ON s.note_key = n.key CROSS JOIN LATERAL unnest(n.aspects) a(aspect)
      WHERE n.type = 'NOT_PUBLISHED' AND s.position IS NOT NULL
        AND (s.observation_id IS NOT NULL OR s.setting_id IS NOT NULL OR s.source_id IS NOT NULL)`,
  },
}

export async function wrongPairs(db: Pick<Database, 'pool'>): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [table, { is, shouldBe }] of Object.entries(kept)) {
    const { rows } = await db.pool.query(
      `WITH i AS (${is}), s AS (SELECT DISTINCT * FROM (${shouldBe}) x)
       SELECT '${table}' AS of, 'missing' AS what, to_jsonb(m) AS row FROM (SELECT * FROM s EXCEPT SELECT * FROM i) m
       UNION ALL SELECT '${table}', 'too much', to_jsonb(m) FROM (SELECT * FROM i EXCEPT ALL SELECT * FROM s) m`,
    )
    wrong.push(...rows)
  }
  return wrong
}
