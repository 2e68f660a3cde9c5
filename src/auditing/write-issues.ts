// Writes issues that an audit finds or a curator files, and their states, each with its history.
import type { NoteOrigin } from '../generated/prisma/enums.ts'
import { emptyNote } from '../importers/writer/prepared-note.ts'
import { refreshReached, type Subject, subjectRows } from '../importers/writer/subjects.ts'
import { insertRows } from '../importers/writer/writing.ts'
import type { Act } from './act.ts'
import type { StoredIssue } from './known-issues.ts'

export interface IssueContent {
  kind: string
  code: string
  text: string
  settingStated: boolean
  spread: string | null
  /** Keys of the observations involved. */
  observations: readonly string[]
}

export type Resolution = { state: 'OPEN' } | { state: 'RESOLVED'; by: string; reason: string }
/** What of an issue its state is. */
export type IssueState = Pick<StoredIssue, 'key' | 'state' | 'resolvedBy' | 'resolvedAt' | 'resolvedReason'>

/** A new open issue about observations, and about `others` behind them. The caller tells the history. */
export async function newIssue(
  act: Act,
  key: string,
  issue: IssueContent & { origin: NoteOrigin; findingKey: string | null; others?: readonly Subject[] },
): Promise<void> {
  const { id, at } = await act.begun()
  const { kind, code, text, settingStated, spread, observations, origin, findingKey, others } = issue
  const row = {
    ...emptyNote,
    ...{ key, type: 'UNRESOLVED_ISSUE', code, text, origin, stated_in_id: null, opened_at: at, import_id: null },
    ...{ act_id: id, kind, state: 'OPEN', setting_stated: settingStated, spread, finding_key: findingKey },
  }
  await insertRows(act, 'note', [row])
  await nameObservations(act, key, observations, others)
}

/** Makes a note name these observations, and `others` behind them, and finds anew what it reaches through them. */
export async function nameObservations(
  act: Act,
  note: string,
  observations: readonly string[],
  others: readonly Subject[] = [],
): Promise<void> {
  const found = await act.rows<{ key: string; id: number }>(
    'SELECT key, id FROM observation WHERE key = ANY($1::text[])',
    observations,
  )
  const ids = new Map(found.map(({ key, id }) => [key, id]))
  const subjects = observations.map((key): Subject => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`the observation ${key} is gone`)
    return { key: `observation:${key}`, column: 'observation_id', id }
  })
  await act.run('DELETE FROM note_subject WHERE note_key = $1', note)
  await insertRows(act, 'note_subject', subjectRows(note, [...subjects, ...others]))
  await refreshReached(act, [note])
}

/** Settles or reopens an issue; its history keeps the state before, and who had settled it when and why. */
export async function setState(act: Act, issue: IssueState, resolution: Resolution): Promise<void> {
  const { at } = await act.begun()
  const { state: before, resolvedBy, resolvedAt, resolvedReason } = issue
  const was = resolvedBy === null ? null : { by: resolvedBy, at: resolvedAt, reason: resolvedReason }
  const is = resolution.state === 'OPEN' ? null : { by: resolution.by, at, reason: resolution.reason }
  await act.run(
    `UPDATE note SET state = $2::issue_state, resolved_by = $3, resolved_at = $4::timestamptz, resolved_reason = $5 WHERE key = $1`,
    ...[issue.key, resolution.state, is?.by ?? null, is?.at ?? null, is?.reason ?? null],
  )
  act.record({ note: issue.key, field: 'state', before, after: resolution.state })
  act.record({ note: issue.key, field: 'resolution', before: was, after: is })
}

export async function setFindingKey(act: Act, issue: Pick<StoredIssue, 'key' | 'findingKey'>, key: string | null) {
  await act.run('UPDATE note SET finding_key = $2 WHERE key = $1', issue.key, key)
  act.record({ note: issue.key, field: 'findingKey', before: issue.findingKey, after: key })
}

/** The models that notes are about. */
export function modelsReachedBy({ rows }: Pick<Act, 'rows'>, notes: readonly string[]) {
  return rows<{ key: string; id: number }>(
    `SELECT DISTINCT note_key AS key, model_id AS id FROM note_subject
     WHERE note_key = ANY($1::text[]) AND model_id IS NOT NULL`,
    notes,
  )
}
