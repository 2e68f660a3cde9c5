// Leaderboards: who ranks, on which of several claims, and who doesn't.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim } from '../../src/domain/claim.ts'
import { compare } from '../../src/domain/decimal.ts'
import { DIRECTION_UNKNOWN, leaderboard, NO_NUMBER, WITHDRAWN } from '../../src/domain/leaderboard.ts'
import { claim, setting } from './claims.ts'

const of = (model: string, printed: string, fields: Partial<Claim> = {}) => claim(printed, { model, ...fields })
const ranksOf = (claims: Claim[]) =>
  leaderboard(claims).entries.map(({ rank, model, tied, gapToLeader }) => [rank, model, tied, gapToLeader])

describe('leaderboard', () => {
  it('shares ranks: 1, 2, 2, 4', () => {
    const claims = [of('d', '70.0'), of('b', '81.50'), of('a', '90.2'), of('c', '81.5')]
    expect(ranksOf(claims)).toEqual([
      [1, 'a', false, '0'],
      [2, 'b', true, '8.7'],
      [2, 'c', true, '8.7'],
      [4, 'd', false, '20.2'],
    ])
  })

  it('puts the lowest first where lower is better', () => {
    const lower = setting({ higherIsBetter: false })
    const claims = [of('a', '4.2', { setting: lower }), of('b', '3.9', { setting: lower })]
    expect(ranksOf(claims)).toEqual([
      [1, 'b', false, '0'],
      [2, 'a', false, '0.3'],
    ])
  })

  it('has one entry a model and configuration', () => {
    const scaled = ['1', '2', '4'].map((n, i) =>
      of('ce-rm', ['79.8', '81.9', '83.2'][i] ?? '', { configurationKey: n }),
    )
    expect(leaderboard(scaled).entries.map(({ configurationKey }) => configurationKey)).toEqual(['4', '2', '1'])
    expect(leaderboard(scaled).models).toBe(1)
  })

  it.each<[string, Claim[], string]>([
    [
      'the maintainer before the largest',
      [of('a', '90', { evidence: 'VENDOR' }), of('a', '80', { evidence: 'BENCHMARK_MAINTAINER' })],
      '80',
    ],
    [
      'the independent before the vendor',
      [of('a', '90', { evidence: 'VENDOR' }), of('a', '80', { evidence: 'INDEPENDENT' })],
      '80',
    ],
    [
      'the newest of equal evidence',
      [of('a', '90', { publishedAt: '2025-07' }), of('a', '80', { publishedAt: '2026-01' })],
      '80',
    ],
    ['the first key of equal days', [of('a', '80', { key: 'k1' }), of('a', '90', { key: 'k2' })], '80'],
    [
      'what is active before what is historical',
      [of('a', '90', { status: 'HISTORICAL', evidence: 'INDEPENDENT' }), of('a', '80')],
      '80',
    ],
    [
      'what stands before what is retracted',
      [of('a', '90', { status: 'RETRACTED', evidence: 'INDEPENDENT' }), of('a', '80')],
      '80',
    ],
    ['a number before words', [of('a', 'see text', { evidence: 'INDEPENDENT' }), of('a', '80')], '80'],
  ])('ranks by %s', (_, claims, printed) => {
    const { entries } = leaderboard(claims)
    const [entry] = entries
    expect(entries).toHaveLength(1)
    expect(claims.find(({ key }) => key === entry?.observation)?.printed).toBe(printed)
    expect(entry?.observations).toHaveLength(2)
    expect(entry?.observations[0]).toBe(entry?.observation)
  })

  it('is contested where its own claims disagree, not where they round alike', () => {
    expect(leaderboard([of('a', '72.5'), of('a', '72.5'), of('a', '73.1')]).entries[0]?.contested).toBe(true)
    expect(leaderboard([of('a', '63.4'), of('a', '63.43')]).entries[0]?.contested).toBe(false)
    expect(leaderboard([of('a', '63.4'), of('a', '70', { status: 'RETRACTED' })]).entries[0]?.contested).toBe(false)
  })

  it('says why an entry has no rank', () => {
    const unknown = setting({ higherIsBetter: null })
    expect(leaderboard([of('a', '50', { setting: unknown })])).toMatchObject({
      entries: [],
      unranked: [{ because: DIRECTION_UNKNOWN }],
    })
    expect(leaderboard([of('a', '≈')]).unranked).toMatchObject([{ because: NO_NUMBER }])
    expect(leaderboard([of('a', '5', { status: 'SUPERSEDED' })]).unranked).toMatchObject([{ because: WITHDRAWN }])
  })

  it('orders entries by value, with ranks that count who is better, whatever the order of claims', () => {
    const one = fc.record({
      model: fc.constantFrom('a', 'b', 'c', 'd'),
      value: fc.integer({ min: 0, max: 5 }),
      higher: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), fc.boolean(), (list, higher) => {
        const place = setting({ higherIsBetter: higher })
        const claims = list.map(({ model, value }) => of(model, `${value}.0`, { setting: place }))
        const board = leaderboard(claims)
        expect(leaderboard([...claims].reverse())).toEqual(board)
        const value = (key: string) => claims.find((found) => found.key === key)?.value ?? ''
        for (const { rank, observation, gapToLeader, tied } of board.entries) {
          const ahead = (other: { observation: string }) => {
            const order = compare(value(other.observation), value(observation))
            return order === (higher ? 1 : -1)
          }
          expect(rank).toBe(board.entries.filter(ahead).length + 1)
          expect(compare(gapToLeader, '0')).toBe(rank === 1 ? 0 : 1)
          expect(tied).toBe(board.entries.filter((other) => other.rank === rank).length > 1)
        }
      }),
    )
  })
})
