// The format epoch: CSV tables of Epoch AI, one a benchmark, with model_versions.csv and benchmarks_runs.csv.
import { BundleBuilder, type SourceEntry } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import type { Format } from '../dump/format.ts'
import { csvInput } from '../dump/table-file.ts'
import type { Cells } from '../text/csv-rows.ts'
import { benchmarkOf, fileName, readColumns } from './columns.ts'
import { mapScores, type Table } from './map-benchmark.ts'
import { mapRun, mapVersion } from './map-others.ts'

/** As Epoch publishes it: the data under CC BY. */
const page: SourceEntry = {
  ...{ kind: 'AGGREGATOR', title: 'Epoch AI Benchmarking Hub', slug: 'epoch-ai-benchmarking-hub' },
  ...{ url: 'https://epoch.ai/benchmarks', license: 'CC BY 4.0', attribution: 'Epoch AI, epoch.ai' },
}

const headingOf = (head: string) => head.replace(/^\ufeff/, '').split(/\r?\n/)[0] ?? ''
const isRuns = (columns: readonly string[]) =>
  columns.includes('task') && columns.includes('Best score (across scorers)')
const isVersions = (columns: readonly string[]) => columns.includes('Version release date') && columns.includes('id')

export const epoch: Format<Cells> = {
  name: 'epoch',
  unit: () => 'FILE',
  recognise(file, head) {
    const columns = headingOf(head).split(',')
    if (isRuns(columns) || isVersions(columns)) return true
    return (
      /^external_benchmark_.+\.csv(?:\.gz)?$/.test(fileName(file.path)) &&
      columns.some((name) => /^(?:Name|Agent|Model|Model version)$/.test(name))
    )
  },
  read(dump, { asOf = today() }) {
    let table: Table | null = null
    return {
      rows: csvInput(dump),
      builder: () => new BundleBuilder(page, { name: 'Epoch AI' }),
      map(row, builder) {
        const heading = Object.keys(row.value).filter((name) => name !== '')
        if (isRuns(heading)) return mapRun(row, builder, asOf)
        if (isVersions(heading)) return mapVersion(row, builder)
        const file = dump.files[0]?.within ?? row.file
        const benchmark = benchmarkOf(file)
        table ??= { file, benchmark, columns: readColumns(benchmark, heading), asOf }
        return mapScores(row, builder, table)
      },
    }
  },
}
