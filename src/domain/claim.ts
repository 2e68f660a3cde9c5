// A claim: what reasoning needs to know of an observation. Plain values, no database ids, numbers as exact text.
import type { Decimal } from './decimal.ts'
import type { Interval } from './interval.ts'
import type { Basis, Parameter } from './parameters.ts'
import type { Uncertainty } from './printed-uncertainty.ts'

export type ClaimStatus = 'ACTIVE' | 'HISTORICAL' | 'SUPERSEDED' | 'DISPUTED' | 'RETRACTED'
export type ClaimEvidence = 'VENDOR' | 'BENCHMARK_MAINTAINER' | 'OTHER_DEVELOPER' | 'INDEPENDENT' | 'UNKNOWN'

/** `definition`: how edition, subset, metric, unit … are each known; a field that it leaves out counts as stated. */
export type ClaimSetting = {
  key: string
  /** For sentences: "RM-Bench, Chat, accuracy (%)". */
  label: string
  /** Slug of the benchmark. */
  benchmark: string
  edition: string | null
  subset: string | null
  metric: string | null
  unit: string | null
  higherIsBetter: boolean | null
  min: Decimal | null
  max: Decimal | null
  definition: readonly Parameter[]
  protocol: readonly Parameter[]
}

/** `work`: what all versions of one document share (src/domain/identity.ts). */
export type ClaimSource = { slug: string; title: string; work: string; version: string | null }

export type Claim = {
  key: string
  /** Slug of the model, and its name for sentences. */
  model: string
  modelName: string
  /** The model's name as this source prints it: a source tells its own rows apart by it. */
  reportedName: string
  /** "" for none (src/domain/parameters.ts). */
  configurationKey: string
  setting: ClaimSetting
  source: ClaimSource
  /** Slug of the page through which it was read; null where it was read in the source itself. */
  readFrom: string | null
  printed: string
  value: Decimal | null
  decimals: number | null
  /** The numbers that would print so; null where the rounding is not known ("~70"). */
  interval: Interval | null
  /** What the source says of how far the number may be off (src/domain/stated-error.ts); null where it says nothing. */
  uncertainty: Uncertainty | null
  /** Only where it is printed for this very score. */
  sampleSize: number | null
  status: ClaimStatus
  evidence: ClaimEvidence
  measuredAt: string | null
  publishedAt: string | null
  retrievedAt: string | null
  /** The printed table, and the row in it: equal for all cells of one row, different for any two rows. */
  table: string | null
  row: string | null
  /** The source's, or the witness's, name of the table that it stands in ("Table 3", a file); null where none is named. */
  locatorTable: string | null
}

/** A claim whose number and rounding are known. */
export type NumericClaim = Claim & { value: Decimal; interval: Interval }

export function isNumeric(claim: Claim): claim is NumericClaim {
  return claim.value !== null && claim.interval !== null
}

/** Whether a claim still stands: neither taken back nor replaced, and not kept for the record only. */
export function stands({ status }: Claim): boolean {
  return status === 'ACTIVE' || status === 'DISPUTED'
}

export type DefinitionField = 'edition' | 'subset' | 'metric' | 'unit'

/** How a field of the setting is known. UNSTATED where it has no value. */
export function basisOf(setting: ClaimSetting, field: DefinitionField): Basis {
  if (setting[field] === null) return 'UNSTATED'
  return setting.definition.find(({ name }) => name === field)?.basis ?? 'STATED'
}

/** One spelling for words that mean the same: case, white space and a unit in brackets behind them make no difference. */
export function foldWord(text: string | null): string | null {
  return text === null
    ? null
    : text
        .normalize('NFC')
        .toLowerCase()
        .replace(/\s*\(%\)$/, '')
        .replace(/\s+/g, ' ')
        .trim()
}
