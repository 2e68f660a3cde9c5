// Brings up to date what is kept beside the rows that it follows from: parties, counts, and who belongs to whom.
import { partyOf } from '../../domain/party.ts'
import { updateRows, type Writing } from './writing.ts'

/** For models that this import touched. */
export async function refreshDerived(writing: Writing, models: ReadonlySet<number>): Promise<void> {
  const ids = [...models]
  await refreshParties(writing, ids)
  await refreshIssueCounts(writing, { models: ids, observationsOf: ids, observations: [] })
  await writing.run(
    `UPDATE model m SET observation_count = x.count FROM (
       SELECT m.id, count(o.id)::int AS count FROM model m LEFT JOIN observation o ON o.model_id = m.id
       WHERE m.id = ANY($1::int[]) GROUP BY m.id) x
     WHERE m.id = x.id AND m.observation_count <> x.count`,
    ids,
  )
  await writing.run(
    `UPDATE setting t SET model_count = x.count FROM (
       SELECT o.setting_id, count(DISTINCT o.model_id)::int AS count FROM observation o
       WHERE o.setting_id IN (SELECT setting_id FROM observation WHERE import_id = $1
         UNION SELECT setting_id FROM observation WHERE model_id = ANY($2::int[]))
       GROUP BY o.setting_id) x
     WHERE t.id = x.setting_id AND t.model_count <> x.count`,
    writing.importId,
    [...writing.disturbed.models],
  )
  await refreshPairs(writing)
}

/** Models of benchmarks, sources of models, and sources of settings, from what is new and from models that lost or won something. */
async function refreshPairs({ run, importId, disturbed }: Writing): Promise<void> {
  const models = [...disturbed.models]
  const changed = 'o.import_id = $1 OR o.model_id = ANY($2::int[])'
  if (models.length > 0) {
    await run(
      `DELETE FROM benchmark_model b WHERE b.model_id = ANY($1::int[]) AND NOT EXISTS (
         SELECT FROM observation o WHERE o.benchmark_id = b.benchmark_id AND o.model_slug = b.model_slug)`,
      models,
    )
    await run(
      `DELETE FROM model_source s WHERE s.model_id = ANY($1::int[]) AND NOT EXISTS (
         SELECT FROM observation o WHERE o.model_id = s.model_id AND s.source_id IN (o.source_id, o.read_from_id))`,
      models,
    )
  }
  await run(
    `INSERT INTO benchmark_model (benchmark_id, model_id, model_slug)
     SELECT DISTINCT o.benchmark_id, o.model_id, o.model_slug FROM observation o WHERE ${changed} ON CONFLICT DO NOTHING`,
    importId,
    models,
  )
  await run(
    `INSERT INTO model_source (model_id, source_id, source_slug)
     SELECT o.model_id, s.id, s.slug FROM observation o JOIN source s ON s.id = o.source_id WHERE ${changed}
     UNION SELECT o.model_id, s.id, s.slug FROM observation o JOIN source s ON s.id = o.read_from_id WHERE ${changed}
     ON CONFLICT DO NOTHING`,
    importId,
    models,
  )
  await run(
    `INSERT INTO setting_source (setting_id, setting_key, source_id, source_slug)
     SELECT DISTINCT t.id, t.key, s.id, s.slug FROM observation o
     JOIN setting t ON t.id = o.setting_id JOIN source s ON s.id = o.source_id
     WHERE o.import_id = $1 ON CONFLICT DO NOTHING`,
    importId,
  )
}

/** Counts open issues anew: of these models, and of observations by id or by their model. */
export async function refreshIssueCounts(
  { run }: Pick<Writing, 'run'>,
  { models, observationsOf, observations }: Record<'models' | 'observationsOf' | 'observations', readonly number[]>,
): Promise<void> {
  await run(
    `UPDATE observation o SET open_issue_count = x.count FROM (
       SELECT o.id, count(DISTINCT n.key)::int AS count FROM observation o
       LEFT JOIN note_subject s ON s.observation_id = o.id
       LEFT JOIN note n ON n.key = s.note_key AND n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN'
       WHERE o.model_id = ANY($1::int[]) OR o.id = ANY($2::int[]) GROUP BY o.id) x
     WHERE o.id = x.id AND o.open_issue_count <> x.count`,
    observationsOf,
    observations,
  )
  await run(
    `UPDATE model m SET issue_count = x.count FROM (
       SELECT m.id, count(DISTINCT n.key)::int AS count FROM model m
       LEFT JOIN note_subject s ON s.model_id = m.id
       LEFT JOIN note n ON n.key = s.note_key AND n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN'
       WHERE m.id = ANY($1::int[]) GROUP BY m.id) x
     WHERE m.id = x.id AND m.issue_count <> x.count`,
    models,
  )
}

/** The party follows from who measured and who develops, and either may be told later than the score. */
async function refreshParties(writing: Writing, models: readonly number[]): Promise<void> {
  const found = await writing.rows<{ id: number; party: string; measurers: number[]; developers: number[] }>(
    `SELECT o.id, o.party::text AS party, array_agg(DISTINCT m.author_id) AS measurers,
       ARRAY(SELECT d.author_id FROM model_developer d WHERE d.model_id = o.model_id) AS developers
     FROM observation o JOIN observation_measurer m ON m.observation_id = o.id
     WHERE o.model_id = ANY($1::int[]) GROUP BY o.id`,
    models,
  )
  const changed = found.flatMap(({ id, party, measurers, developers }) => {
    const now = partyOf(measurers, developers)
    return now === party ? [] : [{ id, party: now }]
  })
  await updateRows(writing, 'observation', 'id', changed)
}
