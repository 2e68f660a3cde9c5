// The formats of exported observations: each turns batches of rows into text.
import { columns } from './columns.ts'
import { csvCell } from './csv.ts'

export type Row = Record<string, unknown>

export interface Format {
  contentType: string
  /** Before, between and after batches; `first` is true for the first batch that holds rows. */
  head: string
  batch(rows: readonly Row[], first: boolean): string
  tail: string
}

/** Names of columns in their order: JSON objects are written with every column, null where nothing is known. */
const object = (row: Row): string => JSON.stringify(row)

export const formats = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: `${columns.map(({ name }) => name).join(',')}\r\n`,
    batch: (rows) =>
      rows.map((row) => `${columns.map((column) => csvCell(row[column.name], column)).join(',')}\r\n`).join(''),
    tail: '',
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    batch: (rows) => rows.map((row) => `${object(row)}\n`).join(''),
    tail: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    head: '[',
    batch: (rows, first) => `${first ? '\n' : ',\n'}${rows.map(object).join(',\n')}`,
    tail: '\n]\n',
  },
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats
