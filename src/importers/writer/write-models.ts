// Writes models: finds or makes the model of every name in the file (rule 8), then adds what the file says about them.
import { foldName, modelIdentity, tidyName } from '../../domain/names.ts'
import { claimsOf } from './claims.ts'
import { type KnownNames, knownNames } from './known-models.ts'
import { type ModelEntries, type ModelEntry, modelEntries } from './model-entries.ts'
import { moveModels } from './move-models.ts'
import { groupNames, type NameGroup } from './name-groups.ts'
import { settleGroups } from './settle-models.ts'
import type { Authors } from './write-authors.ts'
import { writeModelProperties } from './write-model-properties.ts'
import type { Sources } from './write-sources.ts'
import type { Writing } from './writing.ts'

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

export async function writeModels(writing: Writing, authors: Authors, sources: Sources): Promise<Models> {
  const found = modelEntries(writing.bundle)
  const { entries } = found
  const reported = claimsOf(writing.bundle).map(({ reportedName }) => reportedName)
  const known = await knownNames(writing, [...entries.flatMap(({ names }) => names), ...reported])
  const listed = writing.dump ? listedByDump(found, known, sources) : [...found.listed, ...known.listed.values()]
  const groups = agreedGroups(writing, found, known, listed)
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
function agreedGroups(
  writing: Writing,
  { entries }: ModelEntries,
  known: KnownNames,
  lists: readonly string[][],
): NameGroup[] {
  const groups = groupNames(entries, known.models, lists)
  let cut = false
  for (const group of groups.filter(({ models }) => models.length > 1)) {
    const members = known.models.filter(({ id }) => group.models.includes(id))
    const apart = [...known.listed.values()].some(
      (list) => members.filter(({ names }) => names.some((name) => list.includes(name))).length > 1,
    )
    if (!apart) continue
    for (const entry of group.entries.flatMap((place) => entries[place] ?? []))
      cut = cutAliases(writing, entry, members) || cut
  }
  return cut ? groupNames(entries, known.models, lists) : groups
}

/** A source's rows reach one by one with a dump: what it lists now stands beside what it is known to list. */
function listedByDump({ entries }: ModelEntries, known: KnownNames, sources: Sources): string[][] {
  const lists = new Map([...known.listed].map(([source, names]) => [source, [...names]]))
  const owners = new Map(known.models.flatMap((model) => model.names.map((name) => [name, model] as const)))
  for (const { model, names } of entries) {
    const own = names.flatMap((name) => owners.get(tidyName(name)) ?? [])
    const spellings = new Map<string, string>()
    for (const alias of model?.aliases ?? []) {
      if (typeof alias === 'string') continue
      const key = JSON.stringify([alias.source, foldName(alias.name).folded])
      const other = spellings.get(key)
      if (other === undefined || alias.name < other) spellings.set(key, alias.name)
    }
    for (const [key, name] of spellings) {
      const [local, fold] = JSON.parse(key)
      const source = sources.id(local)
      const list = lists.get(source)
      // Another spelling of a model that the source is known to list is no second row.
      const again = own.some((one) =>
        one.names.some((other) => foldName(other).folded === fold && list?.includes(other)),
      )
      if (again) continue
      if (list) list.push(name)
      else lists.set(source, [name])
    }
  }
  return [...lists.values()]
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
    // The aliases of a dump follow from its rows: nobody has stated them.
    if (!writing.dump) writing.ledger.reject('alias', [{ path: [...entry.path, 'aliases', place], reason }])
  }
  entry.names = entry.names.filter((name) => !foreign.includes(name))
  entry.refused.push(...foreign)
  return foreign.length > 0
}
