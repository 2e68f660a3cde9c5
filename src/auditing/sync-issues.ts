// Brings the issues of the graph into line with what audits find now. What is settled by a person stays settled, unless claims join.
import type { Finding } from '../domain/audits/finding.ts'
import { hashKey } from '../domain/content-hash.ts'
import { compare, type Decimal } from '../domain/decimal.ts'
import { list } from '../domain/wording.ts'
import { refreshIssueCounts } from '../importers/writer/refresh-derived.ts'
import type { Act } from './act.ts'
import type { StoredIssue } from './known-issues.ts'
import { findingKey, matchFindings } from './match-findings.ts'
import {
  type IssueContent,
  modelsReachedBy,
  nameObservations,
  newIssue,
  setFindingKey,
  setState,
} from './write-issues.ts'

/** What became of the issues, as numbers. `borneOut`: notes of sources or people that an audit finds to hold. */
export type IssueChanges = Record<'found' | 'opened' | 'reopened' | 'updated' | 'closed' | 'borneOut', number>

/** The name in which audits act; no curator may bear it. */
export const auditor = 'audit'

export async function syncIssues(
  act: Act,
  findings: readonly Finding[],
  issues: readonly StoredIssue[],
): Promise<IssueChanges> {
  const { fresh, again, borneOut, gone } = matchFindings(findings, issues)
  const changes: IssueChanges = { found: findings.length, opened: 0, reopened: 0, updated: 0, closed: 0, borneOut: 0 }
  const touched = new Set<string>()
  // A note whose conflict another one tells of gives up its finding before that one takes it.
  const modelsBefore = await modelsReachedBy(
    act,
    issues.map(({ key }) => key),
  )
  for (const { issue, told } of gone) {
    if (issue.state === 'RESOLVED') continue
    await close(act, issue, told)
    changes.closed += 1
    touched.add(issue.key)
  }
  for (const { issue, findingKey: key } of borneOut) {
    if (key !== null) changes.borneOut += 1
    if (issue.findingKey !== key) await setFindingKey(act, issue, key)
  }
  for (const { issue, finding } of again) {
    const before = changes.updated + changes.reopened
    if (await reopen(act, issue, finding)) changes.reopened += 1
    if (await update(act, issue, finding)) changes.updated += 1
    if (changes.updated + changes.reopened > before) touched.add(issue.key)
  }
  const taken = new Set(issues.map(({ key }) => key))
  for (const finding of fresh) {
    const key = freeKey(finding, taken)
    await newIssue(act, key, { ...contentOf(finding), origin: 'COMPUTED', findingKey: findingKey(finding.identity) })
    act.record({ note: key, field: 'state', before: null, after: 'OPEN' })
    changes.opened += 1
    touched.add(key)
  }
  await count(act, touched, modelsBefore)
  return changes
}

function contentOf({ kind, code, text, settingStated, spread, observations }: Finding): IssueContent {
  return { kind, code, text, settingStated, spread, observations }
}

/** The key of a new note: of its finding, unless a note that has become another finding's bears it. */
function freeKey({ identity }: Finding, taken: Set<string>): string {
  for (let attempt = 1; ; attempt += 1) {
    const key = hashKey({ of: 'note', origin: 'COMPUTED', finding: identity, attempt: attempt > 1 ? attempt : null })
    if (taken.has(key)) continue
    taken.add(key)
    return key
  }
}

async function close(act: Act, issue: StoredIssue, told: StoredIssue | null): Promise<void> {
  const reason = told
    ? `The same conflict is told by the note ${told.key} (${told.origin.toLowerCase()}).`
    : 'An audit no longer finds it.'
  await setState(act, issue, { state: 'RESOLVED', by: auditor, reason })
  if (told && issue.findingKey !== null) await setFindingKey(act, issue, null)
}

async function reopen(act: Act, issue: StoredIssue, finding: Finding): Promise<boolean> {
  if (issue.state === 'OPEN') return false
  const joined = finding.observations.some((key) => !issue.observations.includes(key))
  if (issue.resolvedBy !== auditor && !joined) return false
  await setState(act, issue, { state: 'OPEN' })
  return true
}

/** Writes what differs, and tells it in the history. */
async function update(act: Act, issue: StoredIssue, finding: Finding): Promise<boolean> {
  const key = findingKey(finding.identity)
  const renamed = issue.findingKey !== key
  if (renamed) await setFindingKey(act, issue, key)
  const involved = JSON.stringify(issue.observations) !== JSON.stringify(finding.observations)
  if (involved) await nameObservations(act, issue.key, finding.observations)
  const fields = [
    ['kind', issue.kind, finding.kind],
    ['text', issue.text, finding.text],
    ['settingStated', issue.settingStated, finding.settingStated],
    ['spread', issue.spread, sameNumber(issue.spread, finding.spread) ? issue.spread : finding.spread],
    ...(involved ? [['observations', issue.observations, finding.observations] as const] : []),
  ] as const
  const changed = fields.filter(([field, before, after]) => field === 'observations' || before !== after)
  for (const [field, before, after] of changed) act.record({ note: issue.key, field, before, after })
  if (changed.length === 0) return renamed
  await act.run(
    `UPDATE note SET kind = $2::issue_kind, text = $3, setting_stated = $4, spread = $5::numeric WHERE key = $1`,
    ...[issue.key, finding.kind, finding.text, finding.settingStated, finding.spread],
  )
  return true
}

function sameNumber(a: Decimal | null, b: Decimal | null): boolean {
  return a === b || (a !== null && b !== null && compare(a, b) === 0)
}

async function count(
  act: Act,
  touched: ReadonlySet<string>,
  before: readonly { key: string; id: number }[],
): Promise<void> {
  if (touched.size === 0) return
  const reached = [...before.filter(({ key }) => touched.has(key)), ...(await modelsReachedBy(act, [...touched]))]
  const models = [...new Set(reached.map(({ id }) => id))]
  // Observations that a note no longer names are of models that it reached.
  await refreshIssueCounts(act, { models, observationsOf: models, observations: [] })
}

/** What an audit did, in words. */
export function describeIssueChanges({ found, opened, reopened, updated, closed, borneOut }: IssueChanges): string {
  const parts = { opened, reopened, updated, closed, 'told by notes of others': borneOut }
  const told = Object.entries(parts).flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []))
  return `${found} found${told.length > 0 ? ` (${list(told)})` : ''}`
}
