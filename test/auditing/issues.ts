// What tests of audits read back: issues by what their claims print, and derivations.
import type { Database } from '../../src/db/client.ts'

export interface IssueSeen {
  kind: string
  origin: string
  state: string
  spread: string | null
  settingStated: boolean
  /** Whether an audit finds it. */
  found: boolean
  claims: string[]
}

/** Every issue of a kind that audits find, with what each claim prints. */
export async function issuesOf(db: Pick<Database, 'pool'>): Promise<IssueSeen[]> {
  const { rows } = await db.pool.query<IssueSeen>(
    `SELECT n.kind::text AS kind, n.origin::text AS origin, n.state::text AS state, n.spread::text AS spread,
       n.setting_stated AS "settingStated", n.finding_key IS NOT NULL AS found,
       array_agg(concat_ws(' ', o.reported_name, t.subset, o.printed) ORDER BY o.reported_name, t.subset, o.printed) AS claims
     FROM note n JOIN note_subject s ON s.note_key = n.key AND s.position IS NOT NULL
       JOIN observation o ON o.id = s.observation_id JOIN setting t ON t.id = o.setting_id
     WHERE n.kind IN ('DISAGREEMENT', 'TRANSCRIPTION', 'AGGREGATE_MISMATCH', 'UNATTAINABLE', 'OUT_OF_RANGE',
       'WRONG_SUBJECT')
     GROUP BY n.key ORDER BY n.kind, claims`,
  )
  return rows
}

/** "75.6 <- 81.7% NORMALIZED (x - 1/4) / (1 - 1/4)" of each derivation that audits found. */
export async function derivationsOf(db: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ told: string }>(
    `SELECT concat_ws(' ', b.slug, o.printed, '<-', string_agg(f.printed, ', ' ORDER BY f.printed), d.kind, d.formula) AS told
     FROM derivation d JOIN observation o ON o.id = d.observation_id JOIN benchmark b ON b.id = o.benchmark_id
       JOIN derivation_input i ON i.derivation_id = d.id JOIN observation f ON f.id = i.observation_id
     WHERE d.origin = 'COMPUTED' GROUP BY d.id, b.slug, o.printed`,
  )
  return rows.map(({ told }) => told).sort()
}

/** Counters as kept beside what they count, where they are wrong: nothing, that is. */
export async function wrongCounters(db: Pick<Database, 'pool'>): Promise<unknown[]> {
  const open = `n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN'`
  const { rows } = await db.pool.query(
    `SELECT 'observation' AS of, o.key FROM observation o WHERE o.open_issue_count <>
       (SELECT count(DISTINCT n.key) FROM note_subject s JOIN note n ON n.key = s.note_key WHERE s.observation_id = o.id AND ${open})
     UNION ALL SELECT 'model', m.slug FROM model m WHERE m.issue_count <>
       (SELECT count(DISTINCT n.key) FROM note_subject s JOIN note n ON n.key = s.note_key WHERE s.model_id = m.id AND ${open})
     UNION ALL SELECT 'setting', t.key FROM setting t WHERE t.model_count <>
       (SELECT count(DISTINCT o.model_id) FROM observation o WHERE o.setting_id = t.id)`,
  )
  return rows
}
