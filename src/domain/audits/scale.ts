// Audit: values outside the range of their metric, or on another scale than the rest of their setting.
import { type Claim, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { byCodeUnit } from '../content-hash.ts'
import { abs, compare } from '../decimal.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import { groupBy } from '../group-by.ts'
import { scaleOf } from '../value-scale.ts'
import { list } from '../wording.ts'
import { byIdentity, type Finding, identityOf, keysOf, spreadOf } from './finding.ts'

/** A fraction written out has two decimals more than the same share in per cent. */
const DECIMALS_APART = 2

/**
 * Out of range: the whole rounding interval lies beyond min or max. Other scale, by setting: the values up to one (zeros left
 * out) and those beyond it, up to 100, are split so that one side is all of one source and the smaller, and the former have at
 * least two decimals more than the latter. Then that side is probably of fractions among percentages, or the other way
 * round. A stated unit or bound that speaks for that side settles it; where nothing is stated, the rest must be two or more and
 * outnumber it. All claims of a setting must be passed.
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
  // Zero is zero on every scale.
  const sized = claims.filter(({ value }) => compare(value, '0') !== 0)
  const small = sized.filter(isSmall)
  const large = sized.filter((claim) => !isSmall(claim))
  if (small.length === 0 || large.length === 0) return []
  return [...strangersAmong(small, large, 'PERCENT'), ...strangersAmong(large, small, 'FRACTION')].slice(0, 1)
}

/** `own`: all values of one size, `rest`: all of the other size, which stand on the scale `right`, if `own` is of one source. */
function strangersAmong(own: NumericClaim[], rest: NumericClaim[], right: 'PERCENT' | 'FRACTION'): Finding[] {
  const [first] = own
  if (!first || own.some(({ source }) => source.slug !== first.source.slug)) return []
  const scale = scaleOf(first.setting)
  if (scale !== null && scale !== right) return []
  const [fractions, percentages] = right === 'PERCENT' ? [own, rest] : [rest, own]
  const shares = percentages.every(({ value }) => compare(abs(value), '100') <= 0)
  const apart = Math.min(...decimalsOf(fractions)) >= Math.max(...decimalsOf(percentages)) + DECIMALS_APART
  const signed = own.some(({ printed }) => printed.includes('%'))
  const enough = scale === right ? rest.length >= own.length : rest.length > 1 && rest.length > own.length
  return shares && apart && enough && !signed ? [otherScale(own, rest)] : []
}

// Few distinct numbers, however many claims: Math.max takes only so many arguments.
function decimalsOf(claims: readonly NumericClaim[]): number[] {
  return [...new Set(claims.map(({ decimals }) => decimals ?? 0))]
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
