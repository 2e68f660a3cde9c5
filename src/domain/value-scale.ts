// The scale that a value stands on: per cent, a fraction of one, or something else. Nothing is converted here.
import type { Claim, ClaimSetting, NumericClaim } from './claim.ts'
import { abs, compare, type Decimal, multiply } from './decimal.ts'
import { contains } from './interval.ts'

export type Scale = 'PERCENT' | 'FRACTION'

const PERCENT_WORDS = new Set(['%', 'percent', 'per cent', 'percentage', 'pct'])
const FRACTION_WORDS = new Set(['fraction', 'proportion', 'ratio', 'share', 'probability', '0-1'])

/** The unit in one spelling; null where none is known ("No unit" is stored as null). */
export function foldUnit(unit: string | null): string | null {
  const word = unit?.trim().toLowerCase() ?? ''
  if (word === '') return null
  return PERCENT_WORDS.has(word) ? 'PERCENT' : FRACTION_WORDS.has(word) ? 'FRACTION' : word
}

/** By the unit, else by the upper bound (100 or 1), else unknown. */
export function scaleOf({ unit, max }: Pick<ClaimSetting, 'unit' | 'max'>): Scale | null {
  const folded = foldUnit(unit)
  if (folded !== null) return folded === 'PERCENT' || folded === 'FRACTION' ? folded : null
  if (max === null) return null
  return compare(max, '100') === 0 ? 'PERCENT' : compare(max, '1') === 0 ? 'FRACTION' : null
}

/** Whether two units may be one: equal, or one of them not known and nothing else speaks against it. */
export function unitsAgree(a: ClaimSetting, b: ClaimSetting): boolean {
  const [left, right] = [foldUnit(a.unit), foldUnit(b.unit)]
  if (left !== null && right !== null) return left === right
  const [scaleA, scaleB] = [scaleOf(a), scaleOf(b)]
  return scaleA === null || scaleB === null || scaleA === scaleB
}

/**
 * Whether two values surely or probably stand on different scales although their units don't say so: one is a hundred times
 * the other, or, where a unit is unknown, one lies within one of zero and the other is ten times as large and above one.
 */
export function onOtherScales(a: NumericClaim, b: NumericClaim): boolean {
  const [small, large] = compare(abs(a.value), abs(b.value)) <= 0 ? [a, b] : [b, a]
  if (compare(abs(small.value), '1') > 0 || compare(abs(large.value), '1') <= 0) return false
  if (compare(small.value, '0') !== 0 && contains(large.interval, multiply(small.value, '100'))) return true
  const known = scaleOf(a.setting) !== null && scaleOf(b.setting) !== null
  return !known && compare(abs(large.value), multiply(abs(small.value), '10')) >= 0
}

/** The value of a perfect score on the claim's scale, "100" or "1": by unit or bound, else by the size of its value. */
export function topOf(claim: Claim & { value: Decimal }): '100' | '1' {
  const scale = scaleOf(claim.setting)
  if (scale !== null) return scale === 'PERCENT' ? '100' : '1'
  return compare(abs(claim.value), '1') > 0 ? '100' : '1'
}
