// Runs the audits over what was touched, and brings issues and derivations into line with what they find.
import type { Database } from '../db/client.ts'
import { graphLock, inTransaction, type Transaction } from '../db/transaction.ts'
import type { ImportLedger } from '../importers/writer/ledger.ts'
import { type Act, startAct } from './act.ts'
import { auditPages } from './audit-pages.ts'
import { auditPairs } from './audit-pairs.ts'
import { auditSettings } from './audit-settings.ts'
import { declarations } from './declarations.ts'
import { keepBoards } from './keep-boards.ts'
import { issuesWithin, type Scope } from './known-issues.ts'
import { auditor, describeIssueChanges, type IssueChanges, syncIssues } from './sync-issues.ts'
import { pagesOf, pairsOf, settingsOf, type Touched, touchedObservations } from './touched.ts'

export interface AuditSummary {
  issues: IssueChanges
  /** How many observations had derivations added or taken away. */
  rederived: number
  /** The key of the act; null where nothing changed, so that nothing was written. */
  act: string | null
}

/** What an audit tells of; a pino logger is one. */
export interface AuditLog {
  info(message: string): void
}

export interface AuditOptions {
  /** What changed, or "all". */
  touched: Touched | 'all'
  log?: AuditLog
}

/**
 * Audits what was touched, in a transaction of its own that waits for imports and other audits. What it writes follows from the
 * graph alone: run twice, it writes once. Throws what the database throws; then nothing is written.
 */
export async function runAudits(db: Pick<Database, 'pool'>, { touched, log }: AuditOptions): Promise<AuditSummary> {
  const summary = await inTransaction(db.pool, async (transaction) => {
    await transaction.run('SET LOCAL statement_timeout = 0')
    await transaction.run(`SELECT pg_advisory_xact_lock(${graphLock})`)
    return auditWithin(transaction, touched)
  })
  if (summary.act !== null) log?.info(`audit: ${describeIssueChanges(summary.issues)}`)
  return summary
}

/** Audits what an import brought and disturbed; nothing where it wrote nothing. */
export async function auditImport(
  db: Pick<Database, 'pool'>,
  { key, alreadyImported, disturbed }: Pick<ImportLedger, 'key' | 'alreadyImported' | 'disturbed'>,
  log?: AuditLog,
): Promise<AuditSummary | null> {
  if (alreadyImported) return null
  const { rows } = await db.pool.query<{ id: number }>('SELECT id FROM import WHERE key = $1', [key])
  return runAudits(db, { touched: { importId: rows[0]?.id ?? null, ...disturbed }, ...(log ? { log } : {}) })
}

/** The same within a transaction that holds the lock already. */
export async function auditWithin(transaction: Transaction, touched: Touched | 'all'): Promise<AuditSummary> {
  const importId = touched === 'all' ? null : (touched.importId ?? null)
  const act = startAct(transaction, { kind: 'AUDIT', by: auditor, importId })
  const observations = touched === 'all' ? null : await touchedObservations(act, touched)
  const { findings, scope, rederived } = await auditAll(act, observations)
  const issues = await syncIssues(act, findings, await issuesWithin(act, scope))
  await keepBoards(transaction, observations)
  return { issues, rederived: rederived.length, act: await act.end() }
}

async function auditAll(act: Act, observations: number[] | null) {
  const declared = await declarations(act)
  const all = observations === null
  const direct = await pairsOf(act, observations)
  const pages = await pagesOf(act, all ? null : direct)
  const quotations = await auditPages(act, pages, declared)
  // A derivation that came or went may settle or open a conflict elsewhere on the page.
  const pairs = all ? direct : await pairsOf(act, [...(observations ?? []), ...quotations.rederived])
  const further = all ? [] : (await pagesOf(act, pairs)).filter((page) => !pages.includes(page))
  const others = await auditPages(act, further, declared)
  const results = await auditPairs(act, pairs, declared)
  const rederived = [...new Set([...quotations.rederived, ...others.rederived, ...results.rederived])]
  const settings = await settingsOf(act, observations && [...observations, ...rederived])
  const findings = [
    ...[...quotations.findings, ...others.findings, ...results.findings],
    ...(await auditSettings(act, settings)),
  ]
  const scope: Scope = all ? null : { pairs, pages: [...pages, ...further], settings }
  return { findings, scope, rederived }
}
