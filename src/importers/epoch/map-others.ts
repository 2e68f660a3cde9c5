// Epoch's own runs of benchmarks, and its list of model versions.
import { parsePartialDate } from '../../domain/partial-date.ts'
import type { BundleBuilder } from '../dump/bundle-builder.ts'
import { type InputRow, Refusal } from '../dump/format.ts'
import type { Cells } from '../text/csv-rows.ts'
import { fileName } from './columns.ts'

const cell = (cells: Cells, name: string) => cells[name]?.trim() ?? ''

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** "17 November 2025 4:28pm" -> "2025-11-17". */
export function dayOfRun(text: string): string | undefined {
  const match = /^(\d{1,2}) (\w+) (\d{4})\b/.exec(text)
  const month = MONTHS.indexOf(match?.[2] ?? '') + 1
  if (!match || month === 0) return undefined
  return parsePartialDate(`${match[3]}-${String(month).padStart(2, '0')}-${match[1]?.padStart(2, '0')}`) ?? undefined
}

const BEST = 'Best score (across scorers)'
const SCORER = /^([^:,]+):(.+)$/

/** A run: its best score, and what each scorer gave ("choice:0.85±0.02"). */
export function mapRun({ value: cells, file }: InputRow<Cells>, builder: BundleBuilder, asOf: string): void {
  const [id, task, name] = [cell(cells, 'id'), cell(cells, 'task'), cell(cells, 'model')]
  if (task === '') throw new Refusal('task', 'names no benchmark')
  if (name === '') throw new Refusal('model', 'names no model')
  const status = cell(cells, 'Status')
  if (status !== '' && status !== 'Success')
    throw new Refusal('Status', `the run is marked '${status}', so its score is none`)
  const edition = cell(cells, 'task version')
  const model = builder.model({ name })
  const measuredAt = dayOfRun(cell(cells, 'started_at'))
  const log = cell(cells, 'log viewer') || cell(cells, 'logs')
  const at = fileName(file)
  const claim = (metric: string, printed: string, column: string) =>
    builder.observation(
      {
        ...{ model, reportedName: cells.model ?? name, printed },
        setting: builder.setting({ benchmark: builder.benchmark(task), metric, ...(edition ? { edition } : {}) }),
        locator: { table: at, row: id || name, column },
        ...(measuredAt ? { measuredAt } : {}),
        ...(log ? { context: `Log: ${log}` } : {}),
      },
      { series: at, asOf, ...(id ? { nativeId: id } : {}) },
      column,
    )
  claim('best score across scorers', cell(cells, BEST), BEST)
  const scores = cell(cells, 'Scores')
  for (const part of scores === '' ? [] : scores.split(',')) {
    const [, scorer, printed] = SCORER.exec(part.trim()) ?? []
    if (scorer === undefined || printed === undefined)
      throw new Refusal('Scores', `can't be read: '${part}' (expected scorer:value)`)
    claim(scorer, printed, `Scores ${scorer}`)
  }
}

const HUB = /^https:\/\/huggingface\.co\/([\w.-]+\/[\w.-]+)\/?$/

/** A version of a model: of what model, since when, and where it is kept. */
export function mapVersion({ value: cells }: InputRow<Cells>, builder: BundleBuilder): void {
  const id = cell(cells, 'id')
  if (id === '') throw new Refusal('id', 'names no model version')
  const huggingFaceId = HUB.exec(cell(cells, 'Link'))?.[1]
  const model = builder.model({ name: id, ...(huggingFaceId ? { huggingFaceId } : {}) })
  builder.about(model, 'id')
  const fact = (property: string, value: string) =>
    value === '' ? undefined : builder.fact(model, { property, value })
  fact('versionOf', cell(cells, 'Model'))
  fact('releaseDate', cell(cells, 'Version release date').replaceAll('/', '-'))
  fact('displayName', cell(cells, 'Display name'))
  fact('notes', cell(cells, 'Notes'))
  if (huggingFaceId === undefined) fact('link', cell(cells, 'Link'))
}
