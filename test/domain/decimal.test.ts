// Exact decimals: tables of cases, and properties against BigInt arithmetic.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as decimal from '../../src/domain/decimal.ts'

/** Decimals of up to 30 digits with 0 to 20 of them after the point, as canonical text with trailing zeros. */
const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, scale]) => decimal.formatDecimal({ units, scale }))

describe('parseDecimal and formatDecimal', () => {
  it.each([
    ['63.40', '63.40'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['007', '7'],
    ['-0.0', '0.0'],
    ['1e3', '1000'],
    ['1.5e-3', '0.0015'],
    ['1.50E1', '15.0'],
    ['39.146000000000003', '39.146000000000003'],
    ['1e-1000', `0.${'0'.repeat(999)}1`],
  ])('reads %s as %s', (text, formatted) => {
    const value = decimal.parseDecimal(text)
    expect(value && decimal.formatDecimal(value)).toBe(formatted)
  })

  it.each(['', '-', '.', 'e5', '1e', '1.2.3', '1,234', ' 1', '1 ', '−1', 'NaN', 'Infinity', '0x10', '1n', '１'])(
    'refuses %j',
    (text) => expect(decimal.parseDecimal(text)).toBeNull(),
  )

  it.each([
    '1e999999999',
    '1e-999999999',
    '1e1000',
    '1e-1001',
    '9'.repeat(1001),
    '1e99999999999999999999',
    '0e999999999',
  ])('refuses absurd sizes (%#)', (text) => expect(decimal.parseDecimal(text)).toBeNull())

  it('gives canonical text back unchanged', () => {
    fc.assert(
      fc.property(anyDecimal, (text) => {
        const value = decimal.parseDecimal(text)
        expect(value && decimal.formatDecimal(value)).toBe(text)
      }),
    )
  })
})

describe('arithmetic', () => {
  it.each([
    [decimal.add('0.1', '0.2'), '0.3'],
    [decimal.add('63.40', '1'), '64.40'],
    [decimal.subtract('0.3', '0.10'), '0.20'],
    [decimal.multiply('0.10', '0.2'), '0.020'],
    [decimal.multiply('-3', '0.5'), '-1.5'],
    [decimal.negate('0.0'), '0.0'],
    [decimal.abs('-1.50'), '1.50'],
    [decimal.divide('30.3', '50', 3), '0.606'],
    [decimal.divide('1', '3', 4), '0.3333'],
    [decimal.divide('2', '3', 4), '0.6667'],
    [decimal.divide('-1', '-8', 2), '0.13'],
    [decimal.divide('1', '-8', 2), '-0.13'],
    [decimal.round('70.85', 1), '70.9'],
    [decimal.round('-70.85', 1), '-70.9'],
    [decimal.round('5', 2), '5.00'],
    [decimal.min('2', '10'), '2'],
    [decimal.max('63.4', '63.40'), '63.4'],
    [decimal.sum([]), '0'],
    [decimal.mean(['62.3', '69.4', '66.1', '50.0'], 2), '61.95'],
    [decimal.canonicalDecimal('63.40'), '63.4'],
    [decimal.canonicalDecimal('100.00'), '100'],
    [decimal.canonicalDecimal('100'), '100'],
    [decimal.canonicalDecimal('-0.0'), '0'],
  ])('%s is %s', (actual, expected) => expect(actual).toBe(expected))

  it('compares numbers, not texts', () => {
    expect(decimal.equals('63.4', '63.40')).toBe(true)
    expect(decimal.compare('9', '10')).toBe(-1)
    expect(decimal.compare('-9', '-10')).toBe(1)
    expect(decimal.equals('39.146', '39.146000000000003')).toBe(false)
  })

  it('throws where there is no answer', () => {
    expect(() => decimal.divide('1', '0.00', 2)).toThrow(RangeError)
    expect(() => decimal.mean([], 2)).toThrow(RangeError)
    expect(() => decimal.add('n/a', '1')).toThrow('not a decimal: "n/a"')
  })

  it('obeys the laws of a field as far as decimals go', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        expect(decimal.add(a, b)).toBe(decimal.add(b, a))
        expect(decimal.equals(decimal.subtract(decimal.add(a, b), b), a)).toBe(true)
        const left = decimal.multiply(a, decimal.add(b, c))
        expect(decimal.equals(left, decimal.add(decimal.multiply(a, b), decimal.multiply(a, c)))).toBe(true)
        expect(decimal.compare(a, b)).toBe(decimal.compare(decimal.subtract(a, b), '0'))
        expect(decimal.canonicalDecimal(a) === decimal.canonicalDecimal(b)).toBe(decimal.equals(a, b))
      }),
    )
  })

  it('divides to within half a unit of the last digit', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, fc.integer({ min: 0, max: 8 }), (a, b, digits) => {
        fc.pre(!decimal.equals(b, '0'))
        const error = decimal.abs(decimal.subtract(decimal.multiply(decimal.divide(a, b, digits), b), a))
        const allowed = decimal.abs(decimal.multiply(b, `5e-${digits + 1}`))
        expect(decimal.compare(error, allowed)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
