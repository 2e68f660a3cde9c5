// The claims of a bundle one by one, with all defaults filled in: table cells first, then single observations.

import type { LocatorContent } from '../../domain/key-content.ts'
import type { Parameter } from '../../domain/parameters.ts'
import { settingOfCell } from '../bundle/check-claims.ts'
import type { Bundle, BundleObservation, BundleTable, Known } from '../bundle/format.ts'
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
    'evidence' | 'evidenceLabel' | 'status' | 'sampleSize' | 'measuredBy' | 'measuredAt' | 'methodology' | 'context'
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
  return Object.entries(bundle.tables).flatMap(([local, table]) => {
    const counts = new Map<string, number>()
    for (const { name } of table.columns) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    return table.rows.flatMap((row, rowIndex) =>
      row.cells.map((printed, column): Claim => {
        const { columns: _, rows: __, heading, caption: ___, ...shared } = table
        const { name, model, printed: rowHeading, cells: ____, settings: _____, ...own } = row
        const title = table.columns[column]?.name
        return {
          ...shownBy(bundle, { ...shared, ...own }),
          model,
          reportedName: name,
          setting: settingOfCell(table, row, column),
          printed,
          locator: {
            table: heading ?? table.caption ?? null,
            row: rowHeading ?? name,
            // Two columns of one name are told apart by their number.
            column: title !== undefined && counts.get(title) === 1 ? title : String(column + 1),
          },
          path: ['tables', local, 'rows', rowIndex, 'cells', column],
          id: undefined,
          cell: { table: local, row: rowIndex + 1, column: column + 1 },
        }
      }),
    )
  })
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
