// What a result says: the leaderboard claims the score, Every Eval Ever is where we read it.
import { compare, parseDecimal } from '../../domain/decimal.ts'
import { foldName } from '../../domain/names.ts'
import type { BundleSetting } from '../bundle/format.ts'
import type { BundleBuilder, SourceEntry } from '../dump/bundle-builder.ts'
import { dumpDate, momentOfSeconds, today } from '../dump/dump-date.ts'
import { type InputRow, Refusal } from '../dump/format.ts'
import { spelledAlike } from '../names-alike.ts'
import { describe, objectIn, textIn } from '../text/json-fields.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../text/json-text.ts'
import type { ResultRow } from './parse.ts'
import { missingScore } from './sentinels.ts'

export const page: SourceEntry = {
  ...{ kind: 'DATASET', title: 'Every Eval Ever', slug: 'every-eval-ever' },
  ...{
    url: 'https://github.com/evaleval/every_eval_ever',
    license: 'MIT',
    attribution: 'EvalEval Coalition, Every Eval Ever',
  },
}

export function mapResult(
  { file, value: { record, result, index } }: InputRow<ResultRow>,
  builder: BundleBuilder,
  asOf: string | undefined,
): void {
  const field = (name: string) => `evaluation_results[${index}].${name}`
  const metadata = objectIn(record, 'source_metadata')
  const name = textIn(result, 'evaluation_name')
  if (name === undefined)
    throw new Refusal(field('evaluation_name'), `must be a text, not ${describe(result.evaluation_name)}`)
  const score = objectIn(result, 'score_details').score
  if (score === undefined) throw new Refusal(field('score_details.score'), 'is not there')
  if (!(score instanceof JsonNumber) && typeof score !== 'string' && score !== null)
    throw new Refusal(field('score_details.score'), `must be a number, not ${describe(score)}`)
  const printed = score instanceof JsonNumber ? score.text : (score ?? '')
  const sourceName = textIn(metadata, 'source_name') ?? textIn(record, 'evaluation_id')?.split('/')[0]
  if (sourceName === undefined) throw new Refusal('source_metadata.source_name', 'is not there')
  const organization = textIn(metadata, 'source_organization_name')
  const source = builder.source({
    kind: textIn(metadata, 'source_type') === 'evaluation_run' ? 'RUN_LOG' : 'LEADERBOARD',
    title: sourceName,
    ...(organization ? { publisher: builder.organization(organization) } : {}),
  })
  const info = objectIn(record, 'model_info')
  const { model, reportedName } = modelOf(info, source, builder)
  const configuration = { ...configurationOf(record, info), ...cutName(reportedName, file, record) }
  const stamp = textIn(record, 'retrieved_timestamp')
  const recorded = momentOfSeconds(stamp) ?? dumpDate(stamp)
  // Which dump is newer is for the caller to say; when a record was read, for the record.
  const seen = asOf ?? recorded ?? today()
  const evaluated = textIn(result, 'evaluation_timestamp') ?? textIn(record, 'evaluation_timestamp')
  const measuredAt = (momentOfSeconds(evaluated) ?? dumpDate(evaluated))?.slice(0, 10)
  const data = objectIn(result, 'source_data')
  const samples =
    textIn(data, 'samples_number') ?? textIn(objectIn(objectIn(result, 'score_details'), 'uncertainty'), 'num_samples')
  const relationship = textIn(metadata, 'evaluator_relationship')
  const uncertainty = uncertaintyOf(result, printed)
  const row = (textIn(record, 'evaluation_id') ?? '').replace(/\/[^/]*$/, '')
  const claim = {
    ...{ model, reportedName, printed, source },
    ...(source === 'page' ? {} : { readFrom: 'page' }),
    setting: settingOf(result, sourceName, name, builder),
    locator: { table: sourceName, row: row || reportedName, column: name },
    ...(Object.keys(configuration).length > 0 ? { configuration } : {}),
    ...(relationship ? { evidenceLabel: relationship } : {}),
    ...(samples && /^[1-9]\d{0,8}$/.test(samples) ? { sampleSize: Number(samples) } : {}),
    ...(uncertainty ? { uncertainty } : {}),
    ...(measuredAt ? { measuredAt } : {}),
    ...labelsOf(info),
    retrievedAt: (recorded ?? seen).slice(0, 10),
  }
  // A record has no id that outlives its dump, and one model may have several, told apart by their configuration.
  const series = [sourceName, row, JSON.stringify(Object.entries(configuration).sort())].join(' | ')
  const identity = {
    series,
    asOf: seen,
    ...(textIn(result, 'evaluation_result_id') ? { nativeId: textIn(result, 'evaluation_result_id') } : {}),
  }
  const missing = missingScore(sourceName, name, printed)
  if (missing) builder.gap(claim, identity, missing, field('score_details.score'))
  else builder.observation(claim, identity, field('score_details.score'))
}

function modelOf(info: JsonObject, source: string, builder: BundleBuilder): { model: string; reportedName: string } {
  const id = textIn(info, 'id')
  const printed = textIn(info, 'name') ?? id
  if (printed === undefined) throw new Refusal('model_info.id', 'names no model')
  // "unknown/…" is how the records write that they know no developer: it is no organisation.
  const name = (id ?? printed).trim().replace(/^unknown\//i, '')
  const bare = name.split('/').at(-1) ?? name
  const developer = textIn(info, 'developer')
  const model = builder.model(
    {
      name,
      // The bare name says less than the id: two organisations may have a model of that name.
      aliases: foldName(printed).folded !== bare.toLowerCase() && spelledAlike(printed, bare) ? [printed] : [],
      developers: developer && !/^unknown$/i.test(developer) ? [builder.organization(developer)] : [],
    },
    source,
  )
  return { model, reportedName: printed }
}

const said = (text: string | undefined): text is string =>
  text !== undefined && !/^(?:unknown|none|null|not specified)$/i.test(text)

function configurationOf(record: JsonObject, info: JsonObject): Record<string, string> {
  const engine = objectIn(info, 'inference_engine')
  const library = objectIn(record, 'eval_library')
  const together = (of: JsonObject) => [textIn(of, 'name'), textIn(of, 'version')].filter(said).join(' ')
  const given = {
    precision: textIn(objectIn(info, 'additional_details'), 'precision'),
    'inference platform': textIn(info, 'inference_platform'),
    'inference engine': together(engine) || undefined,
    harness: together(library) || undefined,
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (said(value) ? [[name, value]] : [])))
}

