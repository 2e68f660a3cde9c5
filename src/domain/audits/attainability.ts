// Audit: a share that no whole count of the printed sample gives.
import { type Claim, foldWord, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { formatDecimal, multiply, parseDecimal } from '../decimal.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import type { Interval } from '../interval.ts'
import { scaleOf } from '../value-scale.ts'
import type { AggregateStructure } from './aggregate.ts'
import { byIdentity, type Finding, identityOf } from './finding.ts'

// Metrics that count items as right or wrong. Not here, because they don't: F1, BLEU, win rates with ties, word error rate,
// pass@k estimated from several samples, macro averages, weighted scores.
const COUNTS = new Set([
  ...[
    'accuracy',
    'acc',
    'exact match',
    'exact_match',
    'em',
    'correct rate',
    'percent correct',
    'correct',
    'error rate',
  ],
  ...['success rate', 'resolve rate', 'resolved rate', 'resolved', 'solve rate', 'pass rate'],
])
const REPEATS = /\b(?:repeats?|repetitions?|runs?|samples?|trials?|seeds?|epochs|attempts|votes)\b/
const AVERAGES = /\b(?:aggregation|averaging|average|weighting|weighted|macro)\b|@\d/

/**
 * Findings for claims of a counting metric, in per cent or as a fraction, with a sample size printed for that score, where
 * no k of n prints as the value. Both edges of the rounding interval count, since halves are rounded either way.
 * Skipped: means declared as such (`structures`), normalised values, and whatever is averaged over runs or parts.
 */
export function findUnattainable(
  claims: readonly Claim[],
  {
    structures = [],
    derived = NOTHING_DERIVED,
  }: { structures?: readonly AggregateStructure[]; derived?: Derived } = {},
): Finding[] {
  return claims
    .filter(isNumeric)
    .filter(
      (claim) => stands(claim) && countsItems(claim) && !derived.rescaled(claim.key) && !isMean(claim, structures),
    )
    .flatMap((claim) => {
      const whole = scaleOf(claim.setting) === 'PERCENT' ? '100' : '1'
      const { sampleSize } = claim
      if (sampleSize === null || sampleSize < 1 || attainable(claim.interval, sampleSize, whole)) return []
      return [finding(claim, sampleSize, whole)]
    })
    .sort(byIdentity)
}

/** Whether some whole count k of n, as k / n of `whole`, lies in the interval, by exact arithmetic. */
export function attainable(interval: Interval, n: number, whole: '100' | '1'): boolean {
  const counts = countsWithin(interval, n, whole)
  return counts.lowest <= counts.highest
}

/** The counts k of 0 … n whose share lies in the interval: lowest to highest, none where lowest > highest. */
export function countsWithin(
  { lower, upper }: Interval,
  n: number,
  whole: '100' | '1',
): { lowest: bigint; highest: bigint } {
  const lowest = floorShare(lower, n, whole, true)
  const highest = floorShare(upper, n, whole, false)
  return { lowest: lowest < 0n ? 0n : lowest, highest: highest > BigInt(n) ? BigInt(n) : highest }
}

// bound * n / whole, rounded up or down to a whole number.
function floorShare(bound: string, n: number, whole: '100' | '1', up: boolean): bigint {
  const product = parseDecimal(multiply(bound, String(n)))
  if (!product) throw new RangeError(`not a decimal: ${bound}`)
  const divisor = BigInt(whole) * 10n ** BigInt(product.scale)
  const quotient = product.units / divisor
  const rest = product.units % divisor
  if (rest === 0n) return quotient
  return product.units > 0n === up ? quotient + (up ? 1n : -1n) : quotient
}

function countsItems({ setting, configurationKey: _, ...claim }: NumericClaim): boolean {
  const metric = foldWord(setting.metric)
  if (metric === null || !COUNTS.has(metric) || scaleOf(setting) === null || claim.sampleSize === null) return false
  return setting.protocol.every(({ name, value, basis }) => {
    const field = name.toLowerCase().replace(/[_-]/g, ' ')
    const text = `${field} ${(value ?? '').toLowerCase()}`
    if (AVERAGES.test(text)) return false
    return basis === 'UNSTATED' || value === '1' || !REPEATS.test(field)
  })
}

function isMean({ setting }: Claim, structures: readonly AggregateStructure[]): boolean {
  return structures.some((s) => s.benchmark === setting.benchmark && foldWord(s.of) === foldWord(setting.subset))
}

function finding(claim: NumericClaim, n: number, whole: '100' | '1'): Finding {
  const { lowest } = countsWithin(claim.interval, n, whole)
  const digits = (claim.decimals ?? 0) + 1
  const near = [lowest - 1n, lowest]
    .filter((k) => k >= 0n && k <= BigInt(n))
    .map((k) => `${k} is ${share(k, n, whole, digits)}`)
  return {
    kind: 'UNATTAINABLE',
    code: 'no-whole-count',
    identity: identityOf('no-whole-count', claim.key),
    observations: [claim.key],
    settingStated: true,
    spread: null,
    text:
      `For ${claim.modelName} on ${claim.setting.label} ${claim.source.title} prints ${claim.printed} of ${n} items; no whole ` +
      `count of ${n} gives that: ${near.join(', ')}.`,
  }
}

function share(k: bigint, n: number, whole: '100' | '1', digits: number): string {
  const scaled = (k * BigInt(whole) * 10n ** BigInt(digits) * 2n + BigInt(n)) / (2n * BigInt(n))
  return formatDecimal({ units: scaled, scale: digits })
}
