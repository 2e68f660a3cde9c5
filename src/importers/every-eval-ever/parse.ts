// Reads records of Every Eval Ever: a JSON file each, or one {path, record} a line. Each result of a record is a row.
import { FileFault, type InputRow } from '../dump/format.ts'
import { type InputFile, textOfFile } from '../dump/input-file.ts'
import { ImportError } from '../import-error.ts'
import { readJsonFile } from '../llm-stats/parse.ts'
import { describe, isObject, listIn, textIn } from '../text/json-fields.ts'
import { JsonFault, type JsonObject, type JsonValue, lineOf, parseJson } from '../text/json-text.ts'
import { linesOf } from '../text/lines.ts'

export interface ResultRow {
  record: JsonObject
  result: JsonObject
  /** Place of the result in the record, from 0. */
  index: number
}

const isLines = ({ path }: InputFile) => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path)

export async function* readRecords(files: readonly InputFile[]): AsyncGenerator<InputRow<ResultRow> | FileFault> {
  for (const file of files) {
    if (isLines(file) || (await beginsLines(file))) yield* readLines(file)
    else {
      const value = await readJsonFile(file)
      if (value instanceof FileFault) yield value
      else yield* resultsOf(file.name, value, lineOf(value) ?? 1)
    }
  }
}

/** Standard input has no name: the first line tells. */
async function beginsLines(file: InputFile): Promise<boolean> {
  if (file.within !== '-') return false
  for await (const { text } of linesOf(textOfFile(file))) return /^\{.*\}\s*$/.test(text)
  return false
}

async function* readLines(file: InputFile): AsyncGenerator<InputRow<ResultRow> | FileFault> {
  for await (const { text, line } of linesOf(textOfFile(file))) {
    if (text.trim() === '') continue
    try {
      yield* resultsOf(file.name, parseJson(text, line), line)
    } catch (error) {
      if (error instanceof JsonFault) yield new FileFault(file.name, error.line, `broken JSON: ${error.message}`)
      else if (error instanceof RangeError)
        throw new ImportError('BROKEN_FILE', [{ file: file.name, line, field: null, reason: error.message }])
      else throw error
    }
  }
}

function* resultsOf(file: string, value: JsonValue, line: number): Generator<InputRow<ResultRow> | FileFault> {
  const record = isObject(value) && isObject(value.record) ? value.record : value
  if (!isObject(record)) return yield new FileFault(file, line, `a record must be an object, not ${describe(record)}`)
  const version = textIn(record, 'schema_version')
  if (version === undefined || !/^0\.[23](?:\.|$)/.test(version))
    return yield new FileFault(
      file,
      lineOf(record, 'schema_version') ?? line,
      `schema_version must be 0.2 or 0.3, not ${describe(record.schema_version)}`,
    )
  if (!Array.isArray(record.evaluation_results))
    return yield new FileFault(
      file,
      line,
      `evaluation_results must be a list, not ${describe(record.evaluation_results)}`,
    )
  for (const [index, result] of listIn(record, 'evaluation_results').entries()) {
    if (isObject(result)) yield { file, line: lineOf(result), value: { record, result, index } }
    else
      yield new FileFault(
        file,
        lineOf(record, 'evaluation_results'),
        `evaluation_results[${index}] must be an object, not ${describe(result)}`,
      )
  }
}
