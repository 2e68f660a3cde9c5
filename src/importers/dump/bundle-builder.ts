// Collects what rows say into one bundle: every source, model, benchmark and setting once, every value with its place.

import { type SourceNames, sourceIdentity } from '../../domain/identity.ts'
import { authorIdentity, tidyName } from '../../domain/names.ts'
import type { Bundle, BundleModel, BundleObservation, BundleSetting, BundleSource } from '../bundle/format.ts'
import type { Place } from './format.ts'

export type SourceEntry = Pick<BundleSource, 'kind' | 'title'> & Partial<BundleSource>
export type ModelEntry = Pick<BundleModel, 'name'> &
  Partial<Omit<BundleModel, 'name' | 'aliases'>> & {
    /** Other printed names; each listed by the same source, unless another is given. */
    aliases?: (string | { name: string; source: string })[]
  }
export type SettingEntry = Omit<BundleSetting, 'protocol' | 'like' | 'benchmark'> & {
  benchmark: string
  protocol?: BundleSetting['protocol']
}
export type ClaimEntry = Omit<BundleObservation, 'id' | 'model' | 'setting' | 'printed'> & {
  model: string
  setting: string
  printed: string
}
/** Which row of what page it is: its series, the series' date, and the page's own name of the row. */
export interface RowIdentity {
  series: string
  asOf: string
  nativeId?: string | undefined
}
/** A value with the input row (by its number) that it comes from. */
export interface Item {
  row: number
  place: Place
  identity: RowIdentity | null
}

export class BundleBuilder {
  readonly observations: Item[] = []
  readonly notes: Item[] = []
  readonly #bundle: Bundle
  readonly #settings = new Map<string, string>()
  /** Models that a row is about, by local name. */
  readonly models = new Map<string, Item>()
  /** Whether the row has said anything that is kept. */
  said = false
  #row = 0
  #place: Place = { file: '', line: null, field: null }
  #undo: (() => void)[] = []

