// Writes benchmarks, with what is declared of their scores.
import { benchmarkIdentity } from '../../domain/names.ts'
import { joinRules, type ScoreRule } from '../../domain/score-structure.ts'
import { slugify } from '../../domain/slugs.ts'
import type { BundleBenchmark } from '../bundle/format.ts'
import { mergeNodes, type NodeItem } from './merge-nodes.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import { must, type Writing } from './writing.ts'

const either = { blank: false, join: (known: unknown, given: unknown) => known === true || given === true }
const kind = {
  kind: 'benchmark',
  table: 'benchmark',
  spelling: { column: 'name', fold: () => '' },
  gathered: {
    structure: {
      blank: [],
      join: (known: unknown, given: unknown) => joinRules(known as ScoreRule[], given as ScoreRule[]),
    },
    style_trait: either,
    composite_index: either,
  },
} as const

/** Database ids of the file's benchmarks by identity. */
export async function writeBenchmarks(writing: Writing): Promise<ReadonlyMap<string, number>> {
  const items = Object.entries(writing.bundle.benchmarks).map(([local, benchmark]): NodeItem => {
    const { name, category = null, choices = null, styleTrait, compositeIndex } = benchmark
    const identity = benchmarkIdentity(name)
    const base = slugify(name)
    return {
      identity,
      path: ['benchmarks', local],
      properties: {
        ...{ name, category, choices, structure: rulesOf(benchmark) },
        ...{ style_trait: styleTrait ?? null, composite_index: compositeIndex ?? null },
      },
      once: { slug: provisionalSlug(base, identity), base_slug: base },
    }
  })
  const { ids, fresh, filled } = await mergeNodes(
    writing,
    // What a format declares of a benchmark gives way to what is known of it.
    writing.dump ? { ...kind, settled: ['category', 'choices'] } : kind,
    items,
  )
  for (const identity of filled) writing.disturbed.benchmarks.add(must(ids, identity))
  const bases = new Set(items.filter(({ identity }) => fresh.has(identity)).map(({ once }) => once.base_slug as string))
  await settleNodeSlugs(writing, 'benchmark', bases, fresh)
  return ids
}

function rulesOf({ structure = [], errorMetric, elo }: BundleBenchmark): ScoreRule[] {
  return [
    ...structure,
    ...(errorMetric === undefined ? [] : [{ kind: 'complement', of: errorMetric } as const]),
    ...(elo === undefined ? [] : [{ kind: 'elo', ...elo } as const]),
  ]
}
