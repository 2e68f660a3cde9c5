// Whether two claims about one model agree (rule 3), and by how much they differ.
import { type Claim, isNumeric } from './claim.ts'
import { comparability, measureDifference } from './comparability.ts'
import { canonicalDecimal, compare as compareDecimals, type Decimal, subtract } from './decimal.ts'
import { type Derived, NOTHING_DERIVED } from './derivation-links.ts'
import { type Interval, meetsAtEdge, overlaps } from './interval.ts'
import { onOtherScales, unitsAgree } from './value-scale.ts'

/**
 * IDENTICAL: the same number to the same precision, that is one interval: 63.43 and 63.43, "68.3%" and "68.3".
 * WITHIN_ROUNDING: more than one number would print as both: 63.4 and 63.43; 50.0 and 50.00, which differ in what they tell.
 * DISAGREE: no number would print as both, or only the very edge between two neighbours (63.4 and 63.5).
 * DERIVED: they would disagree, or could not be compared, but one follows from the other.
 * NOT_COMPARABLE: configuration, unit, scale or a stated protocol field differs. UNKNOWN: a number, its rounding or what it
 * measures is not known.
 */
export type Agreement = 'IDENTICAL' | 'WITHIN_ROUNDING' | 'DERIVED' | 'DISAGREE' | 'NOT_COMPARABLE' | 'UNKNOWN'

/** `difference`: other minus this, exactly; null without two numbers of one unit. `differs`: why they don't compare. */
export type Comparison = {
  agreement: Agreement
  difference: Decimal | null
  sameSetting: boolean
  settingStated: boolean
  differs: string | null
}

/** Symmetric, but for the sign of the difference. */
export function compare(one: Claim, other: Claim, derived: Derived = NOTHING_DERIVED): Comparison {
  const sameSetting = one.setting.key === other.setting.key
  const { settingStated, unknown, ...comparable } = comparability(one, other)
  let differs = comparable.differs
  const otherScales = isNumeric(one) && isNumeric(other) && onOtherScales(one, other)
  if (differs === null && otherScales) differs = 'scale'
  if (differs === null && derived.rescaled(one.key) !== derived.rescaled(other.key)) differs = 'normalisation'
  // Looked at by itself: where configurations differ, `differs` says nothing of the units.
  const sameUnit = measureDifference(one.setting, other.setting) === null && unitsAgree(one.setting, other.setting)
  const both = one.value !== null && other.value !== null && sameUnit && !otherScales
  return {
    agreement: agreementOf(one, other, { differs, unknown, related: derived.related(one.key, other.key) }),
    difference: both ? canonicalDecimal(subtract(other.value ?? '0', one.value ?? '0')) : null,
    sameSetting,
    settingStated: settingStated && differs === null,
    differs,
  }
}

/** How `claim` compares with each of the others, in their order, itself left out. */
export function comparisonsOf(claim: Claim, others: readonly Claim[], derived: Derived = NOTHING_DERIVED) {
  return others
    .filter((other) => other.key !== claim.key)
    .map((other) => ({ other: other.key, ...compare(claim, other, derived) }))
}

/** IDENTICAL, WITHIN_ROUNDING or DISAGREE, by the intervals alone. */
export function compareIntervals(a: Interval, b: Interval): 'IDENTICAL' | 'WITHIN_ROUNDING' | 'DISAGREE' {
  if (compareDecimals(a.lower, b.lower) === 0 && compareDecimals(a.upper, b.upper) === 0) return 'IDENTICAL'
  return overlaps(a, b) && !meetsAtEdge(a, b) ? 'WITHIN_ROUNDING' : 'DISAGREE'
}

type Circumstances = { differs: string | null; unknown: boolean; related: boolean }

function agreementOf(one: Claim, other: Claim, { differs, unknown, related }: Circumstances): Agreement {
  if (one.model === other.model && related && (differs !== null || !isNumeric(one) || !isNumeric(other)))
    return 'DERIVED'
  if (differs !== null) return unknown ? 'UNKNOWN' : 'NOT_COMPARABLE'
  if (!isNumeric(one) || !isNumeric(other)) return 'UNKNOWN'
  const found = compareIntervals(one.interval, other.interval)
  // A derivation explains a difference; equal numbers are equal however they came about.
  return found === 'DISAGREE' && related ? 'DERIVED' : found
}
