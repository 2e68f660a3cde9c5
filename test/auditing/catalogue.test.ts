// The audits over the built-in catalogue: exactly these issues, each checked by hand against the captured pages.
import { expect, test } from 'vitest'
import { runAudits } from '../../src/auditing/run-audits.ts'
import { selectFrom } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')
const select = (statement: string, ...values: unknown[]) => selectFrom(db)(statement, ...values)

/** An issue by its kind, its model as each source prints it, and what they print. */
const issues = `SELECT n.kind, n.origin, n.state, n.spread::text, n.setting_stated AS "settingStated", n.finding_key IS NOT NULL AS found,
    array_agg(o.reported_name || ' ' || coalesce(t.subset || ' ', '') || o.printed ORDER BY o.reported_name, t.subset, o.printed) AS claims
  FROM note n JOIN note_subject s ON s.note_key = n.key AND s.position IS NOT NULL
    JOIN observation o ON o.id = s.observation_id JOIN setting t ON t.id = o.setting_id
  WHERE n.type = 'UNRESOLVED_ISSUE' AND (n.origin = 'COMPUTED' OR n.finding_key IS NOT NULL)
  GROUP BY n.key ORDER BY n.kind, claims`

test('the catalogue has these issues and no others', async () => {
  expect(await select(issues)).toEqual([])
})
test('x', async () => {
  console.log(await runAudits(db, { touched: 'all' }))
  console.log(await select('select kind, origin, count(*) from derivation group by 1,2'), await select('select * from act'), await select('select field, count(*) from change group by 1'))
})
