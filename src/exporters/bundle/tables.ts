// Tables of a bundle, written as tables: what holds for a row once, what holds for all rows on the table.
import type { Row } from '../../db/columns.ts'
import { detailsOf, placesOf } from './claims.ts'
import { type Draft, type Entry, optional, parameterMap, type Written } from './draft.ts'
import type { ModelEntries } from './model-entries.ts'

/** What stands in a cell: a claim, or the note of a placeholder. */
interface Cell {
  text: string
  observation: Row<'Observation'> | undefined
  note: Row<'Note'> | undefined
}

/** Row fields that move to the table where all rows agree. Maps (configuration, labels) stay where they are. */
const shared = ['source', 'readFrom', 'evidence', 'evidenceLabel', 'status', 'sampleSize', 'measuredBy'] as const
const alsoShared = ['measuredAt', 'publishedAt', 'retrievedAt', 'methodology', 'context'] as const

export function writtenTables(draft: Draft, entries: ModelEntries): Entry | undefined {
  const { tables } = draft.captured
  if (tables.length === 0) return undefined
  return Object.fromEntries(tables.map((table) => [draft.table(table.id), written(draft, entries, table)]))
}

function written(draft: Draft, entries: ModelEntries, table: Row<'ResultTable'>): Entry {
  const { captured } = draft
  const columns = captured.columns.filter(({ tableId }) => tableId === table.id)
  const rows = captured.rows.filter(({ tableId }) => tableId === table.id)
  const cells = new Map(rows.map((row) => [row.id, cellsOf(draft, row)]))
  const found = rows.map((row) => writtenRow(draft, entries, row, columns, cells.get(row.id) ?? []))
  const own: Entry = {}
  for (const field of [...shared, ...alsoShared]) {
    const [first, ...others] = found.filter(({ claims }) => claims)
    const value = first?.entry[field]
    if (value === undefined || others.some(({ entry }) => JSON.stringify(entry[field]) !== JSON.stringify(value)))
      continue
    // Of rows without any claim only some fields are known.
    if (
      found.some(
        ({ claims, entry }) => !claims && field in entry && JSON.stringify(entry[field]) !== JSON.stringify(value),
      )
    )
      continue
    own[field] = value
    for (const { entry } of found) delete entry[field]
  }
  return {
    ...{ heading: optional(table.heading), caption: optional(table.caption) },
    ...own,
    readFrom: table.sourceId === captured.page.id ? own.readFrom : draft.source(table.sourceId),
    columns: columns.map((column, index) => ({
      name: optional(column.name),
      setting: column.settingId === null ? undefined : draft.setting(column.settingId),
      missing: missingIn([...cells.values()].map((row) => row[index])),
    })),
    rows: found.map(({ entry }) => entry),
  }
}

/** What placeholders of a column leave out, where it isn't a score. */
function missingIn(cells: readonly (Cell | undefined)[]): Written {
  const aspects = cells.map((cell) => cell?.note?.aspects).find((some) => some !== undefined)
  return aspects === undefined || aspects.join() === 'SCORE' ? undefined : aspects
}

function cellsOf(draft: Draft, row: Row<'TableRow'>): Cell[] {
  return (draft.cellsOfRow.get(row.id) ?? []).map(({ id, text }) => ({
    text,
    observation: draft.inCell.get(id),
    note: draft.gapInCell.get(id),
  }))
}

function writtenRow(
  draft: Draft,
  entries: ModelEntries,
  row: Row<'TableRow'>,
  columns: readonly Row<'TableColumn'>[],
  cells: readonly Cell[],
): { entry: Entry; claims: boolean } {
  const { page, sources } = draft.captured
  const claim = cells.find(({ observation }) => observation)?.observation
  const gap = cells.find(({ note }) => note)?.note
  const source = row.sourceId ?? page.id
  const published = row.publishedAt === sources.get(source)?.publishedAt ? undefined : optional(row.publishedAt)
  const read = (claim ? claim.retrievedAt : gap?.checkedAt) ?? null
  const settings = cells.flatMap(({ observation, note }, index) => {
    const own = observation ? observation.settingId : note ? note.aboutSettingId : columns[index]?.settingId
    if (own === undefined || own === columns[index]?.settingId) return []
    return [[String(index + 1), own === null ? '~' : draft.setting(own)] as const]
  })
  const heading = headingOf(row, (claim ?? gap)?.locatorRow ?? null)
  return {
    claims: claim !== undefined,
    entry: {
      name: row.reportedName,
      printed: heading === row.reportedName ? undefined : heading,
      model: entries.localFor(row.modelId, row.reportedName),
      ...(claim ? detailsOf(draft, claim) : placesOf(draft, source, source === page.id ? null : page.id)),
      publishedAt: published,
      retrievedAt: read === page.retrievedAt ? undefined : optional(read),
      configuration: parameterMap(row.configuration),
      labels: parameterMap(row.labels),
      cells: cells.map(({ text }) => text),
      settings: settings.length > 0 ? Object.fromEntries(settings) : undefined,
    },
  }
}

/** A row's heading as printed; importing adds its number where several rows have the same. */
function headingOf({ reportedName, position }: Row<'TableRow'>, locator: string | null): string {
  const numbered = ` (row ${position})`
  if (locator === null) return reportedName
  return locator.endsWith(numbered) ? locator.slice(0, -numbered.length) : locator
}
