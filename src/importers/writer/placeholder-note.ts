// The note that a placeholder in a table stands for (rule 7).
import { noteKey } from '../../domain/keys.ts'
import { benchmarkIdentity } from '../../domain/names.ts'
import type { Bundle, BundleTable } from '../bundle/format.ts'
import { wholeSetting } from '../bundle/settings.ts'
import { type Claim, locatorColumns, printingSource } from './claims.ts'
import type { Parts } from './parts.ts'
import { emptyNote, type PreparedNote } from './prepared-note.ts'
import type { Subject } from './subjects.ts'
import { must, type Row, type Writing } from './writing.ts'

export function placeholderNote({ bundle }: Writing, parts: Parts, claim: Claim, common: Row): PreparedNote {
  const { settings, sources, models, tables, benchmarks } = parts
  const { cell, locator, configuration, reportedName, setting } = claim
  const table = cell ? bundle.tables[cell.table] : undefined
  const aspects = (cell && table?.columns[cell.column - 1]?.missing) ?? ['SCORE' as const]
  const statedIn = table ? printingSource(bundle, table) : (claim.readFrom ?? claim.source)
  const subjects: Subject[] = []
  if (cell) subjects.push({ key: `table:${tables.key(cell.table)}`, column: 'table_id', id: tables.id(cell.table) })
  if (setting !== null)
    subjects.push({ key: `setting:${settings.key(setting)}`, column: 'setting_id', id: settings.id(setting) })
  else {
    const benchmark = table ? onlyBenchmark(bundle, table) : null
    if (benchmark !== null) {
      subjects.push({ key: `benchmark:${benchmark}`, column: 'benchmark_id', id: must(benchmarks, benchmark) })
    }
  }
  const note = {
    type: 'NOT_PUBLISHED',
    code: 'no-value-in-cell',
    origin: 'PUBLISHED',
    text: textOf(claim, setting === null ? null : settings.label(setting)),
    extent: 'SOURCE',
    placeholder: claim.printed,
  } as const
  const key = noteKey({
    ...note,
    // The label may be worded anew, and the placeholder with its place says all that counts.
    text: null,
    ...{
      aspects,
      configuration,
      locator,
      aboutName: reportedName,
      subjects: cell ? [`table:${tables.key(cell.table)}`] : [],
    },
    statedIn: sources.ref(statedIn),
    aboutSetting: setting === null ? null : settings.content(setting),
  })
  return {
    subjects,
    row: {
      ...emptyNote,
      ...note,
      ...{ ...common, key, aspects, configuration, ...locatorColumns(locator) },
      stated_in_id: sources.id(statedIn),
      about_model_id: models.ofClaim(claim),
      about_setting_id: setting === null ? null : settings.id(setting),
      about_name: reportedName,
      checked_at: claim.retrievedAt,
      cell_id: tables.cellOf(claim) ?? null,
    },
  }
}

function textOf({ printed, reportedName, cell }: Claim, label: string | null): string {
  const shown = printed.trim() === '' ? 'an empty cell' : `"${printed}"`
  const where = cell ? `Column ${cell.column} of the table` : 'The source'
  const what = label === null ? 'what the value would be is not known' : `a value for ${label} is not published there`
  return `${where} has ${shown} for ${reportedName}: ${what}.`
}

/** Identity of the benchmark that all settings of a table share; null where there are several or none. */
function onlyBenchmark(bundle: Bundle, table: BundleTable): string | null {
  const locals = [
    ...table.columns.map(({ setting }) => setting),
    ...table.rows.flatMap(({ settings }) => Object.values(settings)),
  ]
  const benchmarks = new Set(
    locals.flatMap((local) => (local == null ? [] : (wholeSetting(bundle.settings, local)?.benchmark ?? []))),
  )
  const [only] = benchmarks
  return benchmarks.size === 1 && only !== undefined ? benchmarkIdentity(bundle.benchmarks[only]?.name ?? '') : null
}
