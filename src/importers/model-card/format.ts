// The format model-card: Hugging Face's README.md with a model-index, and .eval_results/*.yaml.
import { citedSource } from '../cited-source.ts'
import { BundleBuilder } from '../dump/bundle-builder.ts'
import { dumpDate, today } from '../dump/dump-date.ts'
import { FileFault, type Format, type InputRow, Refusal } from '../dump/format.ts'
import { protocolOfText, saysNothing } from '../protocol.ts'
import { type CardResult, type Entry, isEvalResults, readCard, textIn } from './parse.ts'

const hubName = /^[\w.-]+\/[\w.-]+$/

function mapResult({ value }: InputRow<CardResult>, builder: BundleBuilder, asOf: string): void {
  const { model: reportedName, at, field, task, dataset, metric, source } = value
  const name = textIn(dataset, 'name') ?? textIn(dataset, 'id') ?? textIn(dataset, 'type')
  if (name === undefined) throw new Refusal(`${field}.dataset`, 'names no data set')
  const printed = metric.value
  if (typeof printed !== 'string')
    throw new Refusal(`${field}.value`, printed === undefined ? 'is not there' : 'must be one value')
  const metricName = textIn(metric, 'name') ?? textIn(metric, 'type')
  // A data set of the hub holds several tasks or configurations; a part of it is another thing to measure.
  const part = textIn(dataset, 'task_id') ?? textIn(dataset, 'config')
  const given = (of: Entry, names: string[]) =>
    Object.fromEntries(names.flatMap((key) => (textIn(of, key) ? [[key, textIn(of, key) ?? '']] : [])))
  const args =
    typeof dataset.args === 'object' && dataset.args !== null && !Array.isArray(dataset.args)
      ? (dataset.args as Entry)
      : {}
  const cited = citedSource(textIn(source, 'url'), textIn(source, 'name'))
  const from = cited ? builder.source(cited) : 'page'
  const verified = textIn(metric, 'verified')
  const measuredAt = dumpDate(value.date)?.slice(0, 10)
  const claim = {
    model: builder.model({
      name: reportedName,
      ...(hubName.test(reportedName) ? { huggingFaceId: reportedName } : {}),
    }),
    ...{ reportedName, printed },
    ...(from === 'page' ? {} : { source: from, readFrom: 'page' }),
    setting: builder.setting({
      benchmark: builder.benchmark(name, textIn(task, 'name') ?? textIn(task, 'type')),
      ...(metricName ? { metric: metricName } : {}),
      ...(part && part !== name ? { subset: part } : {}),
      protocol: {
        ...given(dataset, ['split', 'revision']),
        ...given(args, Object.keys(args)),
        ...(value.notes && !saysNothing(value.notes) ? protocolOfText(value.notes) : {}),
      },
    }),
    locator: { table: at, row: part ? `${name} / ${part}` : name, ...(metricName ? { column: metricName } : {}) },
    ...(verified === 'true'
      ? { evidenceLabel: 'verified' }
      : textIn(metric, 'verifyToken')
        ? { evidenceLabel: 'verify token' }
        : {}),
    ...(measuredAt ? { measuredAt } : {}),
  }
  const identity = { series: `${reportedName} | ${at}`, asOf }
  if (/^please tell us/i.test(printed.trim()))
    builder.gap(
      claim,
      identity,
      { code: 'not-filled-in', text: `The card's template asks for the value of ${name} and was not filled in.` },
      `${field}.value`,
    )
  else builder.observation(claim, identity, `${field}.value`)
}

export const modelCard: Format<CardResult> = {
  name: 'model-card',
  unit: () => 'FILE',
  recognise: ({ path }, head) =>
    isEvalResults(path) ||
    (/\.md(?:\.gz)?$/i.test(path) && /^\ufeff?---[ \t]*\r?\n/.test(head) && /^model-index:/m.test(head)),
  async read(dump, { asOf = today() }) {
    const [file] = dump.files
    if (!file) throw new TypeError('a dump without a file')
    const results = await readCard(file)
    const model = results.flatMap((row) => (row instanceof FileFault ? [] : [row.value.model]))[0] ?? file.name
    const url = hubName.test(model) ? { url: `https://huggingface.co/${model}` } : {}
    async function* rows() {
      yield* results
    }
    return {
      rows: rows(),
      builder: () => new BundleBuilder({ kind: 'MODEL_CARD', title: `${model} (model card)`, ...url }),
      map: (row, builder) => mapResult(row, builder, asOf),
    }
  },
}
