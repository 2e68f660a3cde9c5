// Notes and derivations of a bundle.
import type { Row } from '../../db/columns.ts'
import { locatorEntry } from './claims.ts'
import { type Draft, type Entry, optional, parameterMap, type Written } from './draft.ts'
import { isPlaceholder, type ModelEntries } from './model-entries.ts'

type Subject = Row<'NoteSubject'>
type Observation = Row<'Observation'>

export function writtenNotes(draft: Draft, entries: ModelEntries): Entry[] | undefined {
  const notes = draft.captured.notes.filter((note) => note.cellId === null && !isPlaceholder(note))
  return notes.length > 0 ? notes.map((note) => written(draft, entries, note)) : undefined
}

function written(draft: Draft, entries: ModelEntries, note: Row<'Note'>): Entry {
  const { page, subjects } = draft.captured
  const usual = note.origin === 'PUBLISHED' ? page.id : null
  const own = subjects.filter(({ noteKey }) => noteKey === note.key)
  return {
    id: draft.usedNotes.get(note.key),
    ...typeOf(note),
    ...{ code: note.code, text: note.text, origin: note.origin === 'PUBLISHED' ? undefined : note.origin },
    statedIn: note.statedInId === null || note.statedInId === usual ? undefined : draft.source(note.statedInId),
    ...(note.type === 'UNRESOLVED_ISSUE' ? ofIssue(note) : {}),
    ...(note.type === 'NOT_PUBLISHED' ? ofGap(draft, entries, note) : {}),
    subjects: writtenSubjects(draft, entries, note.key, own),
  }
}

const typeOf = ({ type, kind, aspects }: Row<'Note'>): Entry =>
  type === 'UNRESOLVED_ISSUE'
    ? { issue: kind ?? 'OTHER' }
    : type === 'NOT_PUBLISHED'
      ? { notPublished: aspects }
      : { remark: 'true' }

function ofIssue({ state, settingStated, resolvedBy, resolvedAt, resolvedReason }: Row<'Note'>): Entry {
  const resolved = state === 'RESOLVED' && resolvedAt !== null
  return {
    state: resolved ? state : undefined,
    settingStated: settingStated ? 'true' : undefined,
    resolution: resolved
      ? {
          by: resolvedBy ?? 'unknown',
          at: resolvedAt.toISOString().slice(0, 10),
          reason: resolvedReason ?? 'not recorded',
        }
      : undefined,
  }
}

function ofGap(draft: Draft, entries: ModelEntries, note: Row<'Note'>): Entry {
  const { extent, placeholder, aboutModelId, aboutSettingId, aboutName, checkedAt } = note
  const entry = aboutModelId === null ? undefined : entries.entry(aboutModelId)
  const about: Entry = {
    model: entry?.local,
    setting: aboutSettingId === null ? undefined : draft.setting(aboutSettingId),
    name: aboutName === (entry?.name ?? null) ? undefined : optional(aboutName),
  }
  return {
    extent: extent === 'SOURCE' || extent === null ? undefined : extent,
    placeholder: optional(placeholder),
    about: Object.values(about).some((part) => part !== undefined) ? about : undefined,
    configuration: parameterMap(note.configuration),
    locator: locatorEntry(note),
    checkedAt: checkedAt === draft.captured.page.retrievedAt ? undefined : optional(checkedAt),
  }
}

/** In their order; the longest run of observations that a column of a table stands for is written as that column. */
function writtenSubjects(draft: Draft, entries: ModelEntries, note: string, subjects: readonly Subject[]): Written[] {
  const names = entries.noteNames.get(note)
  const found: Written[] = []
  for (let place = 0; place < subjects.length; ) {
    const subject = subjects[place] as Subject
    if (subject.observationId === null) {
      found.push(nodeSubject(draft, entries, subject, names))
      place += 1
      continue
    }
    const observation = draft.observations.get(subject.observationId) as Observation
    const column = columnsWith(draft, observation).find(({ members }) =>
      members.every(({ id }, index) => subjects[place + index]?.observationId === id),
    )
    if (column) found.push({ cells: column.cells })
    else found.push({ observation: draft.observation(observation) })
    place += column ? column.members.length : 1
  }
  return found
}

/** The columns that begin with an observation: with all of their observations, then with those under its setting alone. */
function columnsWith(draft: Draft, { cellId, settingId }: Observation): { members: Observation[]; cells: Entry }[] {
  const { cells, rows } = draft.captured
  const cell = cells.find(({ id }) => id === cellId)
  if (!cell) return []
  const place = new Map(rows.map(({ id, position }) => [id, position]))
  const inColumn = cells
    .filter(({ tableId, columnPosition }) => tableId === cell.tableId && columnPosition === cell.columnPosition)
    .sort((a, b) => (place.get(a.rowId) ?? 0) - (place.get(b.rowId) ?? 0))
    .flatMap(({ id }) => draft.inCell.get(id) ?? [])
  const at = { table: draft.table(cell.tableId), column: String(cell.columnPosition) }
  return [
    { members: inColumn, cells: at },
    {
      members: inColumn.filter((observation) => observation.settingId === settingId),
      cells: { ...at, setting: draft.setting(settingId) },
    },
  ].filter(({ members }) => members.length > 1)
}

function nodeSubject(
  draft: Draft,
  entries: ModelEntries,
  { modelId, benchmarkId, settingId, sourceId, authorId, tableId }: Subject,
  names: ReadonlyMap<number, string> | undefined,
): Entry {
  if (modelId !== null) return { model: entries.entry(modelId, names?.get(modelId))?.local }
  if (benchmarkId !== null) return { benchmark: draft.benchmark(benchmarkId) }
  if (settingId !== null) return { setting: draft.setting(settingId) }
  if (sourceId !== null) return { source: draft.source(sourceId) }
  if (authorId !== null) return { author: draft.author(authorId) }
  return { table: draft.table(tableId ?? 0) }
}

export function writtenDerivations(draft: Draft): Entry[] | undefined {
  const { derivations, inputs } = draft.captured
  const local = (id: number) => draft.observation(draft.observations.get(id) as Observation)
  if (derivations.length === 0) return undefined
  return derivations.map(({ id, observationId, kind, formula, origin }) => ({
    observation: local(observationId),
    from: inputs.filter(({ derivationId }) => derivationId === id).map((input) => local(input.observationId)),
    ...{ kind, formula: optional(formula), origin: origin === 'PUBLISHED' ? undefined : origin },
  }))
}
