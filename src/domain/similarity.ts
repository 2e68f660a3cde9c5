// Which models stand at similar places on the leaderboards that they share. It says nothing about quality.
import type { Claim } from './claim.ts'
import { compare, type Decimal, multiply, sum } from './decimal.ts'

/**
 * A model that stands at similar places: with the one asked about it shares settings, on whose boards both have a percentile
 * position. The closest models come first; ties by more shared settings, then by slug. Left out: settings of unknown
 * direction, or with one model alone (no positions), style traits and composite indices, which say nothing about likeness
 * in ability. If the model asked about has three settings or more with independent evaluations of itself and of others,
 * only such evaluations count, for all positions; else all published ones. So one list never mixes the two.
 * What is served follows these rules over the kept positions: `similarTo` in src/loaders/standings.ts.
 *
 * `distance`: mean absolute gap in percentile positions, 0 to 100; lower is closer. `shared`: settings in which both stand.
 * `overlap`: these as a part of the settings in which the model asked about has company.
 */
export type SimilarModel = { model: string; distance: number; shared: number; overlap: number }

/**
 * The positions under one setting: among all published values, and among independent evaluations; empty where fewer than
 * two models stand, or the direction is not known. Retracted and superseded claims don't count. `claims`: all claims under it.
 */
export function percentilePositions(claims: readonly Claim[]): {
  published: Map<string, number>
  independent: Map<string, number>
} {
  const among = (some: readonly Claim[]) => {
    const [higher, values] = [some[0]?.setting.higherIsBetter ?? null, new Map<string, Decimal[]>()]
    for (const { model, value } of some) if (value !== null) values.set(model, [...(values.get(model) ?? []), value])
    return higher === null || values.size < 2 ? new Map<string, number>() : positions(values, higher)
  }
  const standing = claims.filter(
    ({ status, value }) => value !== null && status !== 'RETRACTED' && status !== 'SUPERSEDED',
  )
  return {
    published: among(standing),
    independent: among(standing.filter(({ evidence }) => evidence === 'INDEPENDENT')),
  }
}

/**
 * The part of the other models that lie below, half of the equal ones counted, so the best has 100 and the worst 0. Repeated
 * values of a model count by their mean, compared exactly.
 */
export function positions(
  values: ReadonlyMap<string, readonly Decimal[]>,
  higherIsBetter: boolean,
): Map<string, number> {
  const means = [...values].map(([model, list]) => ({ model, total: sum(list), n: String(list.length) }))
  const order = (a: (typeof means)[number], b: (typeof means)[number]) =>
    compare(multiply(a.total, b.n), multiply(b.total, a.n)) * (higherIsBetter ? 1 : -1)
  means.sort(order)
  const others = Math.max(means.length - 1, 1)
  const result = new Map<string, number>()
  for (let start = 0, end = 0; start < means.length; start = end) {
    const tied = means[start]
    while (end < means.length && tied && order(means[end] ?? tied, tied) === 0) end++
    const position = (100 * (start + (end - start - 1) / 2)) / others
    for (const { model } of means.slice(start, end)) result.set(model, position)
  }
  return result
}
