// The format llm-stats: a tree with a folder a model (model.json, benchmarks.json) and a file a benchmark.
import { BundleBuilder } from '../dump/bundle-builder.ts'
import type { Format } from '../dump/format.ts'
import { mapScore, page } from './map.ts'
import { kindOfFile, placeInTree, readCatalogue, readScores, type ScoreRow } from './parse.ts'

export const llmStats: Format<ScoreRow> = {
  name: 'llm-stats',
  unit: () => 'TREE',
  recognise(file, head) {
    const kind = kindOfFile(file.path)
    if (kind === undefined) return false
    if (kind === 'scores') return /"model_benchmark_id"\s*:/.test(head) || /^\s*\[\s*\]\s*$/.test(head)
    if (kind === 'model') return /"model_id"\s*:/.test(head) && /"organization_id"\s*:/.test(head)
    if (kind === 'organization') return /"organization_id"\s*:/.test(head)
    return /"benchmark_id"\s*:/.test(head) && /"max_score"\s*:/.test(head)
  },
  // Where both halves of the tree are there, so is all of it.
  isWhole: (files) => {
    const heads = new Set(files.map(({ path }) => placeInTree(path).split('/')[0]))
    return (
      heads.has('organizations') &&
      heads.has('benchmarks') &&
      files.filter(({ path }) => kindOfFile(path) === 'organization').length > 1
    )
  },
  async read(dump, { asOf }) {
    const { catalogue, faults } = await readCatalogue(dump.files)
    async function* rows() {
      yield* faults
      yield* readScores(dump.files)
    }
    return {
      rows: rows(),
      builder: () => new BundleBuilder({ ...page, ...(asOf ? { retrievedAt: asOf.slice(0, 10) } : {}) }),
      map: (row, builder) => mapScore(row, builder, catalogue, asOf),
    }
  },
}
