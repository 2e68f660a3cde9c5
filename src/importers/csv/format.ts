// The format csv: any table with a heading, read by a mapping file that says which column is what.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { citedSource } from '../cited-source.ts'
import { BundleBuilder } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import { type Format, type InputRow, Refusal } from '../dump/format.ts'
import { wholeText } from '../dump/input-file.ts'
import { csvInput } from '../dump/table-file.ts'
import { ImportError } from '../import-error.ts'
import { protocolOfShots, saysNothing } from '../protocol.ts'
import type { Cells } from '../text/csv-rows.ts'
import { columnsOf, type From, type Mapping, parseMapping } from './mapping.ts'

function mapRow(
  { value: cells }: InputRow<Cells>,
  builder: BundleBuilder,
  mapping: Mapping,
  at: string,
  asOf: string,
): void {
  if (cells[''] !== undefined) throw new Refusal(null, `more cells than columns: '${cells[''].slice(0, 60)}'`)
  const read = (from: From | undefined): string | undefined => {
    const text = from === undefined ? undefined : typeof from === 'string' ? from : cells[from.column]
    return text === undefined || text.trim() === '' ? undefined : text
  }
  const stated = (known: Record<string, From>) =>
    Object.fromEntries(
      Object.entries(known).flatMap(([name, from]) => (read(from)?.trim() ? [[name, read(from)?.trim() ?? '']] : [])),
    )
  const reportedName = read(mapping.model)
  if (reportedName === undefined) throw new Refusal(mapping.model.column, 'names no model')
  const developer = read(mapping.developer)?.trim()
  const model = builder.model({ name: reportedName, developers: developer ? [builder.organization(developer)] : [] })
  const cited = citedSource(read(mapping.cites?.link), read(mapping.cites?.title))
  const source = cited ? builder.source(cited) : 'page'
  const nativeId = read(mapping.id)?.trim()
  const date = (from: From | undefined) => parsePartialDate(read(from)?.trim() ?? '') ?? undefined
  const [configuration, labels] = [stated(mapping.configuration), stated(mapping.labels)]
  for (const value of mapping.values) {
    const printed = cells[value.column] ?? ''
    const benchmark = read(value.benchmark)?.trim()
    if (benchmark === undefined) throw new Refusal(fieldOf(value.benchmark), 'names no benchmark')
    const direct = Object.fromEntries(
      (['subset', 'metric', 'unit', 'edition'] as const).flatMap((field) =>
        read(value[field]) ? [[field, read(value[field])?.trim() ?? '']] : [],
      ),
    )
    const given = stated({ ...mapping.protocol, ...value.protocol })
    const shots = given.shots === undefined ? null : protocolOfShots(given.shots)
    const sample = read(value.sampleSize)?.trim() ?? ''
    const error = read(value.uncertainty)?.trim()
    const [measuredAt, publishedAt] = [date(mapping.measuredAt), date(mapping.publishedAt)]
    const claim = {
      ...{ model, reportedName, printed },
      ...(source === 'page' ? {} : { source, readFrom: 'page' }),
      setting: builder.setting({
        ...{ benchmark: builder.benchmark(benchmark), ...direct, protocol: { ...given, ...shots?.protocol } },
        ...(value.higherIsBetter ? { higherIsBetter: value.higherIsBetter } : {}),
        ...(value.min === undefined ? {} : { min: value.min }),
        ...(value.max === undefined ? {} : { max: value.max }),
      }),
      locator: { table: at, row: nativeId ?? reportedName, column: value.column },
      ...(Object.keys(configuration).length > 0 ? { configuration } : {}),
      ...(Object.keys(labels).length > 0 || shots?.printed
        ? { labels: { ...labels, ...(shots?.printed ? { shots: shots.printed } : {}) } }
        : {}),
      ...(/^[1-9]\d{0,8}$/.test(sample) ? { sampleSize: Number(sample) } : {}),
      ...(error === undefined || saysNothing(error)
        ? {}
        : { uncertainty: /^[±+[(]/.test(error) ? error : `± ${error}` }),
      ...(read(mapping.evidenceLabel) ? { evidenceLabel: read(mapping.evidenceLabel)?.trim() } : {}),
      ...(read(mapping.context) ? { context: read(mapping.context)?.trim() } : {}),
      ...(measuredAt ? { measuredAt } : {}),
      ...(publishedAt ? { publishedAt } : {}),
    }
    const identity = { series: at, asOf, ...(nativeId === undefined ? {} : { nativeId }) }
    if (mapping.missing.includes(printed.trim()) && printed.trim() !== '') {
      const text = `The column ${value.column} has ${printed.trim()}, which the table writes where it has no value.`
      builder.gap(claim, identity, { code: 'no-value', text }, value.column)
    } else builder.observation(claim, identity, value.column)
  }
}

const fieldOf = (from: From): string => (typeof from === 'string' ? from : from.column)

export const csv: Format<Cells> = {
  name: 'csv',
  unit: () => 'FILE',
  // Which column is what cannot be guessed.
  recognise: () => false,
  async read(dump, { asOf = today(), mapping: path }) {
    if (path === undefined)
      throw new ImportError('BAD_MAPPING', [
        { file: dump.name, line: null, field: null, reason: 'the format csv needs --mapping FILE (docs/importing.md)' },
      ])
    const mapping = parseMapping(await wholeText({ name: path, path, within: path }), path)
    const at = dump.files[0]?.within.split('/').at(-1) ?? dump.name
    const { publisher, slug, ...source } = mapping.source
    let checked = false
    return {
      rows: csvInput(dump, mapping.delimiter),
      builder: () =>
        new BundleBuilder({ ...source, ...(slug ? { slug } : {}) }, publisher ? { name: publisher } : undefined),
      map(row, builder) {
        if (!checked) checkColumns(mapping, row.value, path)
        checked = true
        mapRow(row, builder, mapping, at, asOf)
      },
    }
  },
}

function checkColumns(mapping: Mapping, cells: Cells, file: string): void {
  const items = columnsOf(mapping)
    .filter(({ column }) => !(column in cells))
    .map(({ column, field }) => ({
      file,
      line: null,
      field,
      reason: `the table has no column '${column}'; it has ${Object.keys(cells)
        .filter((name) => name !== '')
        .join(', ')}`,
    }))
  if (items.length > 0) throw new ImportError('BAD_MAPPING', items)
}
