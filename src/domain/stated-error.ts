// How far off a source says that its number may be, and whether that covers the difference between two claims.
import type { NumericClaim } from './claim.ts'
import { compare, multiply } from './decimal.ts'
import { type Interval, overlaps, widen } from './interval.ts'

const CONFIDENCE = /\bc\.?i\b/i
/** Two standard errors to each side hold about 95 % (1.96 of a normal distribution), as printed confidence intervals do. */
const STANDARD_ERRORS = '2'

/**
 * The numbers that a claim leaves possible: its rounding interval, widened by its stated error. Printed ends and the half-width of a
 * confidence interval count as they stand. Every other "±" counts twice: as a standard error or deviation, which it mostly is
 * where nothing is said (a false alarm is worse than a miss).
 */
export function statedRange({ interval, uncertainty }: Pick<NumericClaim, 'interval' | 'uncertainty'>): Interval {
  if (uncertainty === null) return interval
  const { plusMinus, lower, upper, kind } = uncertainty
  if (plusMinus !== null) {
    return widen(interval, kind !== null && CONFIDENCE.test(kind) ? plusMinus : multiply(STANDARD_ERRORS, plusMinus))
  }
  return {
    lower: lower !== null && compare(lower, interval.lower) < 0 ? lower : interval.lower,
    upper: upper !== null && compare(upper, interval.upper) > 0 ? upper : interval.upper,
  }
}

/** Whether a claim says how far off it may be, in numbers. */
export function statesError({ uncertainty }: Pick<NumericClaim, 'uncertainty'>): boolean {
  return uncertainty !== null && (uncertainty.plusMinus ?? uncertainty.lower ?? uncertainty.upper) !== null
}

/** Whether stated errors cover the difference; false where neither states any. Symmetric. */
export function withinStatedError(a: NumericClaim, b: NumericClaim): boolean {
  return (statesError(a) || statesError(b)) && overlaps(statedRange(a), statedRange(b))
}
