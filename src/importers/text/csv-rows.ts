// Reads CSV row by row (RFC 4180, as far as files keep to it), each with the line where it begins.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export interface CsvRow {
  cells: string[]
  line: number
}

/** Broken CSV, with the line. */
export class CsvFault extends Error {
  readonly line: number | null
  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}

/** Every row, the heading among them; empty lines are passed over, rows may have any number of cells. Throws CsvFault. */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    // Files mix them.
    record_delimiter: ['\r\n', '\n'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    delimiter,
    max_record_size: 16 * 1024 * 1024,
  })
  const source = Readable.from(chunks)
  let failure: unknown
  source.on('error', (error) => {
    failure = error
    parser.destroy(error)
  })
  source.pipe(parser)
  let before = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser tells where a row ends; a text within it may hold line ends of its own.
      const inside = record.reduce((count, cell) => count + (cell.match(/\n/g)?.length ?? 0), 0)
      before = info.lines
      yield { cells: record, line: Math.max(1, info.lines - inside) }
    }
  } catch (error) {
    if (failure !== undefined) throw failure
    if (error instanceof CsvError) throw new CsvFault(Number(error.lines ?? before + 1) || null, error.message)
    throw error
  } finally {
    source.destroy()
  }
}

/** The cells of a row by the names of the heading. */
export type Cells = Record<string, string>

/**
 * Rows of a table with a heading. Throws CsvFault where two columns have one name. A row with more cells than columns has the
 * rest under the name "", which no column has.
 */
export async function* csvTable(
  chunks: AsyncIterable<string>,
  delimiter = ',',
): AsyncGenerator<{ cells: Cells; line: number }> {
  let heading: string[] | null = null
  for await (const { cells, line } of csvRows(chunks, delimiter)) {
    if (heading === null) {
      heading = cells.map((name) => name.trim())
      const twice = heading.find((name, index) => name !== '' && heading?.indexOf(name) !== index)
      if (twice !== undefined) throw new CsvFault(line, `two columns are called '${twice}'`)
      continue
    }
    const named: Cells = Object.create(null)
    heading.forEach((name, index) => {
      if (name !== '') named[name] = cells[index] ?? ''
    })
    if (cells.length > heading.length) named[''] = cells.slice(heading.length).join(delimiter)
    yield { cells: named, line }
  }
}
