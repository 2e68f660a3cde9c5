// Writes notes: unresolved issues, gaps and remarks, and the gaps that placeholders in cells stand for.
import { noteKey } from '../../domain/keys.ts'
import { readPrinted } from '../../domain/printed-number.ts'
import type { BundleNote } from '../bundle/format.ts'
import { claimsOf, locatorColumns, parametersOf } from './claims.ts'
import type { Parts } from './parts.ts'
import { placeholderNote } from './placeholder-note.ts'
import { emptyNote, type PreparedNote } from './prepared-note.ts'
import { refreshReached, subjectRows, subjectsOf } from './subjects.ts'
import type { Observations } from './write-observations.ts'
import { insertRows, must, type Row, type Writing } from './writing.ts'

/** Keys of the notes by their local name. */
export async function writeNotes(
  writing: Writing,
  parts: Parts,
  observations: Observations,
): Promise<ReadonlyMap<string, string>> {
  const { bundle, ledger } = writing
  const openedAt = new Date().toISOString()
  const common = { import_id: writing.importId, opened_at: openedAt }
  const listed = bundle.notes.map((note) => prepare(writing, parts, observations, note, common))
  const gaps = claimsOf(bundle)
    .filter((claim) => readPrinted(claim.printed).placeholder && parts.tables.cellOf(claim) !== undefined)
    .map((claim) => ({ claim, note: placeholderNote(writing, parts, claim, common) }))
  const all = new Map([...listed, ...gaps.map(({ note }) => note)].map((note) => [note.row.key, note]))
  const rows = [...all.values()].map(({ row }) => row)
  const inserted = await insertRows<{ key: string }>(writing, 'note', rows, { conflict: ['key'], returning: ['key'] })
  const fresh = new Set(inserted.map(({ key }) => key))
  const keys = [...fresh]
  await insertRows(
    writing,
    'note_subject',
    keys.flatMap((key) => subjectRows(key, must(all, key).subjects)),
  )
  await refreshReached(writing, [...new Set([...keys, ...parts.models.disturbedNotes])])
  await writeSpreads(writing, keys)
  for (const { column, id } of keys.flatMap((key) => must(all, key).subjects))
    if (column === 'observation_id') writing.disturbed.observations.add(id)
  const count = (kind: 'note' | 'cell' | 'observation', key: string, path: PropertyKey[]) =>
    ledger.count(kind, fresh.delete(key) ? 'accepted' : 'duplicates', path)
  for (const [place, { row }] of listed.entries()) count('note', row.key, ['notes', place])
  for (const { claim, note } of gaps) count(claim.cell ? 'cell' : 'observation', note.row.key, claim.path)
  for (const { row, subjects } of all.values()) {
    for (const { column, id } of subjects) if (column === 'model_id') parts.models.touched.add(id)
    if (row.about_model_id != null) parts.models.touched.add(row.about_model_id as number)
  }
  await touchInvolvedModels(writing, parts, keys)
  return new Map(
    bundle.notes.flatMap(({ id }, place) => (id === undefined ? [] : [[id, listed[place]?.row.key ?? '']])),
  )
}

function prepare(
  writing: Writing,
  parts: Parts,
  observations: Observations,
  note: BundleNote,
  common: Row,
): PreparedNote {
  const { bundle } = writing
  const { sources, models, settings } = parts
  const subjects = note.subjects.flatMap((subject) => subjectsOf(writing, parts, observations, subject))
  const statedIn = note.statedIn ?? (note.origin === 'PUBLISHED' ? bundle.page : null)
  const content = {
    ...{ code: note.code, origin: note.origin, text: note.text, subjects: subjects.map(({ key }) => key) },
    statedIn: statedIn === null ? null : sources.ref(statedIn),
  }
  const shared = {
    ...emptyNote,
    ...{ code: note.code, text: note.text, origin: note.origin, ...common },
    stated_in_id: statedIn === null ? null : sources.id(statedIn),
  }
  if ('issue' in note) {
    const type = 'UNRESOLVED_ISSUE'
    const key = noteKey({ type, ...content, kind: note.issue })
    const { issue: kind, state, settingStated: setting_stated, resolution } = note
    const resolved = {
      resolved_by: resolution?.by ?? null,
      resolved_at: resolution === undefined ? null : `${resolution.at}T00:00:00Z`,
      resolved_reason: resolution?.reason ?? null,
    }
    return { subjects, row: { ...shared, key, type, kind, state, setting_stated, ...resolved } }
  }
  if ('remark' in note) {
    const type = 'REMARK'
    return { subjects, row: { ...shared, key: noteKey({ type, ...content }), type } }
  }
  const type = 'NOT_PUBLISHED'
  const { notPublished: aspects, extent, placeholder = null, about, locator = {}, checkedAt = null } = note
  const configuration = parametersOf(note.configuration)
  const aboutName = about?.name ?? (about?.model === undefined ? null : (bundle.models[about.model]?.name ?? null))
  const aboutSetting = about?.setting === undefined ? null : settings.content(about.setting)
  const key = noteKey({
    type,
    ...content,
    aspects,
    extent,
    placeholder,
    aboutName,
    aboutSetting,
    configuration,
    locator,
  })
  return {
    subjects,
    row: {
      ...shared,
      ...{ key, type, aspects, extent, placeholder, configuration, ...locatorColumns(locator) },
      about_model_id: about?.model === undefined ? null : models.id(about.model),
      about_setting_id: about?.setting === undefined ? null : settings.id(about.setting),
      about_name: aboutName,
      checked_at: checkedAt ?? bundle.sources[bundle.page]?.retrievedAt ?? null,
    },
  }
}

/** Largest minus smallest value of the observations that an issue involves; exact, and null with fewer than two values. */
async function writeSpreads({ run }: Writing, notes: readonly string[]): Promise<void> {
  await run(
    `UPDATE note n SET spread = x.spread FROM (
       SELECT s.note_key, max(o.value) - min(o.value) AS spread
       FROM note_subject s JOIN observation o ON o.id = s.observation_id JOIN setting t ON t.id = o.setting_id
       WHERE s.note_key = ANY($1::text[]) GROUP BY s.note_key
       -- Values of different tests have no distance.
       HAVING count(o.value) > 1 AND count(DISTINCT (t.benchmark_id, lower(t.subset), lower(t.metric))) = 1) x
     WHERE n.key = x.note_key AND n.type = 'UNRESOLVED_ISSUE'`,
    notes,
  )
}

async function touchInvolvedModels({ rows }: Writing, { models }: Parts, notes: readonly string[]): Promise<void> {
  const found = await rows<{ id: number }>(
    'SELECT DISTINCT model_id AS id FROM note_subject WHERE note_key = ANY($1::text[]) AND model_id IS NOT NULL',
    notes,
  )
  for (const { id } of found) models.touched.add(id)
}
