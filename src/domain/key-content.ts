// What natural keys are made of: of each part, the fields that count, in one canonical form.
import { byCodeUnit } from './content-hash.ts'
import { canonicalDecimal, type Decimal } from './decimal.ts'
import { type Basis, knownParameters, type Parameter, statedParameters } from './parameters.ts'

/** A source as keys know it: its identity, and its version as published ("v2"), where it has one. */
export type SourceRef = { identity: string; version?: string | null }

/** One field of a setting with how it is known; left out or UNSTATED where it is not. */
export type Known<V = string> = { value: V | null; basis: Basis; reason?: string | null }

/** What a setting is made of. `benchmark` is the benchmark's identity. */
export type SettingContent = {
  benchmark: string
  edition?: Known | null
  subset?: Known | null
  metric?: Known | null
  unit?: Known | null
  higherIsBetter?: Known<boolean> | null
  min?: Known<Decimal> | null
  max?: Known<Decimal> | null
  protocol?: readonly Parameter[]
}

/** The place in a source, each part as printed there. */
export type LocatorContent = {
  table?: string | null
  row?: string | null
  column?: string | null
  page?: string | null
  text?: string | null
}

/** What an observation's key is made of. `readFrom`: the page through which it was read, when not the source itself. */
export type ObservationContent = {
  source: SourceRef
  readFrom?: SourceRef | null
  reportedName: string
  configuration?: readonly Parameter[]
  setting: SettingContent
  locator?: LocatorContent | null
  printed: string
}

/** What a note's key is made of. */
export type NoteContent = {
  type: 'UNRESOLVED_ISSUE' | 'NOT_PUBLISHED' | 'REMARK'
  /** A short word for what the note says, as chosen where it is written: "split-unresolved". */
  code: string
  origin: 'PUBLISHED' | 'COMPUTED' | 'CURATED'
  text?: string | null
  statedIn?: SourceRef | null
  /** The nodes it is about, by kind and identity or key: "model:InternLM2-20B-Reward", "observation:<key>". No slugs. */
  subjects?: readonly string[]
  /** Of an unresolved issue. */
  kind?: string | null
  /** Of what is not published. */
  aspects?: readonly string[]
  extent?: 'SOURCE' | 'CAPTURE' | null
  placeholder?: string | null
  aboutName?: string | null
  aboutSetting?: SettingContent | null
  configuration?: readonly Parameter[]
  locator?: LocatorContent | null
}

/** What a table's key is made of; `position` counts the tables of the source. */
export type TableContent = { source: SourceRef; position: number; heading?: string | null }

/** What a fact's key is made of. `model` and `statedBy` are identities; `missing` is the key of a note. */
export type FactContent = {
  model: string
  property: string
  valueText?: string | null
  valueNumber?: Decimal | null
  unit?: string | null
  asOf?: string | null
  statedIn?: SourceRef | null
  statedBy?: string | null
  missing?: string | null
}

/** What a derivation's key is made of: the keys of the observation that follows and of those it follows from. */
export type DerivationContent = {
  observation: string
  from: readonly string[]
  kind: string
  formula?: string | null
  origin: 'PUBLISHED' | 'COMPUTED' | 'CURATED'
}

/** Stated and inferred parts of a setting with their basis, as its own key takes them. */
export function knownSetting(setting: SettingContent): Record<string, unknown> {
  return {
    benchmark: setting.benchmark,
    ...mapFields(setting, (field) => (field.basis === 'UNSTATED' ? null : { value: field.value, basis: field.basis })),
    protocol: knownParameters(setting.protocol ?? []),
  }
}

/** The stated part of a setting, as observations and notes are keyed by it. */
export function statedSetting(setting: SettingContent): Record<string, unknown> {
  return {
    benchmark: setting.benchmark,
    ...mapFields(setting, (field) => (field.basis === 'STATED' ? { value: field.value } : null)),
    protocol: statedParameters(setting.protocol ?? []),
  }
}

export function sourceFields(source: SourceRef | null | undefined): Record<string, unknown> | null {
  return source ? { identity: source.identity, version: source.version } : null
}

export function locatorFields(locator: LocatorContent | null | undefined): Record<string, unknown> | null {
  if (!locator) return null
  const { table, row, column, page, text } = locator
  const fields = { table, row, column, page, text }
  return Object.values(fields).some((part) => part !== null && part !== undefined) ? fields : null
}

/** A set of keys in one order, each once. */
export function keySet(keys: readonly string[]): string[] {
  return [...new Set(keys)].sort(byCodeUnit)
}

type KeptField = { value: string | boolean | null; basis?: Basis } | null

function mapFields(setting: SettingContent, keep: (field: Known<string | boolean>) => KeptField) {
  const { edition, subset, metric, unit, higherIsBetter } = setting
  const [min, max] = [bound(setting.min), bound(setting.max)]
  const kept = (field: Known<string | boolean> | null | undefined) => (field ? keep(field) : null)
  return {
    edition: kept(edition),
    subset: kept(subset),
    metric: kept(metric),
    unit: kept(unit),
    higherIsBetter: kept(higherIsBetter),
    min: kept(min),
    max: kept(max),
  }
}

function bound(field: Known<Decimal> | null | undefined): Known<Decimal> | null {
  return field ? { ...field, value: field.value === null ? null : canonicalDecimal(field.value) } : null
}
