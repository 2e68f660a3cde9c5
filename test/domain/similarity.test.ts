// Similar models: positions, overlap, and which evaluations count.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim, ClaimEvidence } from '../../src/domain/claim.ts'
import { positions, similarModels } from '../../src/domain/similarity.ts'
import { claim, setting } from './claims.ts'

/** One setting a name, with the values by model. */
const board = (
  benchmark: string,
  values: Record<string, string | string[]>,
  evidence: ClaimEvidence = 'UNKNOWN',
  higher: boolean | null = true,
): Claim[] => {
  const place = setting({ benchmark, higherIsBetter: higher })
  return Object.entries(values).flatMap(([model, printed]) =>
    [printed].flat().map((value) => claim(value, { model, setting: place, evidence })),
  )
}
const three = [
  ...board('x', { me: '90', near: '85', far: '10', other: '50' }),
  ...board('y', { me: '70', near: '71', far: '30', other: '50' }),
  ...board('z', { me: '60', near: '60', far: '20', other: '50' }),
]

describe('similarModels', () => {
  it('is the mean gap in percentile positions', () => {
    // x: 100, 66.7, 0, 33.3; y: 66.7, 100, 0, 33.3; z: me and near share 83.3.
    const found = similarModels('me', three)
    expect(found.map(({ model }) => model)).toEqual(['near', 'other', 'far'])
    const [near, other, far] = found.map(({ distance }) => distance)
    expect([near, other, far]).toEqual([200 / 9, 50, 250 / 3].map((gap) => expect.closeTo(gap, 9)))
    expect(found[0]).toMatchObject({ shared: 3, overlap: 1 })
    expect(similarModels('me', three, { first: 1 })).toHaveLength(1)
  })

  it('needs three shared settings and 60 % of those of the model', () => {
    expect(similarModels('me', three.slice(0, 8))).toEqual([])
    expect(similarModels('me', three.slice(0, 8), { minShared: 2 })).toHaveLength(3)
    const more = ['p', 'q', 'r'].flatMap((name) => board(name, { me: '5', stranger: '4' }))
    expect(similarModels('me', [...three, ...more])).toEqual([])
    const found = similarModels('me', [...three, ...more.slice(0, 4)])
    expect(found.map(({ model, shared, overlap }) => [model, shared, overlap])).toEqual([
      ['near', 3, 0.6],
      ['other', 3, 0.6],
      ['far', 3, 0.6],
    ])
  })

  it('compares independent evaluations where there are three, and published ones else', () => {
    const other = (list: string[]) =>
      list.flatMap((name) => board(name, { me: '50', twin: '50', rest: '10' }, 'INDEPENDENT'))
    const [twin] = similarModels('me', [...three, ...other(['i', 'j', 'k'])])
    expect(twin).toEqual({ model: 'twin', distance: 0, shared: 3, overlap: 1 })
    expect(similarModels('me', [...three, ...other(['i', 'j'])]).map(({ model }) => model)).toEqual([
      'near',
      'other',
      'far',
    ])
  })

  it('averages repeated values before ranking', () => {
    expect(
      positions(
        new Map([
          ['a', ['10', '20']],
          ['b', ['15.1']],
          ['c', ['15.0']],
        ]),
        true,
      ),
    ).toEqual(
      new Map([
        ['a', 25],
        ['c', 25],
        ['b', 100],
      ]),
    )
    expect(
      positions(
        new Map([
          ['a', ['1', '1', '2']],
          ['b', ['1.34']],
        ]),
        false,
      ),
    ).toEqual(
      new Map([
        ['b', 0],
        ['a', 100],
      ]),
    )
  })

  it('leaves out style traits, composite indices, unknown directions and what is withdrawn', () => {
    const natures = [
      { benchmark: 'x', styleTrait: true },
      { benchmark: 'y', compositeIndex: true },
    ]
    expect(similarModels('me', three, { natures })).toEqual([])
    expect(similarModels('me', three, { natures, minShared: 1 })[0]).toMatchObject({ shared: 1 })
    const unknown = board('u', { me: '1', near: '2' }, 'UNKNOWN', null)
    expect(similarModels('me', [...three, ...unknown])).toEqual(similarModels('me', three))
    expect(
      similarModels(
        'me',
        three.map((one): Claim => ({ ...one, status: 'RETRACTED' })),
      ),
    ).toEqual([])
  })

  it('has symmetric distances of 0 to 100, which no order and no turning of the scale changes', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 9 }).map(String))
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (list) => {
        const claims = (higher: boolean) => list.flatMap((one, i) => board(`b${i}`, one, 'UNKNOWN', higher))
        const options = { minShared: 1, minOverlap: 0 }
        const from = (model: string, all = claims(true)) => similarModels(model, all, options)
        const round = (found: ReturnType<typeof from>) =>
          found.map(({ model, distance }) => [model, distance.toFixed(6)])
        for (const { model, distance } of from('a')) {
          expect(distance).toBeGreaterThanOrEqual(0)
          expect(distance).toBeLessThanOrEqual(100)
          expect(from(model).find((back) => back.model === 'a')?.distance).toBeCloseTo(distance, 9)
        }
        expect(round(from('a', claims(true).reverse()))).toEqual(round(from('a')))
        const distances = new Map(from('a').map(({ model, distance }) => [model, distance]))
        for (const { model, distance } of from('a', claims(false)))
          expect(distance).toBeCloseTo(distances.get(model) ?? -1, 9)
      }),
    )
  })
})
