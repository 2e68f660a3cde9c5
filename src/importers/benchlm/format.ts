// The format benchlm: a profile of BenchLM, saved as Markdown: tables that the page transcribes from their publishers.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { citedSource } from '../cited-source.ts'
import { BundleBuilder, type SourceEntry } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import { FileFault, type Format, type InputRow } from '../dump/format.ts'
import { wholeText } from '../dump/input-file.ts'
import { linkIn, type MarkdownTable, markdownTables } from '../text/markdown-tables.ts'

interface ProfileRow {
  table: MarkdownTable
  cells: string[]
  benchmark: string
}

interface Profile {
  page: SourceEntry
  updatedAt: string | undefined
  tables: MarkdownTable[]
}

function readProfile(text: string): Profile {
  const title = /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? 'BenchLM profile'
  const url = /^Canonical page:\s*(\S+)/m.exec(text)?.[1]
  const updatedAt = parsePartialDate(/^Last updated:\s*(\S+)/m.exec(text)?.[1] ?? '') ?? undefined
  return {
    page: {
      kind: 'AGGREGATOR',
      title,
      ...(url && URL.canParse(url) ? { url } : {}),
      ...(updatedAt ? { updatedAt } : {}),
    },
    updatedAt,
    tables: markdownTables(text).filter(({ above }) => benchmarkOf(above) !== undefined),
  }
}

/** "[Full JudgeBench results](/benchmarks/judgebench)" names the benchmark of the table below it. */
const benchmarkOf = (above: readonly string[]): string | undefined =>
  /\[Full (.+?) results\]\(/.exec(above.join('\n'))?.[1]

function mapRow(
  { value: { table, cells, benchmark } }: InputRow<ProfileRow>,
  builder: BundleBuilder,
  asOf: string,
): void {
  const above = table.above.join('\n')
  const { url } = linkIn(/\[Published source\]\([^)]+\)/.exec(above)?.[0] ?? '')
  // "Title — authors. Numeric results transcribed …": the credit line names the work.
  const credit = table.above
    .map((line) => /^(.+?) \u2014 .+\btranscribed\b/.exec(line)?.[1])
    .find((found) => found !== undefined)
  const cited = citedSource(url, url && /arxiv\.org/.test(url) ? credit : undefined)
  const source = cited ? builder.source(cited) : 'page'
  const [reportedName = ''] = cells
  const labels: Record<string, string> = {}
  const values: { name: string; printed: string }[] = []
  table.columns.slice(1).forEach((name, index) => {
    const printed = cells[index + 1] ?? ''
    if (/\(%\)$/.test(name) || /^[-+]?[\d.,]+ ?%?$/.test(printed)) values.push({ name, printed })
    else if (printed !== '') labels[name] = printed
  })
  const accuracy = /\bAccuracy is a percentage\b/.test(above)
  const split = /\b(\S+) response split\b\./.exec(above)?.[1]
  for (const { name, printed } of values) {
    const percent = /\s*\(%\)$/.test(name)
    builder.observation(
      {
        ...{ model: builder.model({ name: reportedName }, source), reportedName, printed, source },
        ...(source === 'page' ? {} : { readFrom: 'page' }),
        setting: builder.setting({
          benchmark: builder.benchmark(benchmark),
          subset: name.replace(/\s*\(%\)$/, ''),
          ...(accuracy ? { metric: 'accuracy' } : {}),
          ...(percent ? { unit: '%' } : {}),
          protocol: split ? { 'response split': split } : {},
        }),
        locator: { ...(table.heading ? { table: table.heading } : {}), row: reportedName, column: name },
        ...(Object.keys(labels).length > 0 ? { labels } : {}),
      },
      { series: table.heading ?? benchmark, asOf },
      name,
    )
  }
}

export const benchlm: Format<ProfileRow> = {
  name: 'benchlm',
  unit: () => 'FILE',
  recognise: (_, head) =>
    /^Canonical page: https:\/\/benchlm\.ai\//m.test(head) || /^## Original benchmark results$/m.test(head),
  async read(dump, { asOf }) {
    const [file] = dump.files
    if (!file) throw new TypeError('a dump without a file')
    const { page, updatedAt, tables } = readProfile(await wholeText(file))
    async function* rows(): AsyncGenerator<InputRow<ProfileRow> | FileFault> {
      if (tables.length === 0) yield new FileFault(file?.name ?? '', null, 'has no table of original results')
      for (const table of tables) {
        for (const { cells, line } of table.rows) {
          const place = { file: file?.name ?? '', line }
          if (cells.length === table.columns.length)
            yield { ...place, value: { table, cells, benchmark: benchmarkOf(table.above) ?? '' } }
          else
            yield new FileFault(place.file, line, `${cells.length} cells in a table of ${table.columns.length} columns`)
        }
      }
    }
    return {
      rows: rows(),
      builder: () => new BundleBuilder(page, { name: 'BenchLM' }),
      map: (row, builder) => mapRow(row, builder, asOf ?? updatedAt ?? today()),
    }
  },
}
