// Writes tables as they are printed: columns, rows and the text of every cell.
import { tableKey } from '../../domain/keys.ts'
import { type Claim, claimsOf, printingSource } from './claims.ts'
import type { Models } from './write-models.ts'
import type { Settings } from './write-settings.ts'
import type { Sources } from './write-sources.ts'
import { insertRows, must, type Row, type Writing } from './writing.ts'

export interface Tables {
  id(local: string): number
  key(local: string): string
  /** Database id of a claim's cell; null outside of tables; undefined where the cell was rejected. */
  cellOf(claim: Claim): number | null | undefined
}

export async function writeTables(
  writing: Writing,
  sources: Sources,
  models: Models,
  settings: Settings,
): Promise<Tables> {
  const { bundle, ledger, importId } = writing
  const keys = keysOf(writing, sources)
  const records = Object.entries(bundle.tables).map(([local, table]) => {
    const { key, position } = must(keys, local)
    const source_id = sources.id(printingSource(bundle, table))
    return {
      key,
      source_id,
      position,
      heading: table.heading ?? null,
      caption: table.caption ?? null,
      import_id: importId,
    }
  })
  const added = await insertRows<{ key: string }>(writing, 'result_table', records, {
    conflict: ['key'],
    returning: ['key'],
  })
  const fresh = new Set(added.map(({ key }) => key))
  for (const { key } of records) ledger.count('table', fresh.has(key) ? 'accepted' : 'duplicates')
  const found = await writing.rows<{ id: number; key: string }>(
    'SELECT id, key FROM result_table WHERE key = ANY($1::text[])',
    records.map(({ key }) => key),
  )
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  const id = (local: string) => must(ids, must(keys, local).key)
  await writeColumns(writing, settings, id)
  const rows = await writeRows(writing, sources, models, id)
  const cells = await writeCells(writing, id, rows)
  return {
    id,
    key: (local) => must(keys, local).key,
    cellOf: (claim) => (claim.cell ? cells.get(placeOf(id, claim)) : null),
  }
}

/** Tables are counted from 1 within the source that prints them. */
function keysOf({ bundle }: Writing, sources: Sources): Map<string, { key: string; position: number }> {
  const counts = new Map<string, number>()
  return new Map(
    Object.entries(bundle.tables).map(([local, table]) => {
      const source = sources.ref(printingSource(bundle, table))
      const position = (counts.get(source.identity) ?? 0) + 1
      counts.set(source.identity, position)
      return [local, { position, key: tableKey({ source, position, heading: table.heading ?? null }) }]
    }),
  )
}

async function writeColumns(writing: Writing, settings: Settings, id: (local: string) => number): Promise<void> {
  const columns = Object.entries(writing.bundle.tables).flatMap(([local, table]) =>
    table.columns.map(({ name, setting }, index) => ({
      table_id: id(local),
      position: index + 1,
      name: name ?? null,
      setting_id: setting === undefined ? null : settings.id(setting),
    })),
  )
  await insertRows(writing, 'table_column', columns, { conflict: ['table_id', 'position'] })
}

const rowKey = (table: number, position: number) => `${table} ${position}`
const placeOf = (id: (local: string) => number, { cell }: Claim): string =>
  cell ? `${rowKey(id(cell.table), cell.row)} ${cell.column}` : ''

/** Database ids of rows by table and position; rows are missing where the known table has another one in that place. */
async function writeRows(writing: Writing, sources: Sources, models: Models, id: (local: string) => number) {
  const firsts = claimsOf(writing.bundle).filter(({ cell }) => cell?.column === 1)
  const records = firsts.map((claim): Row & { reported_name: string; table_id: number; position: number } => ({
    table_id: id(claim.cell?.table ?? ''),
    position: claim.cell?.row ?? 0,
    reported_name: claim.reportedName,
    model_id: models.ofClaim(claim),
    source_id: sources.id(claim.source),
    published_at: claim.publishedAt,
    configuration: claim.configuration,
    labels: claim.labels,
  }))
  await insertRows(writing, 'table_row', records, { conflict: ['table_id', 'position'] })
  const found = await writing.rows<{ id: number; table_id: number; position: number; reported_name: string }>(
    'SELECT id, table_id, position, reported_name FROM table_row WHERE table_id = ANY($1::int[])',
    [...new Set(records.map((record) => record.table_id))],
  )
  const stored = new Map(found.map((row) => [rowKey(row.table_id, row.position), row]))
  const rows = new Map<string, { id: number; other: string | null }>()
  for (const { table_id, position, reported_name } of records) {
    const row = must(stored, rowKey(table_id, position))
    const other = row.reported_name === reported_name ? null : row.reported_name
    rows.set(rowKey(table_id, position), { id: row.id, other })
  }
  return rows
}

async function writeCells(
  writing: Writing,
  id: (local: string) => number,
  rows: ReadonlyMap<string, { id: number; other: string | null }>,
): Promise<Map<string, number>> {
  const claims = claimsOf(writing.bundle).filter(({ cell }) => cell !== null)
  const placed = claims.flatMap((claim) => {
    const { table, row, column } = claim.cell ?? { table: '', row: 0, column: 0 }
    const tableId = id(table)
    const { id: rowId, other } = must(rows, rowKey(tableId, row))
    if (other !== null) {
      const reason = `row ${row} of this table is known as '${other}'; a table that has changed is another version of its source`
      writing.ledger.reject('cell', [{ path: claim.path, reason }])
      return []
    }
    return [{ claim, record: { table_id: tableId, row_id: rowId, column_position: column, text: claim.printed } }]
  })
  const records = placed.map(({ record }) => record)
  await insertRows(writing, 'table_cell', records, { conflict: ['row_id', 'column_position'] })
  const found = await writing.rows<{ id: number; row_id: number; column_position: number; text: string }>(
    'SELECT id, row_id, column_position, text FROM table_cell WHERE row_id = ANY($1::int[])',
    [...new Set(records.map(({ row_id }) => row_id))],
  )
  const stored = new Map(found.map((cell) => [`${cell.row_id} ${cell.column_position}`, cell]))
  const cells = new Map<string, number>()
  for (const { claim, record } of placed) {
    const cell = must(stored, `${record.row_id} ${record.column_position}`)
    if (cell.text === claim.printed) cells.set(placeOf(id, claim), cell.id)
    else {
      const reason = `says '${claim.printed}', but this cell is known as '${cell.text}'; a table that has changed is another version of its source`
      writing.ledger.reject('cell', [{ path: claim.path, reason }])
    }
  }
  return cells
}
