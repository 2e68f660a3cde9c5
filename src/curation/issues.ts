// What curators do with issues: file, settle, reopen.
import type { Act } from '../auditing/act.ts'
import { modelsReachedBy, newIssue, setState } from '../auditing/write-issues.ts'
import type { Database } from '../db/client.ts'
import { noteKey } from '../domain/keys.ts'
import { refreshIssueCounts } from '../importers/writer/refresh-derived.ts'
import type { Subject } from '../importers/writer/subjects.ts'
import { perform } from './perform.ts'
import { given, Refusal } from './refusal.ts'

export interface IssueToFile {
  kind: string
  code: string
  text: string
  settingStated: boolean
  about: readonly Subject[]
  reason: string
}

/** Files an issue about nodes; gives its key. Refuses one that is open already, by whomever. */
export function fileIssue(db: Pick<Database, 'pool'>, by: string | null, issue: IssueToFile): Promise<string> {
  const work = async (act: Act) => {
    const { kind, settingStated, about } = issue
    const [text, code] = [given(issue.text, 'text'), given(issue.code, 'code', 100)]
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code))
      throw new Refusal('INVALID_INPUT', '`code` is a short name in lower case, such as "sources-disagree".', 'code')
    const observations = about.filter(({ column }) => column === 'observation_id')
    const keys = observations.map(({ key }) => key.slice('observation:'.length))
    const subjects = about.map(({ key }) => key)
    const key = noteKey({ type: 'UNRESOLVED_ISSUE', code, origin: 'CURATED', text, subjects, kind })
    await refuseKnown(act, key, kind, keys)
    const spread = await spreadOf(act, keys)
    const others = about.filter(({ column }) => column !== 'observation_id')
    const content = { kind, code, text, settingStated, spread, observations: keys, others }
    await newIssue(act, key, { ...content, origin: 'CURATED', findingKey: null })
    act.record({ note: key, field: 'state', before: null, after: 'OPEN' })
    await recount(act, key)
    return { result: key, touched: { observations: observations.map(({ id }) => id) } }
  }
  return perform(db, { kind: 'FILE_ISSUE', by, reason: issue.reason, work })
}

/** Settles an open issue. Nothing is hidden by it. */
export function resolveIssue(
  db: Pick<Database, 'pool'>,
  by: string | null,
  key: string,
  reason: string,
): Promise<string> {
  const work = async (act: Act) => {
    const issue = await lockIssue(act, key)
    if (issue.state === 'RESOLVED')
      throw new Refusal('ALREADY_RESOLVED', `${issue.resolvedBy} has settled it: ${issue.resolvedReason}`, 'issue')
    await setState(act, issue, { state: 'RESOLVED', by: act.by, reason: given(reason, 'reason') })
    await recount(act, key)
    return { result: key }
  }
  return perform(db, { kind: 'RESOLVE_ISSUE', by, reason, work })
}

/** Opens a settled issue again; who settled it, when and why stays in its history. */
export function reopenIssue(
  db: Pick<Database, 'pool'>,
  by: string | null,
  key: string,
  reason: string,
): Promise<string> {
  const work = async (act: Act) => {
    const issue = await lockIssue(act, key)
    if (issue.state === 'OPEN') throw new Refusal('NOT_RESOLVED', 'The issue is open.', 'issue')
    await setState(act, issue, { state: 'OPEN' })
    await recount(act, key)
    return { result: key }
  }
  return perform(db, { kind: 'REOPEN_ISSUE', by, reason, work })
}

async function lockIssue({ rows }: Act, key: string) {
  const [issue] = await rows<Parameters<typeof setState>[1]>(
    `SELECT key, state, resolved_by AS "resolvedBy", resolved_at AS "resolvedAt", resolved_reason AS "resolvedReason"
     FROM note WHERE key = $1 AND type = 'UNRESOLVED_ISSUE' FOR UPDATE`,
    key,
  )
  if (!issue) throw new Refusal('NOT_FOUND', 'There is no such issue.', 'issue')
  return issue
}

async function refuseKnown({ rows }: Act, key: string, kind: string, observations: readonly string[]): Promise<void> {
  const [known] = await rows<{ key: string }>(
    `SELECT n.key FROM note n WHERE n.key = $1 OR (cardinality($3::text[]) > 0 AND n.type = 'UNRESOLVED_ISSUE'
       AND n.state = 'OPEN' AND n.kind = $2::issue_kind
       AND (SELECT array_agg(o.key::text ORDER BY o.key) FROM note_subject s JOIN observation o ON o.id = s.observation_id
         WHERE s.note_key = n.key) = $3::text[]
       AND n.key IN (SELECT s.note_key FROM note_subject s JOIN observation o ON o.id = s.observation_id WHERE o.key = $4))`,
    ...[key, kind, [...observations].sort(), observations[0] ?? null],
  )
  if (known)
    throw new Refusal('ALREADY_FILED', `The issue ${known.key} says the same; reopen it if it is settled.`, 'about')
}

/** Largest minus smallest; null with fewer than two values, or across benchmarks, where it would say nothing. */
async function spreadOf({ rows }: Act, observations: readonly string[]): Promise<string | null> {
  const [found] = await rows<{ spread: string | null }>(
    `SELECT max(value) - min(value) AS spread FROM observation WHERE key = ANY($1::text[])
     HAVING count(value) > 1 AND count(DISTINCT benchmark_id) = 1`,
    observations,
  )
  return found?.spread ?? null
}

async function recount(act: Act, note: string): Promise<void> {
  const models = (await modelsReachedBy(act, [note])).map(({ id }) => id)
  const involved = await act.rows<{ id: number }>(
    'SELECT observation_id AS id FROM note_subject WHERE note_key = $1 AND observation_id IS NOT NULL',
    note,
  )
  await refreshIssueCounts(act, { models, observationsOf: [], observations: involved.map(({ id }) => id) })
}
