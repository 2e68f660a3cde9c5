// What an import left without an audit is audited at the next start.
import { expect, test } from 'vitest'
import { catchUp } from '../../src/auditing/catch-up.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')
const ranked = async () =>
  (
    await db.pool.query(
      'SELECT setting_key, position, gap_to_leader FROM standing ORDER BY setting_key, position, configuration_key, model_id',
    )
  ).rows

test('boards that are missing are made, and nothing is done where none is', async () => {
  expect(await catchUp(db)).toBeNull()
  const before = await ranked()
  expect(before.length).toBeGreaterThan(400)
  await db.pool.query(`DELETE FROM standing WHERE setting_id = (SELECT min(setting_id) FROM standing)`)
  expect(await catchUp(db)).not.toBeNull()
  expect(await ranked()).toEqual(before)
  expect(await catchUp(db)).toBeNull()
})
