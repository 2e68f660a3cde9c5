// What the parts of the writer share: the transaction, the import's row, the account, and bulk statements.
import type { Bundle } from '../bundle/format.ts'
import type { LedgerBook } from './ledger.ts'

export type Row = Record<string, unknown>

export interface Writing {
  bundle: Bundle
  ledger: LedgerBook
  /**
   * A dump of many rows: its names are those that it lists, each with the source that lists it, and what it says of the sources
   * that it cites is a citation, which contradicts nothing.
   */
  dump?: boolean
  importId: number
  disturbed: Disturbed
  /** Runs one statement inside the transaction and gives its rows. */
  rows<R extends object = Row>(statement: string, ...values: unknown[]): Promise<R[]>
  /** Inserts many rows the fast way, where the connection has one (src/db/copy-rows.ts). */
  copy?(table: string, columns: readonly string[], records: Iterable<Row>): Promise<void>
  /** Runs one statement without rows; gives how many rows it touched. */
  run(statement: string, ...values: unknown[]): Promise<number>
}

/** Nodes that were there before and that an import made to mean something else, by database id: what audits look at again. */
export interface Disturbed {
  /** Won or lost observations. */
  models: Set<number>
  /** Declared something. */
  benchmarks: Set<number>
  /** Said to take figures from other sources. */
  sources: Set<number>
  /** Named by an issue or a derivation. */
  observations: Set<number>
}

/** Rows sent with one statement: few statements, yet no parameter of hundreds of megabytes. */
const chunkSize = 5_000

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

/**
 * Inserts rows whose keys are column names; all rows have the keys of the first. Decimals are passed as text, JSON columns
 * as values. With `conflict` (a list of columns), rows that exist are passed over. Gives `returning` of what was inserted.
 */
export async function insertRows<R extends object = Row>(
  { rows }: Pick<Writing, 'rows'>,
  table: string,
  records: readonly Row[],
  { conflict, returning }: { conflict?: readonly string[]; returning?: readonly string[] } = {},
): Promise<R[]> {
  const [first] = records
  if (!first) return []
  const columns = quoted(Object.keys(first))
  const statement = [
    `INSERT INTO "${table}" (${columns})`,
    `SELECT ${columns} FROM json_populate_recordset(null::"${table}", $1::json)`,
    conflict ? `ON CONFLICT (${quoted(conflict)}) DO NOTHING` : '',
    `RETURNING ${returning ? quoted(returning) : '1 AS "inserted"'}`,
  ].join(' ')
  const inserted: R[] = []
  for (let start = 0; start < records.length; start += chunkSize) {
    inserted.push(...(await rows<R>(statement, JSON.stringify(records.slice(start, start + chunkSize)))))
  }
  return inserted
}

/** Rows for which COPY is worth its two round trips. */
const fewForCopy = 100

/** Inserts rows of a table with a serial `id`, none of which is there yet; gives their ids in the same order. */
export async function insertWithIds(
  { rows, copy }: Pick<Writing, 'rows' | 'copy'>,
  table: string,
  records: readonly Row[],
  key: string,
): Promise<number[]> {
  if (copy === undefined || records.length < fewForCopy) {
    const inserted = await insertRows<{ id: number } & Row>({ rows }, table, records, { returning: ['id', key] })
    const ids = new Map(inserted.map((row) => [row[key], row.id]))
    return records.map((record) => ids.get(record[key]) ?? 0)
  }
  const reserved = await rows<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id FROM generate_series(1, $2::int)`,
    ...[table, records.length],
  )
  const ids = reserved.map(({ id }) => id)
  function* numbered(): Generator<Row> {
    for (const [index, record] of records.entries()) yield { id: ids[index], ...record }
  }
  await copy(table, ['id', ...Object.keys(records[0] ?? {})], numbered())
  return ids
}

/** Sets columns of the rows that `by` names, from records that hold both. */
export async function updateRows(
  { run }: Pick<Writing, 'run'>,
  table: string,
  by: string,
  records: readonly Row[],
): Promise<void> {
  const [first] = records
  if (!first) return
  const sets = Object.keys(first).filter((column) => column !== by)
  const assignments = sets.map((column) => `"${column}" = x."${column}"`).join(', ')
  for (let start = 0; start < records.length; start += chunkSize) {
    await run(
      `UPDATE "${table}" t SET ${assignments} FROM json_populate_recordset(null::"${table}", $1::json) x WHERE t."${by}" = x."${by}"`,
      JSON.stringify(records.slice(start, start + chunkSize)),
    )
  }
}

/** The value of a key that must be there: a miss is a fault of the writer, not of the file. */
export function must<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the writer lost '${key}'`)
  return value
}
