// How large the synthetic graph is, how skewed, and which parts of it the queries ask for.

export const SEED = 20_260_730

export const models = 20_000
export const settings = 5_000
export const benchmarks = 400
export const sources = 20_000
export const authors = 50_000
export const authorships = 120_000

export const scales = { '100k': 100_000, '1m': 1_000_000 } as const
export type Scale = keyof typeof scales

/** One note for five observations: 200k at a million. */
export const notesPerObservations = 5

// The first 100,000 observations are the same at every scale. They hold all that is hot and all that the queries ask
// for; whatever follows goes to other models, settings and sources. So a page has the same rows at 100k and at 1M.

/** Five sources with 10,000 observations each: ids 1 to 5. */
export const hotSources = { count: 5, each: 10_000 }
/** Five models with 5,000 observations each, all from the hot sources: ids 1 to 5. */
export const hotModels = { count: 5, each: 5_000 }
/** One setting with 20,000 observations, all from the hot sources. */
export const hotSetting = 1

/** Models with a page of 60 observations, each from a paper of its own: ids 6 to 15. */
export const pageModels = { first: 6, count: 10, each: 60 }
/** A hundred models whose slugs come first, with 30 observations each: ids 16 to 115. */
export const firstModels = { first: 16, count: 100, each: 30 }
/** An author of twelve sources: the first hot one, and eleven papers with 40 observations each. */
export const prolific = { author: 1, firstSource: 6, papers: 11, each: 40 }
/** Papers for the pages of models. */
export const pagePapers = { first: 17, count: 83 }
/** A benchmark of 15,000 observations in twelve settings, of which four in five are reported by vendors. */
export const deepBenchmark = { id: 2, firstSetting: 2, settings: 12, observations: 15_000 }

export const tail = { firstModel: 116, firstSetting: 14, firstSource: 100 }

export const slugOf = {
  pageModel: 'larkspur-7b-6',
  prolificAuthor: 'researcher-1',
  deepBenchmark: 'benchmark-2',
}
