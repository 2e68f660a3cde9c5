// The audit of shares: which percentages a whole count of the sample can give.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attainable, countsWithin, findUnattainable } from '../../../src/domain/audits/attainability.ts'
import type { Claim, ClaimSetting } from '../../../src/domain/claim.ts'
import { divide } from '../../../src/domain/decimal.ts'
import { indexDerivations } from '../../../src/domain/derivation-links.ts'
import { readPrinted } from '../../../src/domain/printed-number.ts'
import { claim, claimsOfFile, setting, stated } from '../claims.ts'

const of = (printed: string, sampleSize: number | null, fields: Partial<ClaimSetting> = {}, own: Partial<Claim> = {}) =>
  claim(printed, { sampleSize, setting: setting(fields), ...own })

describe('findUnattainable', () => {
  it('knows that 61.7 % of 225 is impossible', () => {
    const [found] = findUnattainable([of('61.7', 225)])
    expect(found).toMatchObject({ kind: 'UNATTAINABLE', spread: null })
    expect(found?.text).toContain(
      'prints 61.7 of 225 items; no whole count of 225 gives that: 138 is 61.33, 139 is 61.78.',
    )
  })

  it('reads 51.38 % of 944 as 485 of them, as the catalogue prints it', () => {
    const interval = readPrinted('51.38').interval ?? { lower: '', upper: '' }
    expect(countsWithin(interval, 944, '100')).toEqual({ lowest: 485n, highest: 485n })
    const claims = claimsOfFile('internlm2-chat-20b')
    expect(claims.filter(({ sampleSize }) => sampleSize === 944)).toHaveLength(1)
    expect(findUnattainable(claims)).toEqual([])
  })

  it.each<[string, Claim, number]>([
    ['a fraction', of('0.617', 225, { unit: 'fraction' }), 1],
    ['a share that fits', of('61.8', 225), 0],
    ['no sample size', of('61.7', null), 0],
    ['another metric', of('61.7', 225, { metric: 'F1' }), 0],
    ['no known scale', of('61.7', 225, { unit: null }), 0],
    ['eight repeats', of('61.7', 225, { protocol: stated({ repeats: '8' }) }), 0],
    ['one repeat', of('61.7', 225, { protocol: stated({ repeats: '1' }) }), 1],
    ['a mean of runs', of('61.7', 225, { protocol: stated({ method: 'average of 5 runs' }) }), 0],
    ['a retracted claim', of('61.7', 225, {}, { status: 'RETRACTED' }), 0],
    ['nothing right', of('0.0', 225), 0],
    ['all right', of('100.0', 225), 0],
    ['more than all', of('100.2', 225), 1],
    ['a half printed either way', of('12.4', 8000), 0],
  ])('%s', (_, one, findings) => expect(findUnattainable([one])).toHaveLength(findings))

  it('leaves declared means and normalised values alone', () => {
    const mean = of('61.7', 225, { subset: 'Overall' })
    const structures = [{ benchmark: 'gsm8k', of: 'overall', parts: ['a', 'b'], kind: 'mean' as const }]
    expect(findUnattainable([mean])).toHaveLength(1)
    expect(findUnattainable([mean], { structures })).toEqual([])
    const derived = indexDerivations([{ observation: mean.key, from: ['x'], kind: 'NORMALIZED' }])
    expect(findUnattainable([mean], { derived })).toEqual([])
  })

  it('holds for every k of n, printed to any precision, and agrees with counting', () => {
    const sample = fc
      .integer({ min: 1, max: 400 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })))
    fc.assert(
      fc.property(sample, fc.integer({ min: 0, max: 4 }), ([n, k], digits) => {
        const interval = readPrinted(divide(String(100 * k), String(n), digits)).interval
        expect(interval && attainable(interval, n, '100')).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 1000 }), (n, tenths) => {
        const printed = divide(String(tenths), '10', 1)
        const interval = readPrinted(printed).interval ?? { lower: '', upper: '' }
        // 100 k / n within half a tenth of the value, in whole numbers: |2000 k - 2 n tenths| <= n.
        const counted = [...Array(n + 1).keys()].some((k) => Math.abs(2000 * k - 2 * n * tenths) <= n)
        expect(attainable(interval, n, '100')).toBe(counted)
      }),
    )
  })
})
