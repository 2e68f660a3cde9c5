// Which models stand at similar places on the leaderboards that they share. It says nothing about quality.
import type { Claim } from './claim.ts'
import { byCodeUnit } from './content-hash.ts'
import { compare, type Decimal, multiply, sum } from './decimal.ts'

/** Declared on a benchmark: such scores say nothing about likeness in ability. */
export type BenchmarkNature = { benchmark: string; styleTrait?: boolean; compositeIndex?: boolean }

/**
 * `distance`: mean absolute gap in percentile positions, 0 to 100; lower is closer. `shared`: settings in which both stand.
 * `overlap`: these as a part of the settings in which the model asked about has company.
 */
export type SimilarModel = { model: string; distance: number; shared: number; overlap: number }

export type SimilarityOptions = {
  first?: number
  minShared?: number
  minOverlap?: number
  natures?: readonly BenchmarkNature[]
}

/** With fewer independent evaluations than this the published ones are compared. */
const FEWEST_INDEPENDENT = 3

/**
 * The closest models first; ties by more shared settings, then slug. `claims`: all claims of every setting that `model` has
 * one in. A position is the part of the other models in the setting that lie below, half of the equal ones counted, so the
 * best has 100 and the worst 0. Left out: settings of unknown direction (no positions), style traits, composite indices,
 * retracted and superseded claims. If the model has three settings or more with independent evaluations of itself and of others, only
 * such evaluations count, for all positions; else all published ones. So one list never mixes the two.
 */
export function similarModels(
  model: string,
  claims: readonly Claim[],
  options: SimilarityOptions = {},
): SimilarModel[] {
  const { first = 10, minShared = 3, minOverlap = 0.6, natures = [] } = options
  const excluded = new Set(
    natures.filter((one) => one.styleTrait || one.compositeIndex).map(({ benchmark }) => benchmark),
  )
  const usable = claims.filter(({ setting, status, value }) => {
    const withdrawn = status === 'RETRACTED' || status === 'SUPERSEDED'
    return value !== null && !withdrawn && setting.higherIsBetter !== null && !excluded.has(setting.benchmark)
  })
  const independent = boardsOf(
    model,
    usable.filter(({ evidence }) => evidence === 'INDEPENDENT'),
  )
  const boards = independent.length >= FEWEST_INDEPENDENT ? independent : boardsOf(model, usable)
  const gaps = new Map<string, number[]>()
  for (const board of boards) {
    const own = board.get(model) ?? 0
    for (const [other, position] of board) {
      if (other !== model) gaps.set(other, [...(gaps.get(other) ?? []), Math.abs(position - own)])
    }
  }
  return [...gaps]
    .map(([other, list]): SimilarModel => {
      const distance = withoutNoise(list.reduce((total, gap) => total + gap, 0) / list.length)
      return { model: other, distance, shared: list.length, overlap: list.length / boards.length }
    })
    .filter(({ shared, overlap }) => shared >= minShared && overlap >= minOverlap)
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || byCodeUnit(a.model, b.model))
    .slice(0, first)
}

/** Binary fractions differ in the last places where the numbers are equal; ties must not be broken by that. */
const withoutNoise = (distance: number): number => Math.round(distance * 1e9) / 1e9

/**
 * The positions under one setting: among all published values, and among independent evaluations; empty where fewer than
 * two models stand. `claims`: all claims under it.
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

/** Percentile positions by model, one map a setting in which `model` and another one stand, in the order of keys. */
function boardsOf(model: string, claims: readonly Claim[]): Map<string, number>[] {
  const settings = new Map<string, { higher: boolean; values: Map<string, Decimal[]> }>()
  for (const { model: other, setting, value } of claims) {
    if (value === null || setting.higherIsBetter === null) continue
    const board = settings.get(setting.key) ?? { higher: setting.higherIsBetter, values: new Map() }
    settings.set(setting.key, board)
    const values = board.values.get(other)
    if (values) values.push(value)
    else board.values.set(other, [value])
  }
  return [...settings]
    .filter(([, { values }]) => values.has(model) && values.size > 1)
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, { higher, values }]) => positions(values, higher))
}

/** Repeated values of a model count by their mean, compared exactly. */
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
