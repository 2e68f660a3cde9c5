// The leaderboard of a setting: one entry a model and configuration, shared ranks, never the largest of several values.
import { compareIntervals } from './agreement.ts'
import { type Claim, type ClaimEvidence, type ClaimStatus, isNumeric, type NumericClaim } from './claim.ts'
import { byCodeUnit } from './content-hash.ts'
import { abs, canonicalDecimal, type Decimal, parseDecimal, subtract } from './decimal.ts'

type Valued = Claim & { value: Decimal }

/** `observations`: keys of all claims of this model and configuration, the one that ranks first, then by strength. */
export type RankedEntry = {
  rank: number
  tied: boolean
  model: string
  configurationKey: string
  observation: string
  observations: string[]
  contested: boolean
  gapToLeader: Decimal
}

export type UnrankedEntry = Omit<RankedEntry, 'rank' | 'tied' | 'gapToLeader'> & { because: string }

/** `models`: how many models are ranked. */
export type Leaderboard = { entries: RankedEntry[]; unranked: UnrankedEntry[]; models: number }

export const DIRECTION_UNKNOWN = 'It is not known whether higher or lower is better.'
export const NO_NUMBER = 'No number could be read from what is printed.'
export const WITHDRAWN = 'All of its values are retracted or superseded.'

/**
 * Whose report counts most. Those who keep the benchmark run everybody under its own protocol; then those without a stake in
 * the model; then developers of other models, for whom it is a baseline; then its own vendor; then those not known.
 */
const EVIDENCE: Record<ClaimEvidence, number> = {
  ...{ BENCHMARK_MAINTAINER: 0, INDEPENDENT: 1, OTHER_DEVELOPER: 2, VENDOR: 3, UNKNOWN: 4 },
}
// What its source keeps for the record, or what is in dispute, ranks only where nothing better stands.
const STATUS: Record<ClaimStatus, number> = { ACTIVE: 0, DISPUTED: 1, HISTORICAL: 2, SUPERSEDED: 3, RETRACTED: 3 }

/** All claims must be of one setting. Retracted and superseded ones don't rank, but stay among the observations. */
export function leaderboard(claims: readonly Claim[]): Leaderboard {
  const groups = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = `${claim.model} ${claim.configurationKey}`
    const group = groups.get(key)
    if (group) group.push(claim)
    else groups.set(key, [claim])
  }
  const higher = claims[0]?.setting.higherIsBetter ?? null
  const unranked: UnrankedEntry[] = []
  const valued: { claim: Valued; group: Claim[] }[] = []
  for (const group of groups.values()) {
    group.sort(byStrength)
    const claim = group.find((one): one is Valued => one.value !== null && ranks(one))
    if (claim && higher !== null) valued.push({ claim, group })
    else unranked.push({ ...entryOf(group), because: higher === null ? DIRECTION_UNKNOWN : reason(group) })
  }
  const units = wholeUnits(valued.map(({ claim }) => claim.value))
  const best = valued.map((one, index) => ({ ...one, units: units[index] ?? 0n }))
  const order = higher ? -1 : 1
  best.sort((a, b) => (a.units === b.units ? byEntry(a.claim, b.claim) : a.units < b.units ? -order : order))
  const leader = best[0]?.claim.value ?? '0'
  const places = new Map<bigint, { rank: number; shared: number }>()
  best.forEach(({ units: value }, index) => {
    const place = places.get(value) ?? { rank: index + 1, shared: 0 }
    places.set(value, { ...place, shared: place.shared + 1 })
  })
  const entries = best.map(({ claim, group, units: value }): RankedEntry => {
    const { rank, shared } = places.get(value) ?? { rank: 1, shared: 1 }
    const gapToLeader = canonicalDecimal(abs(subtract(leader, claim.value)))
    return { rank, tied: shared > 1, ...entryOf(group, claim), gapToLeader }
  })
  unranked.sort(byEntry)
  return { entries, unranked, models: new Set(entries.map(({ model }) => model)).size }
}

/** The stronger claim first: by status, evidence, day of publication, then of retrieval (newest first), then key. */
export function byStrength(a: Claim, b: Claim): number {
  return (
    STATUS[a.status] - STATUS[b.status] ||
    EVIDENCE[a.evidence] - EVIDENCE[b.evidence] ||
    byCodeUnit(b.publishedAt ?? '', a.publishedAt ?? '') ||
    byCodeUnit(b.retrievedAt ?? '', a.retrievedAt ?? '') ||
    byCodeUnit(a.key, b.key)
  )
}

function ranks({ status }: Claim): boolean {
  return status !== 'RETRACTED' && status !== 'SUPERSEDED'
}

function reason(group: readonly Claim[]): string {
  return group.some(ranks) ? NO_NUMBER : WITHDRAWN
}

/** The claim that ranks leads its observations. */
function entryOf(group: readonly Claim[], ranking: Claim | undefined = group[0]) {
  if (!ranking) throw new RangeError('an entry without claims')
  const rest = group.filter((claim) => claim !== ranking)
  return {
    model: ranking.model,
    configurationKey: ranking.configurationKey,
    observation: ranking.key,
    observations: [ranking, ...rest].map(({ key }) => key),
    contested: contested(group.filter(isNumeric).filter(ranks)),
  }
}

function contested(claims: readonly NumericClaim[]): boolean {
  return claims.some((a, index) =>
    claims.slice(index + 1).some((b) => compareIntervals(a.interval, b.interval) === 'DISAGREE'),
  )
}

/** The values in one unit that makes all of them whole, so that each is read once and compared fast. */
function wholeUnits(values: readonly Decimal[]): bigint[] {
  const parsed = values.map((value) => {
    const scaled = parseDecimal(value)
    if (!scaled) throw new RangeError(`not a decimal: ${value}`)
    return scaled
  })
  const finest = parsed.reduce((most, { scale }) => Math.max(most, scale), 0)
  return parsed.map(({ units, scale }) => units * 10n ** BigInt(finest - scale))
}

type Entrant = { model: string; configurationKey: string }

function byEntry(a: Entrant, b: Entrant): number {
  return byCodeUnit(a.model, b.model) || byCodeUnit(a.configurationKey, b.configurationKey)
}
