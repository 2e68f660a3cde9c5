// What a row of a benchmark's table says: the source that it cites claims the scores, Epoch's table is where we read them.
import { readPrinted } from '../../domain/printed-number.ts'
import { citedSource } from '../cited-source.ts'
import type { BundleBuilder } from '../dump/bundle-builder.ts'
import { type InputRow, Refusal } from '../dump/format.ts'
import { spelledAlike } from '../names-alike.ts'
import { protocolOfShots, saysNothing } from '../protocol.ts'
import type { Cells } from '../text/csv-rows.ts'
import { choicesOf } from './choices.ts'
import { type Column, fileName } from './columns.ts'
import { missingValue } from './sentinels.ts'

export interface Table {
  file: string
  benchmark: string
  columns: ReadonlyMap<string, Column>
  asOf: string
}

type Kind = Exclude<Column['is'], 'score' | 'configuration'>

export function mapScores({ value: cells }: InputRow<Cells>, builder: BundleBuilder, table: Table): void {
  if (cells[''] !== undefined) throw new Refusal(null, `more cells than columns: '${cells[''].slice(0, 60)}'`)
  const columns = [...table.columns]
  const text = (kind: Kind): string => {
    const column = columns.find(([name, { is }]) => is === kind && (cells[name] ?? '').trim() !== '')
    return column === undefined ? '' : (cells[column[0]] ?? '')
  }
  const version = text('version').trim()
  const reportedName = text('name').trim() === '' ? version : text('name')
  if (reportedName === '') throw new Refusal('Model version', 'names no model, and neither does the column Name')
  const shots = protocolOfShots(text('shots'))
  const hasShots = columns.some(([, { is }]) => is === 'shots')
  const cited = citedSource(text('link'), text('source'))
  const source = cited ? builder.source(cited) : 'page'
  const configuration = Object.fromEntries(
    columns.flatMap(([name, column]) => {
      const value = cells[name]?.trim() ?? ''
      return column.is === 'configuration' && value !== '' ? [[column.name, value]] : []
    }),
  )
  // Epoch lists the version; the name is what the cited source prints. Where Epoch gives no version, only that is known.
  const model =
    version === ''
      ? builder.model({ name: reportedName }, source)
      : builder.model({
          name: version,
          aliases: spelledAlike(reportedName, version) ? [{ name: reportedName, source }] : [],
        })
  const id = text('id').trim()
  const sample = text('sample').trim()
  const notes = text('notes').trim()
  const at = fileName(table.file)
  for (const [name, column] of columns) {
    if (column.is !== 'score') continue
    const printed = cells[name] ?? ''
    const error = column.uncertainty === undefined ? '' : (cells[column.uncertainty] ?? '').trim()
    const read = readPrinted(printed)
    const unit = read.percent ? '%' : /^\s*\$/.test(printed) ? '$' : undefined
    const claim = {
      ...{ model, reportedName, source, printed },
      setting: builder.setting({
        benchmark: builder.benchmark(table.benchmark, undefined, choicesOf(table.benchmark)),
        metric: column.metric,
        ...(column.subset === undefined ? {} : { subset: column.subset }),
        ...(unit === undefined ? {} : { unit }),
        protocol: hasShots ? shots.protocol : {},
      }),
      ...(source === 'page' ? {} : { readFrom: 'page' }),
      locator: { table: at, ...(id === '' ? { row: reportedName } : { row: id }), column: name },
      ...(Object.keys(configuration).length > 0 ? { configuration } : {}),
      ...(shots.printed === null ? {} : { labels: { Shots: shots.printed } }),
      ...(/^\d+$/.test(sample) ? { sampleSize: Number(sample) } : {}),
      ...(error === '' ? {} : { uncertainty: `± ${error} (SE)` }),
      ...(notes === '' || saysNothing(notes) ? {} : { context: notes }),
    }
    const identity = { series: at, asOf: table.asOf, ...(id === '' ? {} : { nativeId: id }) }
    const missing = missingValue(name, printed)
    if (missing) builder.gap(claim, identity, missing, name)
    else builder.observation(claim, identity, name)
  }
}
