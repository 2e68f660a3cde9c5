// Checks of tables and single observations: that every value has a model, a setting and a place.
import { readPrinted } from '../../domain/printed-number.ts'
import type { Check } from './check.ts'
import type { BundleObservation, BundleRow, BundleTable } from './format.ts'
import { singleObservations } from './observations.ts'

type Claim = Pick<BundleObservation, 'source' | 'readFrom' | 'measuredBy'>

function checkClaim({ refer }: Check, claim: Claim, at: PropertyKey[]): void {
  refer('source', claim.source, [...at, 'source'])
  refer('source', claim.readFrom, [...at, 'readFrom'])
  for (const [index, measurer] of (claim.measuredBy ?? []).entries())
    refer('author', measurer, [...at, 'measuredBy', index])
}

export function checkTables(check: Check): void {
  for (const [name, table] of Object.entries(check.bundle.tables)) {
    const at = ['tables', name]
    checkClaim(check, table, at)
    for (const [index, column] of table.columns.entries())
      check.refer('setting', column.setting, [...at, 'columns', index, 'setting'])
    for (const [index, row] of table.rows.entries()) checkRow(check, table, row, [...at, 'rows', index])
  }
}

function checkRow(check: Check, table: BundleTable, row: BundleRow, at: PropertyKey[]): void {
  const { refer, say } = check
  const columns = table.columns.length
  checkClaim(check, row, at)
  refer('model', row.model, [...at, 'model'])
  if (row.cells.length !== columns) {
    say([...at, 'cells'], `${row.cells.length} cells in a table of ${columns} columns (row '${row.name}')`)
  }
  for (const [place, setting] of Object.entries(row.settings)) {
    refer('setting', setting, [...at, 'settings', place])
    if (Number(place) < 1 || Number(place) > columns)
      say([...at, 'settings', place], `the table has the columns 1 to ${columns}`)
  }
  row.cells.forEach((text, index) => {
    if (index >= columns || settingOfCell(table, row, index) !== null) return
    if (!readPrinted(text).placeholder) {
      say(
        [...at, 'cells', index],
        `'${text}' needs a setting: of its column, or of its row under 'settings: {${index + 1}: …}'`,
      )
    }
  })
}

/** The setting of a cell (columns from 0): its row's, else its column's; null where none is known. */
export function settingOfCell(table: BundleTable, row: BundleRow, column: number): string | null {
  const own = row.settings[String(column + 1)]
  return own === undefined ? (table.columns[column]?.setting ?? null) : own
}

export function checkObservations(check: Check): void {
  const seen = new Set<string>()
  for (const { observation, path } of singleObservations(check.bundle)) {
    checkClaim(check, observation, path)
    const { id, model, reportedName, setting, printed } = observation
    check.refer('model', model, [...path, 'model'])
    check.refer('setting', setting, [...path, 'setting'])
    if (id !== undefined && seen.has(id)) check.say([...path, 'id'], `another observation has the id '${id}'`)
    if (id !== undefined) seen.add(id)
    if (model === undefined && reportedName === undefined) check.say(path, "needs a 'model' or a 'reportedName'")
    if (setting === undefined) check.say(path, "needs a 'setting'")
    if (printed === undefined) check.say(path, "needs 'printed', the text of the value")
    else if (id !== undefined && readPrinted(printed).placeholder) {
      check.say(
        [...path, 'printed'],
        `'${printed}' stands for a value that is not there, so nothing can refer to it as '${id}'`,
      )
    }
  }
}
