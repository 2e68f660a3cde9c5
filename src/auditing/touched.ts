// What has to be audited after something changed: which models on which benchmarks, which pages, which settings.
import type { Transaction } from '../db/transaction.ts'

/** What changed, by database id; an import stands for its observations. */
export interface Touched {
  importId?: number | null
  observations?: Iterable<number>
  models?: Iterable<number>
  benchmarks?: Iterable<number>
  sources?: Iterable<number>
}

/** A model on a benchmark: claims contradict each other and add up only within one. */
export interface Pair {
  model: number
  benchmark: number
}

type Reading = Pick<Transaction, 'rows'>

/** The observations that changed, or whose meaning did. */
export async function touchedObservations({ rows }: Reading, touched: Touched): Promise<number[]> {
  const { importId = null, observations = [], models = [], benchmarks = [], sources = [] } = touched
  const found = await rows<{ id: number }>(
    `SELECT id FROM observation WHERE import_id = $1 UNION SELECT id FROM observation WHERE id = ANY($2::int[])
     UNION SELECT id FROM observation WHERE model_id = ANY($3::int[])
     UNION SELECT id FROM observation WHERE benchmark_id = ANY($4::int[])
     UNION SELECT id FROM observation WHERE source_id = ANY($5::int[])`,
    ...[importId, [...observations], [...models], [...benchmarks], [...sources]],
  )
  return found.map(({ id }) => id)
}

/**
 * The pairs of these observations, and of all others that stand in one published or filed issue with one of the same pair:
 * whether such a note is borne out can only be told of it as a whole. Null for everything.
 */
export function pairsOf({ rows }: Reading, observations: readonly number[] | null): Promise<Pair[]> {
  if (observations === null)
    return rows<Pair>('SELECT DISTINCT model_id AS model, benchmark_id AS benchmark FROM observation')
  return rows<Pair>(
    `WITH direct AS (SELECT DISTINCT model_id, benchmark_id FROM observation WHERE id = ANY($1::int[])),
     issues AS (
       SELECT DISTINCT n.key FROM direct d JOIN observation o ON o.model_id = d.model_id AND o.benchmark_id = d.benchmark_id
       JOIN note_subject s ON s.observation_id = o.id JOIN note n ON n.key = s.note_key
       WHERE n.type = 'UNRESOLVED_ISSUE' AND n.origin <> 'COMPUTED' AND n.kind = ANY($2::issue_kind[]))
     SELECT model_id AS model, benchmark_id AS benchmark FROM direct
     UNION SELECT o.model_id, o.benchmark_id FROM issues i JOIN note_subject s ON s.note_key = i.key
       JOIN observation o ON o.id = s.observation_id`,
    observations,
    auditedKinds,
  )
}

/** The kinds of issue that audits find. */
export const auditedKinds = [
  'DISAGREEMENT',
  'TRANSCRIPTION',
  'AGGREGATE_MISMATCH',
  'UNATTAINABLE',
  'OUT_OF_RANGE',
  'WRONG_SUBJECT',
]

/**
 * The pages that quote something within the pairs which is known from another witness, too, or that were once found to.
 * Null for all pages that quote anything.
 */
export async function pagesOf({ rows }: Reading, pairs: readonly Pair[] | null): Promise<number[]> {
  const within = pairs
    ? `(SELECT DISTINCT model, benchmark FROM unnest($1::int[], $2::int[]) AS p(model, benchmark)) p
         JOIN observation o ON o.model_id = p.model AND o.benchmark_id = p.benchmark`
    : 'observation o'
  // Right after an import the planner doesn't know how long the tables are, so nothing here may turn into a loop within a loop:
  // sorts (windows) find what stands together, not joins of long lists.
  const found = await rows<{ id: number }>(
    `WITH claimed AS MATERIALIZED (
       SELECT o.id, o.model_id, o.benchmark_id, o.source_id, o.read_from_id, s.work,
         coalesce(o.read_from_id, o.source_id) AS page
       FROM ${within} JOIN source s ON s.id = o.source_id),
     witness AS MATERIALIZED (
       SELECT DISTINCT model_id, benchmark_id, source_id, read_from_id, work, page FROM claimed),
     -- A work that another page tells of, too.
     told AS (
       SELECT page, read_from_id, min(page) OVER one <> max(page) OVER one AS twice FROM witness
       WINDOW one AS (PARTITION BY model_id, benchmark_id, work)),
     -- What pages take their figures from, beside what others give of it.
     exchange AS (
       SELECT w.model_id, w.benchmark_id, d.from_id AS source, w.page, true AS takes
         FROM witness w JOIN source_derivation d ON d.source_id = w.source_id WHERE w.read_from_id IS NULL
       UNION ALL SELECT model_id, benchmark_id, source_id, page, false FROM witness
       UNION ALL SELECT model_id, benchmark_id, read_from_id, page, false FROM witness WHERE read_from_id IS NOT NULL),
     exchanged AS (
       SELECT page, takes, min(page) FILTER (WHERE NOT takes) OVER one AS first, max(page) FILTER (WHERE NOT takes) OVER one AS last
       FROM exchange WINDOW one AS (PARTITION BY model_id, benchmark_id, source)),
     before AS (
       SELECT c.page, c.read_from_id, c.source_id FROM claimed c WHERE EXISTS (SELECT FROM derivation d
         WHERE d.observation_id = c.id AND d.origin = 'COMPUTED' AND d.kind <> 'AGGREGATED')
       UNION SELECT c.page, c.read_from_id, c.source_id FROM claimed c WHERE EXISTS (
         SELECT FROM note_subject j JOIN note n ON n.key = j.note_key
         WHERE j.observation_id = c.id AND n.origin = 'COMPUTED' AND n.code = 'quoted-otherwise'))
     SELECT page AS id FROM told WHERE twice AND read_from_id IS NOT NULL
     UNION SELECT page FROM exchanged WHERE takes AND (first <> page OR last <> page)
     UNION SELECT b.page FROM before b WHERE b.read_from_id IS NOT NULL
       OR EXISTS (SELECT FROM source_derivation q WHERE q.source_id = b.source_id)
     ORDER BY 1`,
    ...(pairs ? [pairs.map(({ model }) => model), pairs.map(({ benchmark }) => benchmark)] : []),
  )
  return found.map(({ id }) => id)
}

/**
 * The settings of these observations (null: all) in which a value may lie beyond the range or on another scale, or was once found
 * to: a plain sieve, so that no long leaderboard is read in vain.
 */
export async function settingsOf({ rows }: Reading, observations: readonly number[] | null): Promise<number[]> {
  const touched = observations
    ? 'JOIN (SELECT DISTINCT setting_id FROM observation WHERE id = ANY($1::int[])) x ON x.setting_id = t.id'
    : ''
  const found = await rows<{ id: number }>(
    `SELECT t.id FROM setting t ${touched} JOIN observation o ON o.setting_id = t.id
     GROUP BY t.id HAVING bool_or(o.upper < t.min) OR bool_or(o.lower > t.max)
       OR (bool_or(abs(o.value) <= 1 AND o.value <> 0) AND bool_or(abs(o.value) > 1))
       OR EXISTS (SELECT FROM note_subject s JOIN note n ON n.key = s.note_key
         WHERE s.setting_id = t.id AND n.kind = 'OUT_OF_RANGE')
     ORDER BY t.id`,
    ...(observations ? [observations] : []),
  )
  return found.map(({ id }) => id)
}
