// Gives every group of names its model: the known one, one of several (the others are merged into it), or a new one.
import { modelIdentity, tidyName } from '../../domain/names.ts'
import { slugify } from '../../domain/slugs.ts'
import type { KnownNames } from './known-models.ts'
import type { ModelEntry } from './model-entries.ts'
import { bestName, type NameGroup } from './name-groups.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import { insertRows, must, type Row, updateRows, type Writing } from './writing.ts'

export interface Settled {
  /** Database id of each entry's model. */
  idOfEntry: number[]
  /** Database id by tidy name. */
  owners: Map<string, number>
  /** Merged model -> the one it is merged into. */
  merged: Map<number, number>
  fresh: Set<number>
}

export async function settleGroups(
  writing: Writing,
  entries: readonly ModelEntry[],
  known: KnownNames,
  groups: readonly NameGroup[],
): Promise<Settled> {
  const byId = new Map(known.models.map((model) => [model.id, model]))
  const merged = new Map<number, number>()
  const named = groups.map((group) => {
    const models = [...group.models].sort((a, b) => a - b)
    const [survivor, ...others] = models
    if (survivor !== undefined) for (const other of others) merged.set(other, survivor)
    const listed = [
      ...group.entries.map((place) => tidyName(entries[place]?.name ?? '')),
      ...models.map((id) => tidyName(byId.get(id)?.name ?? '')),
    ]
    return { group, survivor, name: bestName(listed.length > 0 ? listed : group.names) }
  })
  await setMergedAside(writing, merged)
  const renamed = named.flatMap(({ survivor, name }) => {
    const before = survivor === undefined ? undefined : byId.get(survivor)
    return before && before.name !== name ? [{ before, name }] : []
  })
  await updateRows(
    writing,
    'model',
    'id',
    renamed.map(({ before }) => ({ id: before.id, identity: `renamed:${before.id}` })),
  )
  const rename = ({ before, name }: (typeof renamed)[number]): Row => ({
    id: before.id,
    name,
    identity: modelIdentity(name),
    base_slug: slugify(name),
  })
  await updateRows(writing, 'model', 'id', renamed.map(rename))
  const added = named
    .filter(({ survivor }) => survivor === undefined)
    .map(({ name }) => newModel(name, writing.importId))
  const inserted = await insertRows<{ id: number; identity: string }>(writing, 'model', added, {
    returning: ['id', 'identity'],
  })
  const ids = new Map(inserted.map(({ id, identity }) => [identity, id]))
  const bases = [
    ...added.map((row) => row.base_slug as string),
    ...renamed.flatMap(({ before, name }) => [before.baseSlug, slugify(name)]),
  ]
  await settleNodeSlugs(writing, 'model', new Set(bases), new Set(ids.keys()))
  const idOfEntry: number[] = []
  const owners = new Map<string, number>()
  for (const { group, survivor, name } of named) {
    const id = survivor ?? must(ids, modelIdentity(name))
    for (const place of group.entries) idOfEntry[place] = id
    for (const member of group.names) owners.set(member, id)
  }
  return { idOfEntry, owners, merged, fresh: new Set(ids.values()) }
}

function newModel(name: string, importId: number): Row {
  const [identity, base] = [modelIdentity(name), slugify(name)]
  return { identity, slug: provisionalSlug(base, identity), base_slug: base, name, import_id: importId }
}

/** A merged model leaves its name and slug to others, and stays as a record of what it was. */
async function setMergedAside(writing: Writing, merged: ReadonlyMap<number, number>): Promise<void> {
  if (merged.size === 0) return
  const pairs = JSON.stringify([...merged].map(([id, into]) => ({ id, merged_into_id: into })))
  await writing.run(
    `INSERT INTO former_slug (slug, model_id) SELECT m.slug, x.merged_into_id
     FROM json_populate_recordset(null::model, $1::json) x JOIN model m ON m.id = x.id
     WHERE NOT EXISTS (SELECT FROM former_slug f WHERE f.slug = m.slug AND f.model_id = x.merged_into_id)`,
    pairs,
  )
  await writing.run(
    `UPDATE model m SET merged_into_id = x.merged_into_id, identity = 'merged:' || m.id || ':' || m.identity,
       slug = m.slug || '-merged-' || m.id, base_slug = m.slug || '-merged-' || m.id
     FROM json_populate_recordset(null::model, $1::json) x WHERE m.id = x.id`,
    pairs,
  )
}
