// Writes what a file says about its models: family, base, Hugging Face id, developers.
import type { ModelEntry } from './model-entries.ts'
import type { Authors } from './write-authors.ts'
import { must, type Row, updateRows, type Writing } from './writing.ts'

const columns = ['family', 'hugging_face_id', 'base_model_id'] as const
const fields = { family: 'family', hugging_face_id: 'huggingFaceId', base_model_id: 'base' }

interface Known {
  id: number
  name: string
  family: string | null
  hugging_face_id: string | null
  base_model_id: number | null
}

export async function writeModelProperties(
  writing: Writing,
  authors: Authors,
  entries: readonly ModelEntry[],
  ids: readonly number[],
  fresh: ReadonlySet<number>,
  touched: Set<number>,
): Promise<void> {
  const locals = Object.keys(writing.bundle.models)
  const idOf = (local: string | undefined) => (local === undefined ? null : (ids[locals.indexOf(local)] ?? null))
  const found = await writing.rows<Known>(
    'SELECT id, name, family, hugging_face_id, base_model_id FROM model WHERE id = ANY($1::int[])',
    [...new Set(ids)],
  )
  const known = new Map(found.map((row) => [row.id, row]))
  const owners = await hubOwners(writing, entries)
  const added = await writeDevelopers(writing, authors, entries, ids, touched)
  const counted = new Set<number>()
  const changed = new Set<number>()
  entries.forEach(({ model, path }, place) => {
    const id = ids[place] ?? 0
    const row = known.get(id)
    if (!row) throw new Error(`the writer lost the model ${id}`)
    const given = {
      family: model?.family ?? null,
      hugging_face_id: model?.huggingFaceId ?? null,
      base_model_id: idOf(model?.base),
    }
    const conflicts: { path: PropertyKey[]; reason: string }[] = []
    let filled = added.has(id)
    for (const column of columns) {
      const value = given[column]
      if (value === null || value === row[column]) continue
      const at = [...path, fields[column]]
      const owner = column === 'hugging_face_id' ? owners.get(String(value)) : undefined
      if (owner !== undefined && owner !== id)
        conflicts.push({ path: at, reason: `'${value}' already belongs to another model` })
      else if (column === 'base_model_id' && value === id)
        conflicts.push({ path: at, reason: `'${model?.base}' is the same model as '${row.name}'` })
      else if (row[column] === null) {
        Object.assign(row, { [column]: value })
        if (column === 'hugging_face_id') owners.set(String(value), id)
        changed.add(id)
        filled = true
      } else {
        const said = column === 'base_model_id' ? model?.base : value
        conflicts.push({
          path: at,
          reason: `says '${said}', but another ${fields[column]} is known${column === 'base_model_id' ? '' : `: '${row[column]}'`}; what is known is not overwritten`,
        })
      }
    }
    if (conflicts.length > 0) writing.ledger.reject('model', conflicts)
    else
      writing.ledger.count(
        'model',
        (fresh.has(id) && !counted.has(id)) || (filled && !fresh.has(id)) ? 'accepted' : 'duplicates',
        path,
      )
    counted.add(id)
  })
  await updateRows(
    writing,
    'model',
    'id',
    [...changed].map((id) => pick(known.get(id))),
  )
}

const pick = (row: Known | undefined): Row =>
  row ? { id: row.id, family: row.family, hugging_face_id: row.hugging_face_id, base_model_id: row.base_model_id } : {}

async function hubOwners({ rows }: Writing, entries: readonly ModelEntry[]): Promise<Map<string, number>> {
  const wanted = entries.flatMap(({ model }) => model?.huggingFaceId ?? [])
  if (wanted.length === 0) return new Map()
  const found = await rows<{ id: number; value: string }>(
    'SELECT id, hugging_face_id AS value FROM model WHERE hugging_face_id = ANY($1::text[])',
    wanted,
  )
  return new Map(found.map(({ id, value }) => [value, id]))
}

/**
 * Adds developers. Sources may name different ones (a lab, its parent, a team), and none of them is wrong for that: all are
 * kept, in the order of their identities, so that the order of arrival makes no difference. Gives the models that won some.
 */
async function writeDevelopers(
  writing: Writing,
  authors: Authors,
  entries: readonly ModelEntry[],
  ids: readonly number[],
  touched: Set<number>,
): Promise<Set<number>> {
  const pairs = entries.flatMap(({ model }, place) =>
    (model?.developers ?? []).map((local) => [ids[place] ?? 0, must(authors.ids, authors.identityOf(local))] as const),
  )
  if (pairs.length === 0) return new Set()
  const added = await writing.rows<{ model_id: number }>(
    `INSERT INTO model_developer (model_id, position, author_id)
     SELECT x.model_id, 2000000 + row_number() OVER (), x.author_id
     FROM (SELECT DISTINCT model_id, author_id FROM unnest($1::int[], $2::int[]) AS y(model_id, author_id)) x
     ON CONFLICT (author_id, model_id) DO NOTHING RETURNING model_id`,
    pairs.map(([model]) => model),
    pairs.map(([, author]) => author),
  )
  const models = new Set(added.map(({ model_id }) => model_id))
  for (const id of models) touched.add(id)
  await renumber(writing, [...new Set(pairs.map(([model]) => model))])
  return models
}

/** Positions 1, 2 … by identity; by way of high ones, because no two rows of a model may share a position on the way. */
async function renumber({ run }: Writing, models: number[]): Promise<void> {
  await run('UPDATE model_developer SET position = position + 3000000 WHERE model_id = ANY($1::int[])', models)
  await run(
    `UPDATE model_developer d SET position = x.position FROM (
       SELECT e.model_id, e.author_id, row_number() OVER (PARTITION BY e.model_id ORDER BY a.identity COLLATE "C") AS position
       FROM model_developer e JOIN author a ON a.id = e.author_id WHERE e.model_id = ANY($1::int[])) x
     WHERE d.model_id = x.model_id AND d.author_id = x.author_id`,
    models,
  )
}
