// Whether claims agree: rule 3's examples, and that nothing depends on the order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/domain/agreement.ts'
import type { Claim } from '../../src/domain/claim.ts'
import { negate } from '../../src/domain/decimal.ts'
import { type DerivationLink, indexDerivations } from '../../src/domain/derivation-links.ts'
import { claim, claimsOfFile, setting, stated } from './claims.ts'

const link = (to: Claim, from: Claim, kind: DerivationLink['kind'] = 'NORMALIZED') =>
  indexDerivations([{ observation: to.key, from: [from.key], kind }])

describe('compare', () => {
  it.each([
    ['63.43', '63.43', 'IDENTICAL', '0'],
    ['63.43%', '63.43', 'IDENTICAL', '0'],
    ['63.4', '63.43', 'WITHIN_ROUNDING', '0.03'],
    ['50.0', '50.00', 'WITHIN_ROUNDING', '0'],
    ['63', '63.0', 'WITHIN_ROUNDING', '0'],
    ['63.4', '63.45', 'WITHIN_ROUNDING', '0.05'],
    ['63.4', '63.5', 'DISAGREE', '0.1'],
    ['31.9', '32.4', 'DISAGREE', '0.5'],
    ['72.1', '68.3', 'DISAGREE', '-3.8'],
    ['63.40', '63.43', 'DISAGREE', '0.03'],
    ['~70', '70', 'UNKNOWN', '0'],
    ['see text', '70', 'UNKNOWN', null],
    ['0.3842', '38.42', 'NOT_COMPARABLE', null],
  ])('%s and %s: %s, %s', (a, b, agreement, difference) => {
    expect(compare(claim(a), claim(b))).toMatchObject({ agreement, difference })
  })

  it('finds that the card prints 31.9 without a unit and the report 32.4', () => {
    const bare = { unit: null, metric: 'score' }
    const card = claim('31.9', { setting: setting({ ...bare, edition: 'OpenCompass table' }) })
    const found = { agreement: 'DISAGREE', difference: '0.5', sameSetting: false, settingStated: false }
    expect(compare(card, claim('32.4', { setting: setting(bare) }))).toMatchObject(found)
    expect(compare(card, claim('32.4', { setting: setting({ metric: 'score' }) })).agreement).toBe('DISAGREE')
    expect(compare(card, claim('0.324', { setting: setting(bare) })).agreement).toBe('NOT_COMPARABLE')
  })

  it('says when the setting is one node, and when it is stated in full', () => {
    const full = setting({ protocol: stated({ shots: '5' }) })
    const here = { sameSetting: true, settingStated: true }
    expect(compare(claim('1.5', { setting: full }), claim('1.6', { setting: full }))).toMatchObject(here)
  })

  it('calls derived what only a derivation explains, and leaves equal numbers equal', () => {
    const [page, paper, other] = [claim('60.6'), claim('80.3'), claim('80.5')]
    const derived = link(page, paper)
    expect(compare(page, paper, derived)).toMatchObject({ agreement: 'DERIVED', difference: '19.7' })
    expect(compare(page, other, derived).agreement).toBe('NOT_COMPARABLE')
    expect(compare(paper, other, derived).agreement).toBe('DISAGREE')
    const copy = claim('80.3')
    expect(compare(copy, paper, link(copy, paper, 'TRANSCRIBED')).agreement).toBe('IDENTICAL')
    const fraction = claim('0.803', { setting: setting({ unit: 'fraction' }) })
    expect(compare(fraction, paper).agreement).toBe('NOT_COMPARABLE')
    expect(compare(fraction, paper, link(fraction, paper, 'CONVERTED')).agreement).toBe('DERIVED')
  })

  it('keeps configurations apart, and not labels', () => {
    const scaled = (key: string) => claim('79.8', { configurationKey: key })
    expect(compare(scaled('1'), { ...scaled('2'), ...{ value: '81.9' } }).agreement).toBe('NOT_COMPARABLE')
    expect(compare(scaled('1'), claim('70')).agreement).toBe('NOT_COMPARABLE')
  })

  it('takes no difference of two units, whatever else differs', () => {
    const fraction = claim('0.8', { setting: setting({ unit: 'fraction' }), configurationKey: '1' })
    expect(compare(fraction, claim('79.8'))).toMatchObject({ differs: 'configuration', difference: null })
    const bare = setting({ unit: null })
    const small = claim('0.8', { setting: bare, configurationKey: '1' })
    expect(compare(small, claim('80', { setting: bare })).difference).toBeNull()
    const other = claim('80', { configurationKey: '1' })
    expect(compare(other, claim('79.8'))).toMatchObject({ differs: 'configuration', difference: '-0.2' })
  })

  it('is symmetric but for the sign of the difference', () => {
    const digits = fc.tuple(fc.integer({ min: -999, max: 9999 }), fc.constantFrom('', '.0', '.4', '.43', '.50'))
    const text = digits.map(([whole, rest]) => `${whole}${rest}`)
    const unit = fc.constantFrom('%', 'fraction', null)
    const kind = fc.constantFrom('NORMALIZED', 'TRANSCRIBED', 'CONVERTED', null)
    fc.assert(
      fc.property(text, text, unit, unit, kind, (printedA, printedB, unitA, unitB, how) => {
        const a = claim(printedA, { setting: setting({ unit: unitA }) })
        const b = claim(printedB, { setting: setting({ unit: unitB }) })
        const derived = how === null ? undefined : link(a, b, how)
        const [there, back] = [compare(a, b, derived), compare(b, a, derived)]
        const mirrored = there.difference === null ? null : negate(there.difference)
        expect(back).toEqual({ ...there, difference: mirrored })
        expect(compare(a, a).agreement).toBe('IDENTICAL')
      }),
    )
  })
})

describe('the built-in pages', () => {
  it('print five JudgeBench pairs, of which none contradicts another', () => {
    const claims = claimsOfFile('judgebench-internlm2-20b-reward')
    const pairs = claims.flatMap((a, i) => claims.slice(i + 1).map((b) => compare(a, b).agreement))
    const comparable = pairs.filter((agreement) => agreement !== 'NOT_COMPARABLE')
    expect(comparable).toEqual(Array(5).fill('WITHIN_ROUNDING'))
  })
})
