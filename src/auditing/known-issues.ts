// The issues that an audit has to bring into line with what it finds.
import type { Transaction } from '../db/transaction.ts'
import type { KnownIssue } from './match-findings.ts'
import { auditedKinds, type Pair } from './touched.ts'

/** An issue as it is stored; `models` are those that it reaches. */
export interface StoredIssue extends KnownIssue {
  text: string
  settingStated: boolean | null
  spread: string | null
  resolvedAt: Date | null
  resolvedReason: string | null
}

/** What was audited, by database id; null for everything. */
export type Scope = { pairs: readonly Pair[]; pages: readonly number[]; settings: readonly number[] } | null

/**
 * The issues within a scope, each by the audit that could find it anew: of pairs, of pages that quote, or of settings.
 * Issues of other kinds than audits find are left out.
 */
export async function issuesWithin({ rows }: Pick<Transaction, 'rows'>, scope: Scope): Promise<StoredIssue[]> {
  const within = scope
    ? `AND n.key IN (
         SELECT s.note_key FROM unnest($2::int[], $3::int[]) AS p(model, benchmark)
           JOIN observation o ON o.model_id = p.model AND o.benchmark_id = p.benchmark
           JOIN note_subject s ON s.observation_id = o.id JOIN note m ON m.key = s.note_key
           WHERE m.kind <> 'OUT_OF_RANGE' AND (m.origin <> 'COMPUTED' OR m.code <> 'quoted-otherwise')
         UNION SELECT s.note_key FROM observation o JOIN note_subject s ON s.observation_id = o.id JOIN note m ON m.key = s.note_key
           WHERE o.read_from_id = ANY($4::int[]) AND m.origin = 'COMPUTED' AND m.code = 'quoted-otherwise'
         UNION SELECT s.note_key FROM note_subject s JOIN note m ON m.key = s.note_key
           WHERE s.setting_id = ANY($5::int[]) AND m.kind = 'OUT_OF_RANGE')`
    : ''
  return rows<StoredIssue>(
    `SELECT n.key, n.code, n.kind, n.origin, n.state, n.text, n.setting_stated AS "settingStated", n.spread,
       n.finding_key AS "findingKey", n.resolved_by AS "resolvedBy", n.resolved_at AS "resolvedAt",
       n.resolved_reason AS "resolvedReason",
       ARRAY(SELECT o.key FROM note_subject s JOIN observation o ON o.id = s.observation_id
         WHERE s.note_key = n.key AND s.position IS NOT NULL ORDER BY s.position)::text[] AS observations
     FROM note n WHERE n.type = 'UNRESOLVED_ISSUE' AND n.kind = ANY($1::issue_kind[]) ${within} ORDER BY n.key`,
    auditedKinds,
    ...(scope
      ? [
          scope.pairs.map(({ model }) => model),
          scope.pairs.map(({ benchmark }) => benchmark),
          scope.pages,
          scope.settings,
        ]
      : []),
  )
}
