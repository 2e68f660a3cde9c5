// The format benchmark-radar: a curated YAML file of values as printed, each with instrument, protocol and who reports it.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { isEntry } from '../bundle/schema-walk.ts'
import { readYaml } from '../bundle/yaml-document.ts'
import { citedSource } from '../cited-source.ts'
import { BundleBuilder, type SourceEntry } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import { type Format, type InputRow, Refusal } from '../dump/format.ts'
import { wholeText } from '../dump/input-file.ts'
import { ImportError } from '../import-error.ts'
import { protocolOfText } from '../protocol.ts'

type Entry = Record<string, unknown>

const page: SourceEntry = {
  ...{
    kind: 'AGGREGATOR',
    title: 'Benchmark Radar',
    slug: 'benchmark-radar',
    url: 'https://github.com/ktwu01/benchmark-radar',
  },
  ...{ license: 'MIT', attribution: 'Benchmark Radar' },
}

const text = (entry: Entry | undefined, field: string): string | undefined => {
  const value = entry?.[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function mapResult(
  { value: entry }: InputRow<Entry>,
  builder: BundleBuilder,
  metrics: ReadonlyMap<string, Entry>,
  asOf: string,
): void {
  const needed = (field: string): string => {
    const found = text(entry, field)
    if (found === undefined) throw new Refusal(field, 'is not there')
    return found
  }
  const id = needed('benchmark_id')
  const reportedName = needed('model')
  const sourceId = needed('source_id')
  const declared = metrics.get(id)
  const instrument = text(entry, 'instrument')
  const organization = text(entry, 'organization')
  const reporter = text(entry, 'reported_by') ?? organization
  const direction = text(declared, 'direction')
  const source = builder.source({
    ...(citedSource(text(entry, 'url'), sourceId) ?? { kind: 'OTHER' as const, title: sourceId }),
    ...(reporter ? { publisher: builder.organization(reporter) } : {}),
  })
  const publishedAt = parsePartialDate(text(entry, 'reported_at') ?? '') ?? undefined
  const readFrom = text(entry, 'read_from')
  builder.observation(
    {
      model: builder.model({
        name: reportedName,
        developers: organization ? [builder.organization(organization)] : [],
      }),
      ...{ reportedName, source, readFrom: 'page', printed: text(entry, 'value') ?? '' },
      setting: builder.setting({
        benchmark: builder.benchmark(id),
        ...(instrument && instrument !== id ? { edition: instrument } : {}),
        ...(text(declared, 'metric') ? { metric: text(declared, 'metric') } : {}),
        ...(text(declared, 'unit') ? { unit: text(declared, 'unit') } : {}),
        ...(direction ? { higherIsBetter: String(direction === 'higher_is_better') } : {}),
        // "as reported": the source was read, and says nothing of it.
        protocol: protocolOfText(text(entry, 'protocol') === 'as reported' ? null : text(entry, 'protocol')),
      }),
      locator: { table: sourceId, row: reportedName, column: instrument ?? id },
      ...(publishedAt ? { publishedAt } : {}),
      ...(readFrom ? { context: `Read from: ${readFrom}` } : {}),
      ...(text(entry, 'reported_by') && text(entry, 'reported_by') !== organization
        ? { evidence: 'OTHER_DEVELOPER' as const }
        : {}),
    },
    { series: 'benchmark_scores', asOf },
    'value',
  )
}

export const benchmarkRadar: Format<Entry> = {
  name: 'benchmark-radar',
  unit: () => 'FILE',
  recognise: ({ path }, head) =>
    /\.ya?ml(?:\.gz)?$/i.test(path) && /\bbenchmark_id:/.test(head) && /^benchmarks:|^results:/m.test(head),
  async read(dump, { asOf = today() }) {
    const [file] = dump.files
    if (!file) throw new TypeError('a dump without a file')
    const { value, lineOf } = readYaml(await wholeText(file), file.name)
    const listIn = (field: string) => (isEntry(value) && Array.isArray(value[field]) ? value[field] : [])
    if (listIn('results').length === 0)
      throw new ImportError('BROKEN_FILE', [
        { file: file.name, line: null, field: 'results', reason: 'has no list of results' },
      ])
    const metrics = new Map(
      listIn('benchmarks')
        .filter(isEntry)
        .map((entry) => [text(entry, 'benchmark_id') ?? '', entry]),
    )
    async function* rows(): AsyncGenerator<InputRow<Entry>> {
      for (const [index, entry] of listIn('results').entries()) {
        yield { file: file?.name ?? '', line: lineOf(['results', index]), value: isEntry(entry) ? entry : {} }
      }
    }
    return {
      rows: rows(),
      builder: () => new BundleBuilder(page),
      map: (row, builder) => mapResult(row, builder, metrics, asOf),
    }
  },
}