  /** `page`: the source that is the dump itself. */
  constructor(page: SourceEntry, publisher?: { name: string }) {
    this.#bundle = {
      ...{ whence: '1', page: 'page', authors: {}, sources: {}, benchmarks: {}, models: {}, settings: {}, tables: {} },
      ...{ observations: [], notes: [], derivations: [] },
    }
    const by = publisher ? { publisher: this.organization(publisher.name) } : {}
    this.#bundle.sources.page = { authors: [], derivedFrom: [], ...page, ...by }
  }

  get bundle(): Bundle {
    return this.#bundle
  }
  /** How much has been collected. */
  get size(): number {
    return this.observations.length + this.notes.length + this.models.size
  }

  /** From here on, everything belongs to this row of the input. */
  begin(row: number, place: Place): void {
    this.#row = row
    this.#place = place
    this.#undo = []
    this.said = false
  }
  /** Takes back everything that the row has added. */
  abandon(): void {
    for (const undo of this.#undo.reverse()) undo()
    this.#undo = []
  }

  organization(name: string): string {
    const local = authorIdentity('ORGANIZATION', name)
    this.#add(this.#bundle.authors, local, () => ({ kind: 'ORGANIZATION', name: tidyName(name) }))
    return local
  }

  /** A source that the page refers to; `publisher` is a local name. */
  source(entry: SourceEntry): string {
    const local = sourceIdentity(entry as SourceNames)
    if (local === sourceIdentity(this.#bundle.sources.page as SourceNames)) return 'page'
    this.#add(this.#bundle.sources, local, () => ({ authors: [], derivedFrom: [], ...entry }))
    return local
  }

  /** `choices`: how many answers an item offers, where all offer equally many. */
  benchmark(name: string, category?: string, choices?: number): string {
    const local = tidyName(name)
    const declared = { ...(category ? { category } : {}), ...(choices === undefined ? {} : { choices }) }
    this.#add(this.#bundle.benchmarks, local, () => ({ name: local, ...declared }))
    return local
  }

  /** `listedBy`: the source that lists the model under this name, in a row of its own. */
  model({ aliases = [], ...entry }: ModelEntry, listedBy = 'page'): string {
    const local = tidyName(entry.name)
    this.#add(this.#bundle.models, local, () => ({ developers: [], facts: [], ...entry, name: local, aliases: [] }))
    const model = this.#bundle.models[local]
    const given = aliases.map((alias) => (typeof alias === 'string' ? { name: alias, source: listedBy } : alias))
    for (const { name: printed, source } of [{ name: local, source: listedBy }, ...given]) {
      const name = tidyName(printed)
      const known = model?.aliases.some(
        (alias) => typeof alias !== 'string' && alias.name === name && alias.source === source,
      )
      if (!model || known) continue
      model.aliases.push({ name, source })
      this.#undo.push(() => void model.aliases.pop())
    }
    return local
  }

  /** Says that the row is about a model, not about a score of it. */
  about(model: string, field?: string): void {
    this.said = true
    if (this.models.has(model)) return
    this.models.set(model, this.#item(null, field))
    this.#undo.push(() => void this.models.delete(model))
  }

  hasModel = (name: string): boolean => Object.hasOwn(this.#bundle.models, tidyName(name))

  setting(entry: SettingEntry): string {
    const content = JSON.stringify(entry, sortedKeys)
    const known = this.#settings.get(content)
    if (known !== undefined) return known
    const local = `setting-${this.#settings.size + 1}`
    this.#settings.set(content, local)
    this.#undo.push(() => void this.#settings.delete(content))
    this.#add(this.#bundle.settings, local, () => ({ protocol: {}, ...entry }))
    return local
  }

  /** A printed value. `field`: the name in the input of what holds it. */
  observation(claim: ClaimEntry, identity: RowIdentity, field?: string): void {
    this.said = true
    this.#bundle.observations.push(claim)
    this.observations.push(this.#item(identity, field))
    this.#undo.push(() => {
      this.#bundle.observations.pop()
      this.observations.pop()
    })
  }

  /** A value that the page replaces by something else (-1.0, "Please tell us"): that it is not published. */
  gap(claim: ClaimEntry, identity: RowIdentity, { code, text }: { code: string; text: string }, field?: string): void {
    const { model, setting, printed, reportedName, locator, configuration, retrievedAt } = claim
    this.said = true
    this.#bundle.notes.push({
      ...{
        code,
        text,
        origin: 'PUBLISHED',
        notPublished: ['SCORE'],
        extent: 'SOURCE',
        statedIn: claim.readFrom ?? 'page',
      },
      placeholder: printed,
      subjects: [{ setting }],
      about: { model, setting, ...(reportedName ? { name: reportedName } : {}) },
      ...(locator ? { locator } : {}),
      ...(configuration ? { configuration } : {}),
      ...(retrievedAt ? { checkedAt: retrievedAt } : {}),
    })
    this.notes.push(this.#item(identity, field))
    this.#undo.push(() => {
      this.#bundle.notes.pop()
      this.notes.pop()
    })
  }

  /** A fact about a model of this bundle, once. */
  fact(model: string, fact: BundleModel['facts'][number]): void {
    const facts = this.#bundle.models[model]?.facts
    if (!facts || facts.some((known) => JSON.stringify(known) === JSON.stringify(fact))) return
    facts.push(fact)
    this.#undo.push(() => void facts.splice(facts.indexOf(fact), 1))
  }

  #item(identity: RowIdentity | null, field: string | undefined): Item {
    return { row: this.#row, place: field === undefined ? this.#place : { ...this.#place, field }, identity }
  }

  #add<T>(entries: Record<string, T>, local: string, make: () => T): void {
    if (Object.hasOwn(entries, local)) return
    entries[local] = make()
    this.#undo.push(() => void delete entries[local])
  }
}

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
