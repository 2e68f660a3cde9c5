// Writes benchmarks.
import { benchmarkIdentity } from '../../domain/names.ts'
import { slugify } from '../../domain/slugs.ts'
import { mergeNodes, type NodeItem } from './merge-nodes.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import type { Writing } from './writing.ts'

/** Database ids of the file's benchmarks by identity. */
export async function writeBenchmarks(writing: Writing): Promise<ReadonlyMap<string, number>> {
  const items = Object.entries(writing.bundle.benchmarks).map(([local, { name, category }]): NodeItem => {
    const identity = benchmarkIdentity(name)
    const base = slugify(name)
    return {
      identity,
      path: ['benchmarks', local],
      properties: { name, category: category ?? null },
      once: { slug: provisionalSlug(base, identity), base_slug: base },
    }
  })
  const spelling = { column: 'name', fold: () => '' }
  const { ids, fresh } = await mergeNodes(writing, { kind: 'benchmark', table: 'benchmark', spelling }, items)
  const bases = new Set(items.filter(({ identity }) => fresh.has(identity)).map(({ once }) => once.base_slug as string))
  await settleNodeSlugs(writing, 'benchmark', bases, fresh)
  return ids
}
