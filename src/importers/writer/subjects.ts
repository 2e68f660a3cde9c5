// The nodes that a note is about, as keys and as rows know them.
import { benchmarkIdentity } from '../../domain/names.ts'
import type { BundleSubject } from '../bundle/format.ts'
import type { Parts } from './parts.ts'
import type { Observations } from './write-observations.ts'
import { must, type Row, type Writing } from './writing.ts'

export interface Subject {
  /** "model:InternLM2-20B-Reward", as note keys hold it. */
  key: string
  column: 'model_id' | 'benchmark_id' | 'setting_id' | 'observation_id' | 'source_id' | 'table_id' | 'author_id'
  id: number
}

/** A subject of the file as nodes: one, or all observations of a column. */
export function subjectsOf(
  { bundle }: Pick<Writing, 'bundle'>,
  parts: Parts,
  observations: Observations,
  subject: BundleSubject,
): Subject[] {
  const { models, benchmarks, settings, sources, authors, tables } = parts
  if ('model' in subject) {
    return [{ key: `model:${models.identity(subject.model)}`, column: 'model_id', id: models.id(subject.model) }]
  }
  if ('benchmark' in subject) {
    const identity = benchmarkIdentity(bundle.benchmarks[subject.benchmark]?.name ?? '')
    return [{ key: `benchmark:${identity}`, column: 'benchmark_id', id: must(benchmarks, identity) }]
  }
  if ('setting' in subject) {
    return [{ key: `setting:${settings.key(subject.setting)}`, column: 'setting_id', id: settings.id(subject.setting) }]
  }
  if ('source' in subject) {
    return [
      { key: `source:${sources.ref(subject.source).identity}`, column: 'source_id', id: sources.id(subject.source) },
    ]
  }
  if ('author' in subject) {
    const identity = authors.identityOf(subject.author)
    return [{ key: `author:${identity}`, column: 'author_id', id: must(authors.ids, identity) }]
  }
  if ('table' in subject) {
    return [{ key: `table:${tables.key(subject.table)}`, column: 'table_id', id: tables.id(subject.table) }]
  }
  const { table, column, setting } = 'cells' in subject ? subject.cells : { table: '', column: 0, setting: undefined }
  const involved =
    'cells' in subject ? observations.inColumn(table, column, setting) : [observations.named(subject.observation)]
  return involved.map(({ key, id }) => ({ key: `observation:${key}`, column: 'observation_id', id }))
}

const columns = ['model_id', 'benchmark_id', 'setting_id', 'observation_id', 'source_id', 'table_id', 'author_id']
const nobody: Row = Object.fromEntries(columns.map((column) => [column, null]))

/** Rows of the subjects that a note names, each once, in their order. */
export function subjectRows(noteKey: string, subjects: readonly Subject[]): Row[] {
  const unique = new Map(subjects.map((subject) => [`${subject.column} ${subject.id}`, subject]))
  return [...unique.values()].map(({ column, id }, place) => ({
    ...nobody,
    note_key: noteKey,
    position: place + 1,
    [column]: id,
  }))
}

/**
 * Finds anew the nodes that notes reach through those that they name: of an observation its model, benchmark, setting,
 * source and readFrom; of a setting its benchmark; of a table its source; of a score that is not there, whose it would be and
 * under what setting.
 */
export async function refreshReached({ run }: Pick<Writing, 'run'>, notes: readonly string[]): Promise<void> {
  if (notes.length === 0) return
  await run('DELETE FROM note_subject WHERE position IS NULL AND note_key = ANY($1::text[])', notes)
  await run(
    `INSERT INTO note_subject (note_key, model_id, benchmark_id, setting_id, source_id)
     WITH named AS (SELECT * FROM note_subject WHERE note_key = ANY($1::text[])),
     reached AS (
       SELECT n.note_key, v.* FROM named n JOIN observation o ON o.id = n.observation_id
       CROSS JOIN LATERAL (VALUES
         (o.model_id, NULL::int, NULL::int, NULL::int), (NULL, o.benchmark_id, NULL, NULL), (NULL, NULL, o.setting_id, NULL),
         (NULL, NULL, NULL, o.source_id), (NULL, NULL, NULL, o.read_from_id)
       ) AS v(model_id, benchmark_id, setting_id, source_id)
       UNION SELECT n.note_key, NULL, s.benchmark_id, NULL, NULL FROM named n JOIN setting s ON s.id = n.setting_id
       UNION SELECT n.note_key, NULL, NULL, NULL, t.source_id FROM named n JOIN result_table t ON t.id = n.table_id
       UNION SELECT key, about_model_id, NULL, NULL, NULL FROM note WHERE key = ANY($1::text[])
       UNION SELECT key, NULL, NULL, about_setting_id, NULL FROM note WHERE key = ANY($1::text[])
       UNION SELECT t.key, NULL, s.benchmark_id, NULL, NULL FROM note t JOIN setting s ON s.id = t.about_setting_id
         WHERE t.key = ANY($1::text[])
     )
     SELECT r.* FROM reached r WHERE num_nonnulls(r.model_id, r.benchmark_id, r.setting_id, r.source_id) = 1
     AND NOT EXISTS (
       SELECT FROM named n WHERE n.note_key = r.note_key
       AND (n.model_id = r.model_id OR n.benchmark_id = r.benchmark_id OR n.setting_id = r.setting_id OR n.source_id = r.source_id)
     )`,
    notes,
  )
  await refreshMissing({ run }, notes)
}

/** What notes say is not published of the observations, settings and sources that they name. */
async function refreshMissing({ run }: Pick<Writing, 'run'>, notes: readonly string[]): Promise<void> {
  await run('DELETE FROM note_aspect WHERE note_key = ANY($1::text[])', notes)
  await run(
    `INSERT INTO note_aspect (note_key, position, aspect, observation_id, setting_id, source_id)
     SELECT DISTINCT s.note_key, s.position, a.aspect, s.observation_id, s.setting_id, s.source_id
     FROM note_subject s JOIN note n ON n.key = s.note_key CROSS JOIN LATERAL unnest(n.aspects) a(aspect)
     WHERE s.note_key = ANY($1::text[]) AND n.type = 'NOT_PUBLISHED' AND s.position IS NOT NULL
       AND num_nonnulls(s.observation_id, s.setting_id, s.source_id) = 1`,
    notes,
  )
}
