// Lists of what acts changed on a node, the oldest change first.
import sql, { raw } from 'sql-template-tag'
import type { List } from './list.ts'
import { column, ordered } from './order.ts'

const changes = (name: string, subject: string, parent: 'id' | 'key' = 'id'): List<'Change'> => ({
  name,
  table: 'Change',
  parent,
  scope: sql`r.${raw(subject)} = p.id`,
  order: () => [ordered(column(sql`r.id`, 'int'))],
})

export const historyLists = {
  ofNote: changes('note.history', 'note_key', 'key'),
  ofModel: changes('model.history', 'model_id'),
  ofObservation: changes('observation.history', 'observation_id'),
}
