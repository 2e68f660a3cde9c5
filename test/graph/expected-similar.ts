// Similar models worked out with plain numbers, as the evidence page explains them, for tests to hold the graph's against.
import type { Database } from '../../src/db/client.ts'

export interface Score {
  model: string
  setting: string
  value: number
  independent: boolean
}

export interface Similar {
  model: { slug: string }
  distance: number
  shared: number
  overlap: number
}

/** Every score that can tell of likeness. */
export async function comparableScores(db: Pick<Database, 'pool'>): Promise<Score[]> {
  const { rows } = await db.pool.query<Score>(`
    SELECT o.model_slug AS model, t.key AS setting, o.value::float8 AS value,
      o.evidence = 'INDEPENDENT' AS independent
    FROM observation o JOIN setting t ON t.id = o.setting_id JOIN benchmark b ON b.id = t.benchmark_id
    WHERE t.higher_is_better IS NOT NULL AND o.value IS NOT NULL AND o.status NOT IN ('RETRACTED', 'SUPERSEDED')
      AND NOT b.style_trait AND NOT b.composite_index`)
  return rows
}

/**
 * The place of each model on one board, by the mean of its values; equal means are those that floats can't tell apart. Which
 * end is the better one makes no difference to distances.
 */
function placesOn(scores: readonly Score[]): Map<string, number> {
  const models = [...new Set(scores.map(({ model }) => model))]
  const means = models.map((model) => {
    const own = scores.filter((score) => score.model === model).map(({ value }) => value)
    return { model, mean: own.reduce((a, b) => a + b) / own.length }
  })
  return new Map(
    means.map(({ model, mean }) => {
      const below = means.filter((one) => one.mean < mean - 1e-9).length
      const equal = means.filter((one) => Math.abs(one.mean - mean) <= 1e-9).length - 1
      return [model, (100 * (below + equal / 2)) / (means.length - 1)]
    }),
  )
}

/** A board a setting in which the model and another one stand. */
function boardsOf(scores: readonly Score[], model: string): Map<string, number>[] {
  const settings = [...new Set(scores.filter((score) => score.model === model).map(({ setting }) => setting))]
  return settings
    .map((setting) => placesOn(scores.filter((score) => score.setting === setting)))
    .filter((places) => places.size > 1)
}

/** Those similar to a model, at most a hundred, with six digits of distance. */
export function expectedSimilar(
  scores: readonly Score[],
  model: string,
  { minShared = 3, minOverlap = 0.6 } = {},
): Similar[] {
  const independent = boardsOf(
    scores.filter((score) => score.independent),
    model,
  )
  const boards = independent.length >= 3 ? independent : boardsOf(scores, model)
  const gaps = new Map<string, number[]>()
  for (const places of boards) {
    for (const [other, place] of places) {
      const gap = Math.abs(place - (places.get(model) as number))
      if (other !== model) gaps.set(other, [...(gaps.get(other) ?? []), gap])
    }
  }
  return [...gaps]
    .map(([slug, list]) => ({
      model: { slug },
      distance: Number((list.reduce((a, b) => a + b) / list.length).toFixed(6)),
      ...{ shared: list.length, overlap: list.length / boards.length },
    }))
    .filter(({ shared, overlap }) => shared >= minShared && overlap >= minOverlap)
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.model.slug < b.model.slug ? -1 : 1))
    .slice(0, 100)
}
