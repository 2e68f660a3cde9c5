// Brings up to date what is kept beside the rows that it follows from: parties and counts.
import { partyOf } from '../../domain/party.ts'
import { updateRows, type Writing } from './writing.ts'

/** For models that this import touched. */
export async function refreshDerived(writing: Writing, models: ReadonlySet<number>): Promise<void> {
  const ids = [...models]
  await refreshParties(writing, ids)
  await writing.run(
    `UPDATE observation o SET open_issue_count = x.count FROM (
       SELECT o.id, count(DISTINCT n.key)::int AS count FROM observation o
       LEFT JOIN note_subject s ON s.observation_id = o.id
       LEFT JOIN note n ON n.key = s.note_key AND n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN'
       WHERE o.model_id = ANY($1::int[]) GROUP BY o.id) x
     WHERE o.id = x.id AND o.open_issue_count <> x.count`,
    ids,
  )
  await writing.run(
    `UPDATE model m SET
       observation_count = (SELECT count(*) FROM observation o WHERE o.model_id = m.id),
       issue_count = (SELECT count(DISTINCT n.key) FROM note_subject s JOIN note n ON n.key = s.note_key
         WHERE s.model_id = m.id AND n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN')
     WHERE m.id = ANY($1::int[])`,
    ids,
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
