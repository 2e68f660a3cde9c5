// Rounding intervals: the examples of rule 3, and what their edges mean.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, round } from '../../src/domain/decimal.ts'
import { contains, meetsAtEdge, overlaps, roundingInterval, widen } from '../../src/domain/interval.ts'

const printed = fc.record({ units: fc.bigInt({ min: -20000n, max: 20000n }), scale: fc.integer({ min: 0, max: 4 }) })
const intervalOf = ({ units, scale }: { units: bigint; scale: number }) =>
  roundingInterval(formatDecimal({ units, scale }), -scale)

describe('roundingInterval', () => {
  it.each([
    ['63.40', -2, '63.395', '63.405'],
    ['92', 0, '91.5', '92.5'],
    ['24000000', 6, '23500000', '24500000'],
    ['0', 0, '-0.5', '0.5'],
    ['-0.5', -1, '-0.55', '-0.45'],
  ])('%s printed to 10^%i lies from %s to %s', (value, place, lower, upper) => {
    expect(roundingInterval(value, place)).toEqual({ lower, upper })
  })

  it('holds just the values that round to it', () => {
    fc.assert(
      fc.property(printed, fc.bigInt({ min: -99n, max: 99n }), (value, nudge) => {
        const text = formatDecimal(value)
        const near = formatDecimal({ units: value.units * 100n + nudge, scale: value.scale + 2 })
        const edge = nudge === 50n || nudge === -50n
        if (!edge) expect(contains(intervalOf(value), near)).toBe(round(near, value.scale) === text)
        else expect(contains(intervalOf(value), near)).toBe(true)
      }),
    )
  })
})

describe('overlaps', () => {
  it.each([
    ['63.4', -1, '63.43', -2, true],
    ['31.9', -1, '32.4', -1, false],
    ['63.40', -2, '63.43', -2, false],
    ['92', 0, '92.0', -1, true],
    ['68.3', -1, '72.1', -1, false],
  ])('%s (10^%i) and %s (10^%i): %s', (a, placeA, b, placeB, expected) => {
    expect(overlaps(roundingInterval(a, placeA), roundingInterval(b, placeB))).toBe(expected)
    expect(overlaps(roundingInterval(b, placeB), roundingInterval(a, placeA))).toBe(expected)
  })

  it('meets at an edge alone only between neighbours of one precision', () => {
    fc.assert(
      fc.property(printed, fc.integer({ min: 0, max: 4 }), fc.bigInt({ min: -300n, max: 300n }), (a, scale, step) => {
        const near = (a.units * 10n ** BigInt(scale)) / 10n ** BigInt(a.scale) + step
        const b = { units: near, scale }
        const neighbours = a.scale === scale && (a.units - near === 1n || near - a.units === 1n)
        expect(meetsAtEdge(intervalOf(a), intervalOf(b))).toBe(neighbours)
      }),
      { numRuns: 500 },
    )
  })
})

describe('widen', () => {
  it('moves both ends outwards', () => {
    expect(widen({ lower: '91.5', upper: '92.5' }, '0.05')).toEqual({ lower: '91.45', upper: '92.55' })
    expect(() => widen({ lower: '1', upper: '2' }, '-1')).toThrow(RangeError)
  })
})
