// Moves what belongs to a model to another one, when names turn out to be one model, or two.

import { groupBy } from '../../domain/group-by.ts'
import { tidyName } from '../../domain/names.ts'
import type { KnownNames } from './known-models.ts'
import type { Writing } from './writing.ts'

/**
 * `owners`: the model of each tidy name as it is settled now; `merged`: models that are given up, and for which.
 * Adds all models that lost or won something to `touched`; gives the keys of the notes whose subjects changed hands.
 */
export async function moveModels(
  writing: Writing,
  known: KnownNames,
  owners: ReadonlyMap<string, number>,
  merged: ReadonlyMap<number, number>,
  touched: Set<number>,
): Promise<Set<string>> {
  const holders = groupBy(known.aliases, ({ name }) => tidyName(name))
  const moves = known.aliases.flatMap(({ modelId, name }) => {
    const to = owners.get(tidyName(name))
    if (to === undefined || to === modelId || merged.has(modelId)) return []
    // A name that several models go by ("Ours") belongs to none of them more than to another.
    const shared = new Set((holders.get(tidyName(name)) ?? []).map((alias) => alias.modelId)).size > 1
    return shared ? [] : [{ from: modelId, name, to }]
  })
  if (moves.length === 0 && merged.size === 0) return new Set()
  for (const id of [...moves.flatMap(({ from, to }) => [from, to]), ...merged.keys(), ...merged.values()]) {
    touched.add(id)
    writing.disturbed.models.add(id)
  }
  const notes = await notesOf(writing, [...merged.keys(), ...moves.map(({ from }) => from)])
  if (moves.length > 0) await moveNames(writing, moves)
  if (merged.size > 0) await mergeAll(writing, merged)
  return notes
}

async function notesOf({ rows }: Writing, models: number[]): Promise<Set<string>> {
  const found = await rows<{ key: string }>(
    `SELECT s.note_key AS key FROM note_subject s JOIN observation o ON o.id = s.observation_id WHERE o.model_id = ANY($1::int[])
     UNION SELECT key FROM note WHERE about_model_id = ANY($1::int[])`,
    models,
  )
  return new Set(found.map(({ key }) => key))
}

/** A name that another model takes over brings along all that was reported under it. */
async function moveNames({ run }: Writing, moves: { from: number; name: string; to: number }[]): Promise<void> {
  const columns = [moves.map(({ from }) => from), moves.map(({ name }) => name), moves.map(({ to }) => to)]
  const given = 'FROM unnest($1::int[], $2::text[], $3::int[]) AS x("from", name, "to")'
  await run(
    `UPDATE observation o SET model_id = x."to", model_slug = m.slug ${given} JOIN model m ON m.id = x."to"
     WHERE o.model_id = x."from" AND o.reported_name = x.name`,
    ...columns,
  )
  await run(
    `UPDATE table_row r SET model_id = x."to" ${given} WHERE r.model_id = x."from" AND r.reported_name = x.name`,
    ...columns,
  )
  await run(
    `UPDATE note n SET about_model_id = x."to" ${given} WHERE n.about_model_id = x."from" AND n.about_name = x.name`,
    ...columns,
  )
  await run(`UPDATE alias a SET model_id = x."to" ${given} WHERE a.model_id = x."from" AND a.name = x.name`, ...columns)
}

/** Everything of a merged model becomes its survivor's; gaps of the survivor are filled. */
async function mergeAll({ run, rows }: Writing, merged: ReadonlyMap<number, number>): Promise<void> {
  const columns = [[...merged.keys()], [...merged.values()]]
  const given = 'FROM unnest($1::int[], $2::int[]) AS x("from", "to")'
  await run(
    `UPDATE observation o SET model_id = x."to", model_slug = m.slug ${given} JOIN model m ON m.id = x."to" WHERE o.model_id = x."from"`,
    ...columns,
  )
  for (const [table, column] of [
    ['table_row', 'model_id'],
    ['fact', 'model_id'],
    ['note', 'about_model_id'],
    ['change', 'model_id'],
  ]) {
    await run(`UPDATE "${table}" t SET "${column}" = x."to" ${given} WHERE t."${column}" = x."from"`, ...columns)
  }
  await run(
    `UPDATE model t SET base_model_id = nullif(x."to", t.id) ${given} WHERE t.base_model_id = x."from"`,
    ...columns,
  )
  // What both have is kept once.
  for (const [table, same] of [
    ['note_subject', 'a.note_key = b.note_key'],
    ['former_slug', 'a.slug = b.slug'],
  ]) {
    await run(
      `DELETE FROM "${table}" a USING unnest($1::int[], $2::int[]) AS x("from", "to"), "${table}" b
       WHERE a.model_id = x."from" AND b.model_id = x."to" AND ${same}`,
      ...columns,
    )
    await run(`UPDATE "${table}" t SET model_id = x."to" ${given} WHERE t.model_id = x."from"`, ...columns)
  }
  await run(
    `DELETE FROM alias a USING unnest($1::int[], $2::int[]) AS x("from", "to"), alias b
     WHERE a.model_id = x."from" AND b.model_id = x."to" AND b.name = a.name AND b.source_id IS NOT DISTINCT FROM a.source_id`,
    ...columns,
  )
  await run(`UPDATE alias a SET model_id = x."to" ${given} WHERE a.model_id = x."from"`, ...columns)
  await run(
    `INSERT INTO model_developer (model_id, position, author_id)
     SELECT x."to", 1000000 + row_number() OVER (), d.author_id ${given} JOIN model_developer d ON d.model_id = x."from"
     ON CONFLICT (author_id, model_id) DO NOTHING`,
    ...columns,
  )
  await run('DELETE FROM model_developer WHERE model_id = ANY($1::int[])', [...merged.keys()])
  // Only one model may have a Hugging Face id, so it is taken away before it is given.
  const ids = await rows<{ id: number; value: string }>(
    'SELECT id, hugging_face_id AS value FROM model WHERE id = ANY($1::int[]) AND hugging_face_id IS NOT NULL',
    [...merged.keys()],
  )
  await run('UPDATE model SET hugging_face_id = NULL WHERE id = ANY($1::int[])', [...merged.keys()])
  await run(
    `UPDATE model m SET family = coalesce(m.family, o.family), base_model_id = nullif(coalesce(m.base_model_id, o.base_model_id), m.id),
       hugging_face_id = coalesce(m.hugging_face_id, h.value)
     ${given} JOIN model o ON o.id = x."from" LEFT JOIN unnest($3::int[], $4::text[]) AS h(id, value) ON h.id = x."from"
     WHERE m.id = x."to"`,
    ...columns,
    ids.map(({ id }) => id),
    ids.map(({ value }) => value),
  )
}
