// Reads results of the lm-evaluation-harness, of its old form (acc, acc_stderr) and its new one ("acc,none").
import { FileFault, type InputRow } from '../dump/format.ts'
import type { InputFile } from '../dump/input-file.ts'
import { readJsonFile } from '../llm-stats/parse.ts'
import { describe, isObject, objectIn } from '../text/json-fields.ts'
import { JsonNumber, type JsonObject, type JsonValue, lineOf } from '../text/json-text.ts'

export interface MetricRow {
  run: JsonObject
  /** Name of the file, wherever it lies. */
  at: string
  task: string
  metric: string
  /** "none", "strict-match"; null in the old form, which has none. */
  filter: string | null
  value: JsonValue
  error: string | undefined
}

/** Every metric of every task, and of every group, is a row. */
export async function* readRuns(files: readonly InputFile[]): AsyncGenerator<InputRow<MetricRow> | FileFault> {
  for (const file of files) {
    const run = await readJsonFile(file)
    if (run instanceof FileFault) yield run
    else if (!isObject(run) || !isObject(run.results))
      yield new FileFault(file.name, lineOf(run), `has no results (${describe(isObject(run) ? run.results : run)})`)
    else yield* metricsOf(file, run)
  }
}

function* metricsOf(file: InputFile, run: JsonObject): Generator<InputRow<MetricRow> | FileFault> {
  const results = objectIn(run, 'results')
  const groups = Object.entries(objectIn(run, 'groups')).filter(([name]) => !(name in results))
  for (const [task, metrics] of [...Object.entries(results), ...groups]) {
    if (!isObject(metrics)) {
      yield new FileFault(
        file.name,
        lineOf(results, task),
        `results.${task} must be an object, not ${describe(metrics)}`,
      )
      continue
    }
    for (const [name, value] of Object.entries(metrics)) {
      const [metric = '', filter = null] = name.split(',')
      if (metric === 'alias' || metric === 'samples' || metric === 'name' || metric.endsWith('_stderr')) continue
      const error = metrics[filter === null ? `${metric}_stderr` : `${metric}_stderr,${filter}`]
      yield {
        file: file.name,
        line: lineOf(metrics, name),
        value: {
          run,
          at: file.within.split('/').at(-1) ?? file.within,
          task,
          metric,
          filter,
          value,
          error: error instanceof JsonNumber ? error.text : undefined,
        },
      }
    }
  }
}
