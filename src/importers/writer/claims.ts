// The claims of a bundle one by one, with all defaults filled in: table cells first, then single observations.

import type { LocatorContent } from '../../domain/key-content.ts'
import { type Parameter, parametersKey } from '../../domain/parameters.ts'
import { settingOfCell } from '../bundle/check-claims.ts'
import type { Bundle, BundleObservation, BundleRow, BundleTable, Known } from '../bundle/format.ts'
import { singleObservations } from '../bundle/observations.ts'

export interface Claim {
  /** Local name of the model; undefined where the file names it by what is printed only. */
  model: string | undefined
  reportedName: string
  /** Local name of the setting; null where it is not known (a placeholder). */
  setting: string | null
  printed: string
  locator: LocatorContent
  source: string
  readFrom: string | null
  configuration: Parameter[]
  labels: Parameter[]
  fields: Pick<
    BundleObservation,
    | 'evidence'
    | 'evidenceLabel'
    | 'status'
    | 'sampleSize'
    | 'uncertainty'
    | 'measuredBy'
    | 'measuredAt'
    | 'methodology'
    | 'context'
  >
  publishedAt: string | null
  retrievedAt: string | null
  path: PropertyKey[]
  /** Local name of the observation. */
  id: string | undefined
  /** The table cell that it stands in; row and column count from 1. */
  cell: { table: string; row: number; column: number } | null
}

const claims = new WeakMap<Bundle, Claim[]>()

/** Worked out once a bundle. */
export function claimsOf(bundle: Bundle): Claim[] {
  const known = claims.get(bundle)
  if (known) return known
  const all = [...tableClaims(bundle), ...singleClaims(bundle)]
  claims.set(bundle, all)
  return all
}

/** How a text, an inferred value or null is known. */
export function parametersOf(fields: Record<string, Known | undefined> | undefined): Parameter[] {
  return Object.entries(fields ?? {}).flatMap(([name, known]): Parameter[] => {
    if (known === undefined) return []
    if (known === null) return [{ name, value: null, basis: 'UNSTATED', reason: null }]
    if (typeof known === 'string') return [{ name, value: known, basis: 'STATED', reason: null }]
    return [{ name, value: known.inferred, basis: 'INFERRED', reason: known.because }]
  })
}

/** A locator as the columns of a row. */
export const locatorColumns = ({ table, row, column, page, text }: Claim['locator']) => ({
  locator_table: table ?? null,
  locator_row: row ?? null,
  locator_column: column ?? null,
  locator_page: page ?? null,
  locator_text: text ?? null,
})

/** The source that prints a table as it was read: the page, where the claims are another's. */
export function printingSource(bundle: Bundle, table: BundleTable): string {
  return table.readFrom ?? bundle.page
}

function tableClaims(bundle: Bundle): Claim[] {
  const untitled = Object.values(bundle.tables).filter(({ heading, caption }) => !heading && !caption).length
  return Object.entries(bundle.tables).flatMap(([local, table], place) => {
    const title = table.heading ?? table.caption ?? (untitled > 1 ? `table ${place + 1}` : null)
    const columns = numberRepeated(table.columns.map(({ name }) => name ?? ''))
    const headings = numberRepeated(
      table.rows.map((row) => rowName(row, parametersOf(row.configuration ?? table.configuration))),
    )
    return table.rows.flatMap((row, rowIndex) =>
      row.cells.map((printed, column): Claim => {
        const { columns: _, rows: __, heading: ___, caption: ____, ...shared } = table
        const { name, model, printed: heading = name, cells: _____, settings: ______, ...own } = row
        const number = headings[rowIndex]
        return {
          ...shownBy(bundle, { ...shared, ...own }),
          model,
          reportedName: name,
          setting: settingOfCell(table, row, column),
          printed,
          locator: {
            table: title,
            row: number === null ? heading : `${heading} (row ${number})`,
            column:
              columns[column] === null && table.columns[column]?.name ? table.columns[column].name : String(column + 1),
          },
          path: ['tables', local, 'rows', rowIndex, 'cells', column],
          id: undefined,
          cell: { table: local, row: rowIndex + 1, column: column + 1 },
        }
      }),
    )
  })
}

/** What tells a row apart within its table. */
const rowName = ({ name, printed = name, source }: BundleRow, configuration: readonly Parameter[]): string =>
  JSON.stringify([printed, source ?? null, parametersKey(configuration)])

/** For each name its number, from 1, where another one is the same; null where it stands alone. */
function numberRepeated(names: readonly string[]): (number | null)[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return names.map((name, index) => (counts.get(name) === 1 ? null : index + 1))
}

function singleClaims(bundle: Bundle): Claim[] {
  return singleObservations(bundle).map(({ observation, path }): Claim => {
    const { id, model, reportedName, setting, printed, locator, ...claim } = observation
    const name = reportedName ?? (model === undefined ? undefined : bundle.models[model]?.name)
    return {
      ...shownBy(bundle, claim),
      model,
      reportedName: name ?? '',
      setting: setting ?? null,
      printed: printed ?? '',
      locator: locator ?? {},
      path,
      id,
      cell: null,
    }
  })
}

type Shown = Pick<Claim, 'source' | 'readFrom' | 'configuration' | 'labels' | 'fields' | 'publishedAt' | 'retrievedAt'>

function shownBy({ page, sources }: Bundle, claim: BundleObservation): Shown {
  const { source = page, readFrom, configuration, labels, publishedAt, retrievedAt, ...fields } = claim
  const witness = readFrom ?? page
  return {
    source,
    readFrom: witness === source ? null : witness,
    configuration: parametersOf(configuration),
    labels: parametersOf(labels),
    fields,
    publishedAt: publishedAt ?? sources[source]?.publishedAt ?? null,
    retrievedAt: retrievedAt ?? sources[page]?.retrievedAt ?? null,
  }
}
