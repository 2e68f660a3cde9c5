// Closed intervals of exact decimals: the numbers that would print as a given one (rule 3).
import { add, compare, type Decimal, formatDecimal, parseDecimal, subtract } from './decimal.ts'

/** Both ends belong to it, since tables round halves either way. */
export type Interval = { lower: Decimal; upper: Decimal }

/**
 * The interval of half a unit in the last place around a value. The last place is 10^`lastPlace`: -2 for "63.40", 0 for
 * "92", 6 for "24M". So 63.40 gives 63.395 to 63.405, and 92 gives 91.5 to 92.5.
 */
export function roundingInterval(value: Decimal, lastPlace: number): Interval {
  const half = parseDecimal(`5e${lastPlace - 1}`)
  if (!half) throw new RangeError(`no decimal place 10^${lastPlace}`)
  const halfUnit = formatDecimal(half)
  return { lower: subtract(value, halfUnit), upper: add(value, halfUnit) }
}

/** Whether some number lies in both. Neighbours of one precision (63.4, 63.5) share their edge: see meetsAtEdge. */
export function overlaps(a: Interval, b: Interval): boolean {
  return compare(a.lower, b.upper) <= 0 && compare(b.lower, a.upper) <= 0
}

/**
 * Whether they share one number only, where one ends and the other begins. Of two printed values that means: the same
 * precision, one unit apart. Only a true value on the very edge, rounded down here and up there, would explain both.
 */
export function meetsAtEdge(a: Interval, b: Interval): boolean {
  const points = compare(a.lower, a.upper) === 0 || compare(b.lower, b.upper) === 0
  return !points && (compare(a.upper, b.lower) === 0 || compare(b.upper, a.lower) === 0)
}

export function contains(interval: Interval, value: Decimal): boolean {
  return compare(interval.lower, value) <= 0 && compare(value, interval.upper) <= 0
}

/** The interval with both ends moved outwards by `by` (>= 0). */
export function widen(interval: Interval, by: Decimal): Interval {
  if (compare(by, '0') < 0) throw new RangeError(`an interval is widened by 0 or more, not ${by}`)
  return { lower: subtract(interval.lower, by), upper: add(interval.upper, by) }
}
