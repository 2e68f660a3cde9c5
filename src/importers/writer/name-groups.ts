// Which names are one model (rule 8): a pure rule over the names of a file and those already known.

import { groupBy } from '../../domain/group-by.ts'
import { foldName, foldsListedApart, tidyName } from '../../domain/names.ts'

/** A model as a file lists it, or as a row that no listed model claims. */
export interface NamedEntry {
  /** The name that the entry goes by. */
  name: string
  /** All names it is known under, its own among them. */
  names: readonly string[]
}

/** A model of the graph, with every name it is known under. */
export interface KnownModel {
  id: number
  name: string
  names: readonly string[]
}

export interface NameGroup {
  /** Tidy names, sorted by code unit. */
  names: string[]
  /** Places of the entries in the list that was given. */
  entries: number[]
  /** Known models whose own name is in the group. */
  models: number[]
}

/**
 * Groups names into models. Joined are: the names of one entry; the names of one known model; names that fold together
 * (case, organisation prefix), unless a list of `listed` has two of them as rows of their own, and unless their prefixes
 * differ. A name that several known models go by joins nothing. The order of what is given makes no difference.
 */
export function groupNames(
  entries: readonly NamedEntry[],
  known: readonly KnownModel[],
  listed: readonly (readonly string[])[],
): NameGroup[] {
  const apart = foldsListedApart(listed)
  const { find, join } = unionFind()
  const ambiguous = ambiguousNames(known)
  for (const entry of entries) for (const name of entry.names) join(tidyName(entry.name), tidyName(name))
  for (const model of known) for (const name of linksOf(model, apart, ambiguous)) join(tidyName(model.name), name)
  const ofEntries = entries.flatMap(({ names }) => names).map(tidyName)
  const ownNames = new Set(known.map(({ name }) => tidyName(name)))
  const all = new Set([...ofEntries, ...known.flatMap(({ names }) => names).map(tidyName)])
  const folding = [...all].filter((name) => !ambiguous.has(name) || ownNames.has(name))
  for (const alike of groupBy(folding, (name) => foldName(name).folded).values()) {
    const [first] = alike
    if (first === undefined || apart.has(foldName(first).folded)) continue
    const prefixes = new Set(alike.flatMap((name) => foldName(name).prefix ?? []))
    const byPrefix = groupBy(alike, (name) => (prefixes.size <= 1 ? null : foldName(name).prefix))
    for (const [head, ...rest] of byPrefix.values()) for (const name of rest) join(head ?? name, name)
  }
  const groups = new Map<string, NameGroup>()
  const groupOf = (name: string): NameGroup => {
    const root = find(tidyName(name))
    const group = groups.get(root) ?? { names: [], entries: [], models: [] }
    groups.set(root, group)
    return group
  }
  for (const name of new Set([...folding, ...ofEntries])) groupOf(name).names.push(name)
  for (const [index, { name }] of entries.entries()) groupOf(name).entries.push(index)
  for (const { id, name } of known) groupOf(name).models.push(id)
  for (const group of groups.values()) group.names.sort()
  return [...groups.values()]
}

/** The name that a model goes by: of those it was listed under, the shortest, then the first by code unit. */
export function bestName(names: readonly string[]): string {
  return [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0))[0] ?? ''
}

/**
 * The names that hold a known model together beside folding. Of a name that is listed apart by now, nothing tells to whom
 * its other spellings belonged, so only a single spelling stays.
 */
function linksOf(model: KnownModel, apart: ReadonlySet<string>, ambiguous: ReadonlySet<string>): string[] {
  const own = foldName(model.name).folded
  const byFold = groupBy(model.names.map(tidyName), (name) => foldName(name).folded)
  return [...byFold].flatMap(([folded, names]) => {
    const spellings = [...new Set(names)]
    if (folded === own || (apart.has(folded) && spellings.length > 1)) return []
    return spellings.filter((name) => !ambiguous.has(name))
  })
}

function ambiguousNames(known: readonly KnownModel[]): Set<string> {
  const owners = new Map<string, Set<number>>()
  for (const { id, names } of known) {
    for (const name of names.map(tidyName)) owners.set(name, (owners.get(name) ?? new Set()).add(id))
  }
  return new Set([...owners].filter(([, ids]) => ids.size > 1).map(([name]) => name))
}

function unionFind() {
  const parents = new Map<string, string>()
  const find = (name: string): string => {
    let root = name
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next
    if (root !== name) parents.set(name, root)
    return root
  }
  const join = (a: string, b: string) => {
    const [left, right] = [find(a), find(b)]
    if (left !== right) parents.set(left, right)
  }
  return { find, join }
}
