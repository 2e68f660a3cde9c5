// Audit: values outside the range of their metric, or on another scale than the rest of their setting.
import { type Claim, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { byCodeUnit } from '../content-hash.ts'
import { abs, compare } from '../decimal.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import { scaleOf } from '../value-scale.ts'
import { list } from '../wording.ts'
import { byIdentity, type Finding, groupBy, identityOf, keysOf, spreadOf } from './finding.ts'

/** A fraction written out has two decimals more than the same share in per cent. */
const DECIMALS_APART = 2

/**
 * Out of range: the whole rounding interval lies beyond min or max. Other scale, by setting and source: all values of a source lie
 * within one of zero, have at least two decimals more than the rest of the setting, and all of the rest lies beyond one; or
 * the other way round. Then they are probably fractions among percentages. Where the setting doesn't say which scale is
 * right, the rest must be two or more, and the majority. All claims of a setting must be passed.
 */
export function findOffScale(claims: readonly Claim[], derived: Derived = NOTHING_DERIVED): Finding[] {
  const standing = claims.filter(isNumeric).filter((claim) => stands(claim) && !derived.rescaled(claim.key))
  const numeric = standing.sort((a, b) => byCodeUnit(a.key, b.key))
  const outside = numeric.filter(isOutside)
  const settings = groupBy(
    numeric.filter((claim) => !isOutside(claim)),
    ({ setting }) => setting.key,
  )
  return [...outside.map(outOfRange), ...[...settings.values()].flatMap(strangersIn)].sort(byIdentity)
}

function isOutside({ setting: { min, max }, interval }: NumericClaim): boolean {
  return (min !== null && compare(interval.upper, min) < 0) || (max !== null && compare(interval.lower, max) > 0)
}

function outOfRange(claim: NumericClaim): Finding {
  const { min, max } = claim.setting
  const range = min !== null && max !== null ? `${min} to ${max}` : min !== null ? `${min} or more` : `${max} or less`
  return {
    ...{ kind: 'OUT_OF_RANGE', code: 'outside-range', identity: identityOf('outside-range', claim.key) },
    ...{ observations: [claim.key], settingStated: true, spread: null },
    text: `For ${claim.modelName} on ${claim.setting.label} ${claim.source.title} prints ${claim.printed}; the range is ${range}.`,
  }
}

function strangersIn(claims: readonly NumericClaim[]): Finding[] {
  return [...groupBy(claims, ({ source }) => source.slug).values()].flatMap((own) => {
    // A source may itself mix scales, so each of its values counts as a stranger of its own.
    const strangers = own.filter((claim) => isStranger(claim, restOf(claim, claims)))
    const rest = claims.filter((claim) => !strangers.includes(claim))
    return strangers.length > 0 && strangers.length < Math.max(rest.length, 2) ? [otherScale(strangers, rest)] : []
  })
}

// Values of the same size from the same source are no company: they may all be on the other scale.
function restOf(claim: NumericClaim, claims: readonly NumericClaim[]): NumericClaim[] {
  const company = claims.filter((other) => other.source.slug !== claim.source.slug || isSmall(other) !== isSmall(claim))
  // Zero is zero on every scale.
  return company.filter(({ value }) => compare(value, '0') !== 0)
}

function isStranger(claim: NumericClaim, rest: readonly NumericClaim[]): boolean {
  const scale = scaleOf(claim.setting)
  const settled = scale !== null && scale === (isSmall(claim) ? 'PERCENT' : 'FRACTION')
  if (claim.printed.includes('%') || rest.length < (settled ? 1 : 2)) return false
  if (compare(claim.value, '0') === 0 || rest.some((other) => isSmall(other) === isSmall(claim))) return false
  const decimals = rest.map((other) => other.decimals ?? 0)
  const [fine, coarse] = isSmall(claim)
    ? [claim.decimals ?? 0, Math.max(...decimals)]
    : [Math.min(...decimals), claim.decimals ?? 0]
  const share = compare(abs((isSmall(claim) ? claim : rest[0])?.value ?? '0'), '1') <= 0
  const percent = (isSmall(claim) ? rest : [claim]).every(({ value }) => compare(abs(value), '100') <= 0)
  return share && percent && fine >= coarse + DECIMALS_APART
}

function isSmall({ value }: NumericClaim): boolean {
  return compare(abs(value), '1') <= 0
}

function otherScale(strangers: readonly NumericClaim[], rest: readonly NumericClaim[]): Finding {
  const [first] = strangers
  if (!first) throw new RangeError('no values on another scale')
  const printed = list(strangers.slice(0, 3).map((claim) => claim.printed))
  const more = strangers.length > 3 ? ` and ${strangers.length - 3} more` : ''
  const beside = list([...new Set(rest.map((claim) => claim.printed))].slice(0, 3))
  return {
    kind: 'OUT_OF_RANGE',
    code: 'other-scale',
    identity: identityOf('other-scale', first.setting.key, first.source.slug),
    observations: keysOf(strangers),
    settingStated: scaleOf(first.setting) !== null,
    spread: spreadOf([...strangers, ...rest].map(({ value }) => value)),
    text:
      `On ${first.setting.label} ${first.source.title} prints ${printed}${more} beside ${beside} elsewhere: probably ` +
      `${isSmall(first) ? 'fractions among percentages' : 'percentages among fractions'}.`,
  }
}
