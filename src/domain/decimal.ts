// Exact decimals as text, computed over BigInt: never a float on the way.

/** A plain decimal: optional "-", digits, optional "." and digits. Trailing zeros are kept as given: "63.40". */
export type Decimal = string

/** units * 10^-scale, with scale >= 0. */
export type Scaled = { units: bigint; scale: number }

/** Digits that a number may have before, or after, its point. More is no score, and would only cost memory. */
export const DIGIT_LIMIT = 1000

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/

/**
 * Reads a decimal such as "63.40", "-.5" or "1.2e-3" exactly; "1e3" has scale 0.
 * Null for anything else, and for more than DIGIT_LIMIT digits on either side of the point ("1e999999999").
 */
export function parseDecimal(text: string): Scaled | null {
  if (text.length > 3 * DIGIT_LIMIT) return null
  const match = NUMBER.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  if (digits === '') return null
  const scale = fraction.length - Number(exponent)
  if (scale > DIGIT_LIMIT || digits.length - scale > DIGIT_LIMIT) return null
  const units = BigInt(digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n)
  return { units: sign === '-' ? -units : units, scale: Math.max(scale, 0) }
}

/** The text of units * 10^-scale with exactly `scale` digits after the point. Zero has no sign. */
export function formatDecimal({ units, scale }: Scaled): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** a + b, with as many decimals as the longer of the two. */
export function add(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return formatDecimal({ units: left + right, scale })
}

/** a - b, with as many decimals as the longer of the two. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return formatDecimal({ units: left - right, scale })
}

/** a * b, exactly: as many decimals as both have together. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [scaled(a), scaled(b)]
  return formatDecimal({ units: left.units * right.units, scale: left.scale + right.scale })
}

/** a / b rounded to `digits` decimals, halves away from zero. Throws a RangeError when b is zero. */
export function divide(a: Decimal, b: Decimal, digits: number): Decimal {
  const [left, right] = aligned(a, b)
  if (right === 0n) throw new RangeError(`division of ${a} by zero`)
  return formatDecimal({ units: roundedQuotient(left * 10n ** BigInt(digits), right), scale: digits })
}

/** `value` with `digits` decimals, halves away from zero; zeros are added where it has fewer. */
export function round(value: Decimal, digits: number): Decimal {
  return divide(value, '1', digits)
}

export function negate(value: Decimal): Decimal {
  const { units, scale } = scaled(value)
  return formatDecimal({ units: -units, scale })
}

export function abs(value: Decimal): Decimal {
  const { units, scale } = scaled(value)
  return formatDecimal({ units: units < 0n ? -units : units, scale })
}

/** -1, 0 or 1 as a is less than, equal to or greater than b; trailing zeros make no difference. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

export function equals(a: Decimal, b: Decimal): boolean {
  return compare(a, b) === 0
}

/** The lesser of the two as it is written; the first of two equal ones. */
export function min(a: Decimal, b: Decimal): Decimal {
  return compare(b, a) < 0 ? b : a
}

/** The greater of the two as it is written; the first of two equal ones. */
export function max(a: Decimal, b: Decimal): Decimal {
  return compare(b, a) > 0 ? b : a
}

/** The exact sum; "0" of none. To compare a mean exactly, compare the sum with count times the other side. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce(add, '0')
}

/** The mean rounded to `digits` decimals, halves away from zero. Throws a RangeError on an empty list. */
export function mean(values: readonly Decimal[], digits: number): Decimal {
  if (values.length === 0) throw new RangeError('mean of no values')
  return divide(sum(values), String(values.length), digits)
}

/** One text for equal numbers, for keys: no trailing zeros, no exponent, no sign on zero ("63.40" -> "63.4"). */
export function canonicalDecimal(value: Decimal): Decimal {
  const text = formatDecimal(scaled(value))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function scaled(text: Decimal): Scaled {
  const value = parseDecimal(text)
  if (!value) throw new RangeError(`not a decimal: ${JSON.stringify(text.slice(0, 80))}`)
  return value
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const [left, right] = [scaled(a), scaled(b)]
  const scale = Math.max(left.scale, right.scale)
  return [left.units * 10n ** BigInt(scale - left.scale), right.units * 10n ** BigInt(scale - right.scale), scale]
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  return n < 0n ? -((-2n * n + d) / (2n * d)) : (2n * n + d) / (2n * d)
}
