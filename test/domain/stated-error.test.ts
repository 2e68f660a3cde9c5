// Stated errors: how far they reach, and which differences they cover.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/domain/agreement.ts'
import type { NumericClaim } from '../../src/domain/claim.ts'
import { statedRange, statesError, withinStatedError } from '../../src/domain/stated-error.ts'
import { claim } from './claims.ts'

const numeric = (printed: string) => claim(printed) as NumericClaim

describe('statedRange', () => {
  it.each([
    ['63.4', '63.35', '63.45'],
    ['63.4 ± 0.5', '62.35', '64.45'],
    ['63.4 ± 0.5 (SE)', '62.35', '64.45'],
    ['63.4 ± 0.5 (stderr)', '62.35', '64.45'],
    ['63.4 ± 0.5 (95% CI)', '62.85', '63.95'],
    ['63.4 [62.0, 65.0]', '62.0', '65.0'],
    ['63.4 +1.6/-1.4', '62.0', '65.0'],
    // Narrower than the rounding: that stays.
    ['63.4 [63.38, 63.42]', '63.35', '63.45'],
  ])('%s reaches from %s to %s', (printed, lower, upper) => {
    const range = statedRange(numeric(printed))
    expect([Number(range.lower), Number(range.upper)]).toEqual([Number(lower), Number(upper)])
  })
})

describe('withinStatedError', () => {
  it.each([
    ['0.552 ± 0.016 (stderr)', '0.543 ± 0.016 (stderr)', true],
    ['34.3% ± 1.0% (SE)', '41.3% ± 1.3% (SE)', false],
    // One that states its error is enough; none is not.
    ['60.0 ± 1.0', '62.0', true],
    ['60.0', '60.1', false],
    ['60.0', '60.0', false],
  ])('%s and %s: %s', (a, b, covered) => {
    expect(withinStatedError(numeric(a), numeric(b))).toBe(covered)
    expect(withinStatedError(numeric(b), numeric(a))).toBe(covered)
  })

  it('never leaves a comparison other than it was: what is printed is compared as printed', () => {
    const [a, b] = [claim('60.0 ± 1.0'), claim('61.0 ± 1.0')]
    expect(compare(a, b).agreement).toBe('DISAGREE')
  })

  it('contains the rounding interval, and agrees with statesError', () => {
    const text = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.option(fc.integer({ min: 0, max: 99 })))
    fc.assert(
      fc.property(text, ([tenths, error]) => {
        const one = numeric(`${(tenths / 10).toFixed(1)}${error === null ? '' : ` ± ${(error / 10).toFixed(1)}`}`)
        const range = statedRange(one)
        expect(Number(range.lower)).toBeLessThanOrEqual(Number(one.interval.lower))
        expect(Number(range.upper)).toBeGreaterThanOrEqual(Number(one.interval.upper))
        expect(statesError(one)).toBe(error !== null)
      }),
    )
  })
})
