// How the issues of the graph stand after an audit, for people and for programs.
import type { Database } from '../db/client.ts'
import { count } from '../domain/wording.ts'
import type { AuditSummary } from './run-audits.ts'
import { describeIssueChanges } from './sync-issues.ts'

/** How many issues of one kind there are; `found`: how many of the open ones an audit finds itself. */
export interface KindOfIssue {
  kind: string
  open: number
  found: number
  resolved: number
}

/** By kind, in the order of the alphabet; kinds without issues are left out. */
export async function stateOfIssues(db: Pick<Database, 'pool'>): Promise<KindOfIssue[]> {
  const { rows } = await db.pool.query<KindOfIssue>(
    `SELECT kind::text AS kind, count(*) FILTER (WHERE state = 'OPEN')::int AS open,
       count(*) FILTER (WHERE state = 'OPEN' AND finding_key IS NOT NULL)::int AS found,
       count(*) FILTER (WHERE state = 'RESOLVED')::int AS resolved
     FROM note WHERE type = 'UNRESOLVED_ISSUE' GROUP BY kind ORDER BY kind::text`,
  )
  return rows
}

/** A table of the kinds, and a line about what the audit changed. */
export function formatSummary({ issues, rederived, act }: AuditSummary, state: readonly KindOfIssue[]): string {
  const sum = (column: 'open' | 'found' | 'resolved') => state.reduce((total, kind) => total + kind[column], 0)
  const total = { kind: 'all', open: sum('open'), found: sum('found'), resolved: sum('resolved') }
  const line = (kind: string, ...cells: (string | number)[]) =>
    `${kind.padEnd(20)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  return [
    line('issues', 'open', 'audited', 'resolved'),
    ...[...state, total].map(({ kind, open, found, resolved }) => line(kind, open, found, resolved)),
    '',
    `The audits: ${describeIssueChanges(issues)}.`,
    act === null ? 'Nothing has changed.' : `Derivations changed for ${count(rederived, 'observation')}. Act ${act}.`,
  ].join('\n')
}
