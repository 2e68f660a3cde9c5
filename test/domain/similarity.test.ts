// Percentile positions: of repeated and equal values, of which claims, and on which boards there are none.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim } from '../../src/domain/claim.ts'
import { percentilePositions, positions } from '../../src/domain/similarity.ts'
import { claim, setting } from './claims.ts'

const up = setting({ higherIsBetter: true })
const of = (model: string, printed: string, fields: Partial<Claim> = {}) =>
  claim(printed, { model, setting: up, ...fields })

describe('positions', () => {
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

  it('are 0 to 100 and 50 in the mean, whatever the order, and turned with the scale', () => {
    const board = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      fc.array(fc.integer({ min: 0, max: 9 }).map(String), { minLength: 1, maxLength: 3 }),
      { minKeys: 2 },
    )
    fc.assert(
      fc.property(board, (values) => {
        const entries = Object.entries(values)
        const found = positions(new Map(entries), true)
        const turned = positions(new Map(entries), false)
        expect(positions(new Map(entries.reverse()), true)).toEqual(found)
        const places = [...found.values()]
        expect(places.reduce((total, place) => total + place, 0) / places.length).toBeCloseTo(50, 9)
        for (const [model, place] of found) {
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThanOrEqual(100)
          expect(turned.get(model)).toBeCloseTo(100 - place, 9)
        }
      }),
    )
  })
})

describe('percentilePositions', () => {
  const asObjects = (claims: Claim[]) => {
    const { published, independent } = percentilePositions(claims)
    return { published: Object.fromEntries(published), independent: Object.fromEntries(independent) }
  }

  it('are among all published values, and among independent evaluations alone', () => {
    const own = { evidence: 'INDEPENDENT' } as const
    expect(asObjects([of('a', '50', own), of('a', '20'), of('b', '40', own), of('c', '30')])).toEqual({
      published: { a: 50, b: 100, c: 0 },
      independent: { a: 100, b: 0 },
    })
    expect(asObjects([of('a', '50', own), of('b', '40')]).independent).toEqual({})
  })

  it('leave out what is withdrawn, what has no number, unknown directions and a model alone', () => {
    const some = [of('a', '50'), of('b', '40'), of('c', '45', { status: 'RETRACTED' }), of('d', 'see text')]
    const expected = { published: { a: 100, b: 0 }, independent: {} }
    expect(asObjects(some)).toEqual(expected)
    expect(asObjects([...some, of('e', '60', { status: 'SUPERSEDED' })])).toEqual(expected)
    const nobody = { published: {}, independent: {} }
    const unknown = setting({ higherIsBetter: null })
    expect(asObjects([of('a', '50', { setting: unknown }), of('b', '40', { setting: unknown })])).toEqual(nobody)
    expect(asObjects([of('a', '50'), of('a', '60')])).toEqual(nobody)
  })
})