/** A name that is cut off ("…-check...") may be that of several models: then the record tells them apart. */
function cutName(name: string, file: string, record: JsonObject): { record?: string } {
  if (!/(?:\.\.\.|\u2026)$/.test(name)) return {}
  return { record: /([^/\\]+?)\.json(?:\.gz)?$/.exec(file)?.[1] ?? textIn(record, 'evaluation_id') ?? '' }
}

function labelsOf(info: JsonObject): { labels?: Record<string, string> } {
  const type = textIn(objectIn(info, 'additional_details'), 'model_type')
  return said(type) ? { labels: { 'model type': type } } : {}
}

function settingOf(result: JsonObject, source: string, name: string, builder: BundleBuilder): string {
  const config = objectIn(result, 'metric_config')
  const data = objectIn(result, 'source_data')
  const dataset = textIn(data, 'dataset_name')
  // Live Code Bench Pro files the parts of its one data set as data sets of their own.
  const benchmark =
    dataset === undefined || (dataset === name && /^(?:Easy|Medium|Hard) Problems$/.test(name)) ? source : dataset
  const description = textIn(config, 'evaluation_description')
  const unit = textIn(config, 'metric_unit')
  const lower = config.lower_is_better
  const split = textIn(data, 'hf_split')
  const bound = (field: string) => (parseDecimal(textIn(config, field) ?? '') ? textIn(config, field) : undefined)
  const [min, max] = [bound('min_score'), bound('max_score')]
  const whole = min === undefined || max === undefined || compare(min, max) <= 0
  return builder.setting({
    benchmark: builder.benchmark(benchmark),
    metric:
      textIn(config, 'metric_name') ?? textIn(config, 'metric_id') ?? metricIn(description, name, dataset) ?? 'score',
    ...(name === benchmark || name === 'Score' ? {} : { subset: name }),
    ...(unit ? { unit } : {}),
    ...(typeof lower === 'boolean' ? { higherIsBetter: String(!lower) } : {}),
    ...(whole && min !== undefined ? { min } : {}),
    ...(whole && max !== undefined ? { max } : {}),
    protocol: { ...(split ? { split } : {}), ...protocolOf(objectIn(result, 'generation_config')) },
  })
}

/** "F1 on NarrativeQA" -> "F1"; "Chat accuracy - includes …" -> "accuracy". */
function metricIn(description: string | undefined, name: string, dataset: string | undefined): string | undefined {
  const [, metric, on] = /^(.{1,40}?) on (.+)$/.exec(description ?? '') ?? []
  if (metric !== undefined && (on === name || on === dataset)) return metric
  return description?.startsWith(`${name} accuracy`) ? 'accuracy' : undefined
}

function protocolOf(generation: JsonObject): NonNullable<BundleSetting['protocol']> {
  const given = { ...objectIn(generation, 'generation_args'), ...objectIn(generation, 'additional_details') }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string][] => {
      const text = plain(value)
      return text === undefined || name === 'execution_command' ? [] : [[name.replaceAll('_', ' '), text]]
    }),
  )
}

function plain(value: JsonValue | undefined): string | undefined {
  if (value == null || value === '') return undefined
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value))
    return (
      value
        .map(plain)
        .filter((part) => part !== undefined)
        .join(', ') || undefined
    )
  if (typeof value === 'object') {
    const parts = Object.entries(value).flatMap(([name, inside]) =>
      plain(inside) === undefined ? [] : [`${name}: ${plain(inside)}`],
    )
    return parts.join(', ') || undefined
  }
  return String(value)
}

/** Ends of an interval, or, where they don't enclose the score but zero, how far it reaches to either side. */
function uncertaintyOf(result: JsonObject, printed: string): string | undefined {
  const given = objectIn(objectIn(result, 'score_details'), 'uncertainty')
  const error = textIn(objectIn(given, 'standard_error'), 'value') ?? textIn(given, 'standard_error')
  if (error !== undefined) return `± ${error} (SE)`
  const interval = objectIn(given, 'confidence_interval')
  const [lower, upper] = [textIn(interval, 'lower'), textIn(interval, 'upper')]
  const level = textIn(interval, 'confidence_level')
  const kind = level !== undefined && /^0\.\d\d$/.test(level) ? `${level.slice(2)}% CI` : 'CI'
  if (
    lower !== undefined &&
    upper !== undefined &&
    parseDecimal(lower) &&
    parseDecimal(upper) &&
    parseDecimal(printed)
  ) {
    if (compare(lower, printed) <= 0 && compare(printed, upper) <= 0) return `[${lower}, ${upper}] (${kind})`
    if (compare(lower, '0') <= 0 && compare(upper, '0') >= 0)
      return `+${upper.replace(/^\+/, '')}/${lower.startsWith('-') ? lower : `-${lower}`} (${kind})`
  }
  const deviation = textIn(given, 'standard_deviation')
  return deviation === undefined ? undefined : `± ${deviation} (SD)`
}
