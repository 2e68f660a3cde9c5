// The audit of scales: what is out of range or on another scale, and low scores that are neither.
import { describe, expect, it } from 'vitest'
import { findOffScale } from '../../../src/domain/audits/scale.ts'
import type { Claim, ClaimSetting } from '../../../src/domain/claim.ts'
import { claim, claimsOfFile, setting, source } from '../claims.ts'

const beside = (values: string[], fields: Partial<ClaimSetting> = {}): Claim[] => {
  const one = setting(fields)
  return values.map((printed, i) => claim(printed, { setting: one, model: `m${i}`, source: source(`s${i}`) }))
}
const found = (claims: Claim[]) =>
  findOffScale(claims).flatMap(({ observations }) =>
    claims.filter(({ key }) => observations.includes(key)).map(({ printed }) => printed),
  )

describe('findOffScale', () => {
  const fraction = { unit: 'fraction', max: '1' }
  it.each<[string, string[], Partial<ClaimSetting>, string[]]>([
    ['a fraction among percentages', ['0.3842', '17.9'], {}, ['0.3842']],
    ['the same where no unit is known', ['0.3842', '17.9', '22.1'], { unit: null }, ['0.3842']],
    ['two values of unknown unit', ['0.3842', '17.9'], { unit: null }, []],
    ['a low score of the same precision', ['0.38', '17.90', '22.13'], {}, []],
    ['a low score among low ones', ['0.3842', '0.9', '22.1'], {}, []],
    ['a printed per cent sign', ['0.3842%', '17.9', '22.1'], {}, []],
    ['zero', ['0.0000', '17.9', '22.1'], {}, []],
    ['a percentage among fractions of its precision', ['38.4', '0.4', '0.17'], { unit: 'fraction' }, []],
    ['the same with two decimals less', ['38.4', '0.384', '0.171'], { unit: 'fraction' }, ['38.4']],
    ['above the maximum', ['101.3', '50.0'], { min: '0', max: '100' }, ['101.3']],
    ['above one', ['38.4', '0.384'], fraction, ['38.4']],
    ['the maximum itself', ['100.0', '100', '0'], { min: '0', max: '100' }, []],
    ['what may be the maximum', ['100.04'], { max: '100.04' }, []],
    ['below the minimum', ['-3'], { min: '0' }, ['-3']],
    ['ratings', ['2071', '2134', '0.51'], { unit: 'Elo' }, []],
  ])('%s', (_, values, fields, expected) => expect(found(beside(values, fields))).toEqual(expected))

  it('makes one finding of all the values of one source', () => {
    const one = setting({ unit: null })
    const of = (slug: string, values: string[]) =>
      values.map((v, i) => claim(v, { setting: one, model: `m${i}`, source: source(slug) }))
    const claims = [...of('harness', ['0.3842', '0.2917']), ...of('board', ['17.9', '22.1', '30.0'])]
    const [finding, ...more] = findOffScale(claims)
    expect(more).toEqual([])
    expect(finding?.observations).toHaveLength(2)
    expect(finding?.text).toBe(
      'On gsm8k, accuracy harness prints 0.3842 and 0.2917 beside 17.9, 22.1 and 30.0 elsewhere: probably fractions among percentages.',
    )
    expect(findOffScale([...claims].reverse())).toEqual([finding])
  })

  it('finds nothing in the built-in catalogue', () => {
    const files = [
      'rm-bench',
      'internlm-20b',
      'internlm2-chat-20b',
      'internlm2-20b-reward-evidence',
      'judgebench-internlm2-20b-reward',
    ]
    expect(findOffScale(files.flatMap(claimsOfFile))).toEqual([])
  })
})
