// Tasks of Papers with Code: task, data sets, rows of models with metrics as text and the paper of each.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { citedSource } from '../cited-source.ts'
import type { BundleBuilder, SourceEntry } from '../dump/bundle-builder.ts'
import { FileFault, type InputRow, Refusal } from '../dump/format.ts'
import { describe, isObject, listIn, textIn } from '../text/json-fields.ts'
import { JsonNumber, type JsonObject, type JsonValue, lineOf } from '../text/json-text.ts'

export const page: SourceEntry = {
  ...{ kind: 'AGGREGATOR', title: 'Papers with Code', slug: 'papers-with-code', url: 'https://paperswithcode.com' },
  ...{ license: 'CC BY-SA 4.0', attribution: 'Papers with Code' },
}

export interface SotaRow {
  row: JsonObject
  task: string
  dataset: string
  /** Of a data set that is divided: which part. */
  part: string | undefined
  /** "Natural language inference > SNLI". */
  at: string
  /** Where the table has several rows of this name: which of them, by its date, else by its number. */
  entry: string | null
}

/** The rows of a task, its data sets, their parts and its subtasks. */
export function* rowsOfTask(file: string, value: JsonValue): Generator<InputRow<SotaRow> | FileFault> {
  const task = textIn(value, 'task')
  if (!isObject(value) || task === undefined)
    return yield new FileFault(
      file,
      lineOf(value),
      `must be a task with a name, not ${isObject(value) ? 'one without' : describe(value)}`,
    )
  for (const dataset of listIn(value, 'datasets')) yield* rowsOfDataset(file, dataset, task, undefined)
  for (const subtask of listIn(value, 'subtasks')) yield* rowsOfTask(file, subtask)
}

function* rowsOfDataset(
  file: string,
  value: JsonValue,
  task: string,
  of: string | undefined,
): Generator<InputRow<SotaRow> | FileFault> {
  const name = textIn(value, 'dataset') ?? textIn(value, 'subdataset')
  if (!isObject(value) || name === undefined)
    return yield new FileFault(file, lineOf(value), `a data set of '${task}' has no name`)
  const dataset = of ?? name
  const part = of === undefined ? undefined : name
  const at = [task, dataset, part].filter((step) => step !== undefined).join(' > ')
  const sota = isObject(value.sota) ? value.sota : {}
  const rows = listIn(sota, 'rows')
  const names = new Map<string, number>()
  for (const row of rows)
    names.set(textIn(row, 'model_name') ?? '', (names.get(textIn(row, 'model_name') ?? '') ?? 0) + 1)
  for (const [index, row] of rows.entries()) {
    const repeated = (names.get(textIn(row, 'model_name') ?? '') ?? 0) > 1
    const entry = repeated ? (textIn(row, 'paper_date') ?? `row ${index + 1}`) : null
    if (isObject(row)) yield { file, line: lineOf(row), value: { row, task, dataset, part, at, entry } }
    else yield new FileFault(file, lineOf(value, 'sota'), `a row of '${at}' must be an object, not ${describe(row)}`)
  }
  for (const inside of listIn(value, 'subdatasets')) yield* rowsOfDataset(file, inside, task, dataset)
}

/** Sizes and settings that are printed among the metrics. */
const NO_METRIC =
  /^(?:(?:#|number of)? ?params?(?:eters)?|model size|size|extra (?:training )?data|parser|code|year)\b/i

export function mapRow(
  { value: { row, task, dataset, part, at, entry } }: InputRow<SotaRow>,
  builder: BundleBuilder,
  asOf: string,
): void {
  const reportedName = textIn(row, 'model_name')
  if (reportedName === undefined) throw new Refusal('model_name', `must name a model, not ${describe(row.model_name)}`)
  if (!isObject(row.metrics)) throw new Refusal('metrics', `must be an object, not ${describe(row.metrics)}`)
  const cited = citedSource(textIn(row, 'paper_url'), textIn(row, 'paper_title'))
  const publishedAt = parsePartialDate(textIn(row, 'paper_date') ?? '') ?? undefined
  const source = cited ? builder.source({ ...cited, kind: cited.kind === 'OTHER' ? 'PAPER' : cited.kind }) : 'page'
  const model = builder.model({ name: reportedName })
  const benchmark = builder.benchmark(dataset, task)
  // "Anonymous" and "BERT (single model)" are entered again and again: each entry is a system of its own.
  const extra: Record<string, string> = {
    ...(row.uses_additional_data === true ? { 'additional data': 'true' } : {}),
    ...(entry === null ? {} : { entry }),
  }
  const rest = Object.fromEntries(
    Object.entries(row.metrics).flatMap(([name, value]) =>
      NO_METRIC.test(name) && textIn(row.metrics, name)
        ? [[name, String(value instanceof JsonNumber ? value.text : value)]]
        : [],
    ),
  )
  for (const [metric, value] of Object.entries(row.metrics)) {
    if (NO_METRIC.test(metric)) continue
    if (value !== null && typeof value !== 'string' && !(value instanceof JsonNumber))
      throw new Refusal(`metrics.${metric}`, `must be a text, not ${describe(value)}`)
    builder.observation(
      {
        ...{ model, reportedName, source, printed: value instanceof JsonNumber ? value.text : (value ?? '') },
        ...(source === 'page' ? {} : { readFrom: 'page' }),
        setting: builder.setting({ benchmark, metric, ...(part === undefined ? {} : { subset: part }) }),
        locator: { table: at, row: reportedName, column: metric },
        ...(Object.keys(extra).length > 0 ? { configuration: extra } : {}),
        ...(Object.keys(rest).length > 0 ? { labels: rest } : {}),
        ...(publishedAt ? { publishedAt } : {}),
      },
      { series: at, asOf },
      `metrics.${metric}`,
    )
  }
}
