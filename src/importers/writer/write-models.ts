// Writes models: finds or makes the model of every name in the file (rule 8), then adds what the file says about them.
import { foldName, modelIdentity, tidyName } from '../../domain/names.ts'
import { slugify } from '../../domain/slugs.ts'
import { claimsOf } from './claims.ts'
import { type KnownNames, knownNames } from './known-models.ts'
import { type ModelEntries, type ModelEntry, modelEntries } from './model-entries.ts'
import { moveModels } from './move-models.ts'
import { bestName, groupNames, type NameGroup } from './name-groups.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import type { Authors } from './write-authors.ts'
import { writeModelProperties } from './write-model-properties.ts'
import { insertRows, must, type Row, updateRows, type Writing } from './writing.ts'

export interface Models {
  /** Database id of a local name. */
  id(local: string): number
  /** How keys know it: the name as this file gives it, so that no later match or merge changes a key. */
  identity(local: string): string
  /** Database id of the model that a claim is about. */
  ofClaim(claim: { model: string | undefined; reportedName: string }): number
  /** Models whose counts and parties this import may change. */
  touched: Set<number>
  /** Notes whose observations or models changed hands. */
  disturbedNotes: Set<string>
  /** [local name, alias] as JSON: aliases that were rejected. */
  refused: Set<string>
}

export async function writeModels(writing: Writing, authors: Authors): Promise<Models> {
  const found = modelEntries(writing.bundle)
  const { entries } = found
  const reported = claimsOf(writing.bundle).map(({ reportedName }) => reportedName)
  const known = await knownNames(writing, [...entries.flatMap(({ names }) => names), ...reported])
  const groups = agreedGroups(writing, found, known)
  const settled = await settleGroups(writing, entries, known, groups)
  const touched = new Set(settled.idOfEntry)
  const disturbedNotes = await moveModels(writing, known, settled.owners, settled.merged, touched)
  await writeModelProperties(writing, authors, entries, settled.idOfEntry, settled.fresh, touched)
  const idAt = (place: number): number => {
    const id = settled.idOfEntry[place]
    if (id === undefined) throw new Error('the writer lost a model')
    return id
  }
  return {
    id: (local) => idAt(found.placeOf(local)),
    identity: (local) => modelIdentity(entries[found.placeOf(local)]?.name ?? local),
    ofClaim: (claim) => idAt(found.entryOf(claim)),
    touched,
    disturbedNotes,
    refused: new Set(entries.flatMap(({ path, refused }) => refused.map((name) => JSON.stringify([path[1], name])))),
  }
}

/** The groups of names, after aliases that would join models which a source lists side by side have been rejected. */
function agreedGroups(writing: Writing, { entries, listed }: ModelEntries, known: KnownNames): NameGroup[] {
  const lists = [...listed, ...known.listed]
  const groups = groupNames(entries, known.models, lists)
  let cut = false
  for (const group of groups.filter(({ models }) => models.length > 1)) {
    const members = known.models.filter(({ id }) => group.models.includes(id))
    const apart = known.listed.some(
      (list) => members.filter(({ names }) => names.some((name) => list.includes(name))).length > 1,
    )
    if (!apart) continue
    for (const entry of group.entries.flatMap((place) => entries[place] ?? []))
      cut = cutAliases(writing, entry, members) || cut
  }
  return cut ? groupNames(entries, known.models, lists) : groups
}

function cutAliases(writing: Writing, entry: ModelEntry, members: KnownNames['models']): boolean {
  const ownerOf = (name: string) =>
    members.find((model) => model.names.includes(tidyName(name))) ??
    members.find((model) => model.names.some((other) => foldName(other).folded === foldName(name).folded))
  const own = ownerOf(entry.name)
  const foreign = entry.names.filter((name) => own && ownerOf(name) !== undefined && ownerOf(name) !== own)
  for (const name of foreign) {
    const place =
      entry.model?.aliases.findIndex((alias) => (typeof alias === 'string' ? alias : alias.name) === name) ?? 0
    const reason = `'${name}' is another model than '${entry.name}': a source lists '${own?.name}' and '${ownerOf(name)?.name}' side by side`
    writing.ledger.reject('alias', [{ path: [...entry.path, 'aliases', place], reason }])
  }
  entry.names = entry.names.filter((name) => !foreign.includes(name))
  entry.refused.push(...foreign)
  return foreign.length > 0
}

interface Settled {
  /** Database id of each entry's model. */
  idOfEntry: number[]
  /** Database id by tidy name. */
  owners: Map<string, number>
  /** Merged model -> the one it is merged into. */
  merged: Map<number, number>
  fresh: Set<number>
}

async function settleGroups(
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
