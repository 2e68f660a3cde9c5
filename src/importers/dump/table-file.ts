// Rows of a dump that is one table: streamed, and refused as a whole where the table breaks.
import { ImportError } from '../import-error.ts'
import { type Cells, CsvFault, csvTable } from '../text/csv-rows.ts'
import { jsonElements } from '../text/json-elements.ts'
import { JsonFault, type JsonValue, lineOf } from '../text/json-text.ts'
import type { Dump, InputRow } from './format.ts'
import { textOfFile } from './input-file.ts'

const broken = (file: string, line: number | null, reason: string) =>
  new ImportError('BROKEN_FILE', [{ file, line, field: null, reason }])

/** Rows of the CSV files of a dump, by column. Throws ImportError. */
export async function* csvInput(dump: Dump, delimiter?: string): AsyncGenerator<InputRow<Cells>> {
  for (const file of dump.files) {
    try {
      for await (const { cells, line } of csvTable(textOfFile(file), delimiter))
        yield { file: file.name, line, value: cells }
    } catch (error) {
      if (error instanceof CsvFault) throw broken(file.name, error.line, `broken CSV: ${error.message}`)
      throw error
    }
  }
}

/** Elements of the JSON lists of a dump. Throws ImportError. */
export async function* jsonInput(dump: Dump): AsyncGenerator<InputRow<JsonValue>> {
  for (const file of dump.files) {
    try {
      for await (const value of jsonElements(textOfFile(file))) yield { file: file.name, line: lineOf(value), value }
    } catch (error) {
      if (error instanceof JsonFault) throw broken(file.name, error.line, `broken JSON: ${error.message}`)
      throw error
    }
  }
}
