// What a metric of a run says: the run itself is the source.
import type { BundleBuilder, SourceEntry } from '../dump/bundle-builder.ts'
import { dumpDate, momentOfSeconds, today } from '../dump/dump-date.ts'
import { type InputRow, Refusal } from '../dump/format.ts'
import { describe, isObject, objectIn, textIn } from '../text/json-fields.ts'
import { JsonNumber, type JsonObject } from '../text/json-text.ts'
import type { MetricRow } from './parse.ts'

export const page: SourceEntry = {
  ...{ kind: 'RUN_LOG', title: 'lm-evaluation-harness results', slug: 'lm-evaluation-harness-results' },
}

export function mapMetric(
  { value: { run, at, task, metric, filter, value, error } }: InputRow<MetricRow>,
  builder: BundleBuilder,
  asOf: string | undefined,
): void {
  if (!(value instanceof JsonNumber) && typeof value !== 'string' && value !== null)
    throw new Refusal(`results.${task}.${metric}`, `must be a number, not ${describe(value)}`)
  const config = objectIn(run, 'config')
  const given = argumentsOf(config)
  const name =
    given.pretrained ??
    given.peft ??
    given.model ??
    given.engine ??
    textIn(run, 'model_name') ??
    textIn(config, 'model_args')
  if (name === undefined || name.trim() === '') throw new Refusal('config.model_args', 'names no model')
  const model = builder.model({ name })
  const taskConfig = objectIn(objectIn(run, 'configs'), task)
  const date = momentOfSeconds(textIn(run, 'date')) ?? dumpDate(textIn(run, 'date')) ?? dateInName(at)
  const seen = asOf ?? date ?? today()
  const higher = objectIn(objectIn(run, 'higher_is_better'), task)[metric]
  const samples = textIn(objectIn(objectIn(run, 'n-samples'), task), 'effective')
  const limit = textIn(config, 'limit')
  const version = textIn(objectIn(run, 'versions'), task)
  const shots =
    textIn(objectIn(run, 'n-shot'), task) ?? textIn(taskConfig, 'num_fewshot') ?? textIn(config, 'num_fewshot')
  const generation = objectIn(taskConfig, 'generation_kwargs')
  const split = textIn(taskConfig, 'test_split') ?? textIn(taskConfig, 'validation_split')
  const template = textIn(run, 'chat_template')
  builder.observation(
    {
      ...{ model, reportedName: name, printed: value instanceof JsonNumber ? value.text : (value ?? '') },
      setting: builder.setting({
        benchmark: builder.benchmark(task),
        metric,
        ...(version ? { edition: version } : {}),
        ...(typeof higher === 'boolean' ? { higherIsBetter: String(higher) } : {}),
        protocol: {
          shots: shots ?? null,
          harness: ['lm-evaluation-harness', textIn(run, 'lm_eval_version')].filter(Boolean).join(' '),
          ...(filter && filter !== 'none' ? { filter } : {}),
          ...(split ? { split } : {}),
          ...(limit ? { limit } : {}),
          ...(template ? { 'chat template': 'on' } : {}),
          ...Object.fromEntries(
            ['do_sample', 'temperature', 'top_p', 'max_gen_toks'].flatMap((key) =>
              textIn(generation, key) ? [[key.replaceAll('_', ' '), textIn(generation, key) ?? '']] : [],
            ),
          ),
        },
      }),
      locator: { table: at, row: task, column: filter === null ? metric : `${metric},${filter}` },
      ...configured(config, given),
      ...(error ? { uncertainty: `± ${error} (stderr)` } : {}),
      ...(samples && /^[1-9]\d{0,8}$/.test(samples) ? { sampleSize: Number(samples) } : {}),
      ...(date ? { measuredAt: date.slice(0, 10) } : {}),
    },
    { series: `${name} | ${at}`, asOf: seen, nativeId: JSON.stringify([task, metric, filter]) },
    `results.${task}.${metric}`,
  )
}

/** "pretrained=facebook/opt-1.3b,use_accelerate=True" as names and values; the new form may hold an object. */
function argumentsOf(config: JsonObject): Record<string, string> {
  const args = config.model_args
  if (isObject(args))
    return Object.fromEntries(
      Object.keys(args).flatMap((name) => (textIn(args, name) === undefined ? [] : [[name, textIn(args, name) ?? '']])),
    )
  const parts = typeof args === 'string' ? args.split(',') : []
  return Object.fromEntries(
    parts.flatMap((part) =>
      part.includes('=') ? [[part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]] : [],
    ),
  )
}

/** What makes it another system: which weights, in what precision. How they were spread over devices does not. */
function configured(
  config: JsonObject,
  given: Record<string, string>,
): { configuration?: Record<string, string>; context?: string } {
  const precision = given.dtype ?? textIn(config, 'model_dtype')?.replace(/^torch\./, '')
  const kept = {
    ...(given.revision ? { revision: given.revision } : {}),
    ...(given.peft && given.pretrained ? { peft: given.peft } : {}),
    ...(precision && precision !== 'auto' ? { precision } : {}),
    ...(given.load_in_8bit ? { 'load in 8bit': given.load_in_8bit } : {}),
    ...(given.load_in_4bit ? { 'load in 4bit': given.load_in_4bit } : {}),
  }
  const hardware = textIn(config, 'device')
  return {
    ...(Object.keys(kept).length > 0 ? { configuration: kept } : {}),
    ...(hardware ? { context: `Device: ${hardware}` } : {}),
  }
}

/** "results_2026-01-21T03-44-18.458309.json" -> "2026-01-21T03:44:18Z". */
function dateInName(path: string): string | undefined {
  const [, day, time] = /(\d{4}-\d{2}-\d{2})T(\d{2}-\d{2}-\d{2})/.exec(path) ?? []
  return day === undefined || time === undefined ? undefined : dumpDate(`${day}T${time.replaceAll('-', ':')}Z`)
}
