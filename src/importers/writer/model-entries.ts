// The models of a file: those it lists, and those that rows name and no listed model claims.

import { byCodeUnit } from '../../domain/content-hash.ts'
import { foldName, tidyName } from '../../domain/names.ts'
import type { Bundle, BundleModel } from '../bundle/format.ts'
import { type Claim, claimsOf } from './claims.ts'

export interface ModelEntry {
  name: string
  names: string[]
  path: PropertyKey[]
  /** Its part of the file; undefined for a row's own model. */
  model: BundleModel | undefined
  /** Aliases that were rejected, because a source lists their model beside this one. */
  refused: string[]
}

export interface ModelEntries {
  entries: ModelEntry[]
  /** Place of the entry that a claim is about. */
  entryOf(claim: Pick<Claim, 'model' | 'reportedName'>): number
  /** Place of a local name. */
  placeOf(local: string): number
  /** For each table, the names of its rows; of one entry that has several spellings that fold together, one. */
  listed: string[][]
}

const aliasName = (alias: BundleModel['aliases'][number]): string => (typeof alias === 'string' ? alias : alias.name)

export function modelEntries(bundle: Bundle): ModelEntries {
  const entries: ModelEntry[] = []
  const places = new Map<string, number>()
  const byName = new Map<string, number>()
  for (const [local, model] of Object.entries(bundle.models)) {
    places.set(local, entries.length)
    const names = [model.name, ...model.aliases.map(aliasName)]
    for (const name of names) byName.set(tidyName(name), entries.length)
    entries.push({ name: model.name, names, path: ['models', local], model, refused: [] })
  }
  const entryOf = ({ model, reportedName }: Pick<Claim, 'model' | 'reportedName'>): number => {
    const place = model === undefined ? byName.get(tidyName(reportedName)) : places.get(model)
    if (place === undefined) throw new Error(`the writer lost the model '${model ?? reportedName}'`)
    return place
  }
  const listed = new Map<string, Map<string, string>>()
  for (const claim of claimsOf(bundle)) {
    const { model, reportedName, path } = claim
    if (model === undefined && !byName.has(tidyName(reportedName))) {
      byName.set(tidyName(reportedName), entries.length)
      // The path of a cell leads on from its row.
      entries.push({
        name: reportedName,
        names: [reportedName],
        path: claim.cell ? path.slice(0, 4) : path,
        model: undefined,
        refused: [],
      })
    }
    if (!claim.cell) continue
    const rows = listed.get(claim.cell.table) ?? new Map<string, string>()
    listed.set(claim.cell.table, rows)
    const key = `${entryOf(claim)} ${foldName(reportedName).folded}`
    const other = rows.get(key)
    if (other === undefined || byCodeUnit(tidyName(reportedName), tidyName(other)) < 0) rows.set(key, reportedName)
  }
  const placeOf = (local: string) => entryOf({ model: local, reportedName: '' })
  return { entries, entryOf, placeOf, listed: [...listed.values()].map((rows) => [...rows.values()]) }
}
