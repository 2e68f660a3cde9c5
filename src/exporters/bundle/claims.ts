// Tables and single observations of a bundle: what stands on a claim.
import type { Row } from '../../db/columns.ts'
import { readPrinted } from '../../domain/printed-number.ts'
import { type Draft, type Entry, optional, parameterMap } from './draft.ts'
import { locatorOf } from './keys.ts'
import { isPlaceholder, type ModelEntries } from './model-entries.ts'

type Observation = Row<'Observation'>

/** Who publishes a claim and through which page it was read; nothing where that is the page itself. */
export function placesOf(draft: Draft, sourceId: number, readFromId: number | null): Entry {
  const page = draft.captured.page.id
  const source = sourceId === page ? undefined : draft.source(sourceId)
  // Without a word, a claim of another source was read through the page.
  if (readFromId === page) return { source }
  if (readFromId !== null) return { source, readFrom: draft.source(readFromId) }
  return sourceId === page ? {} : { source, readFrom: draft.source(sourceId) }
}

/** What a claim says beside its model, setting, place and printed text. */
export function detailsOf(draft: Draft, observation: Observation): Entry {
  const { page, sources, importedStatus } = draft.captured
  const { id, evidence, printed, uncertaintyText, publishedAt, retrievedAt, sourceId } = observation
  const status = importedStatus.get(id) ?? observation.status
  const measured = draft.measurers.get(id) ?? []
  return {
    ...placesOf(draft, sourceId, observation.readFromId),
    evidence: evidence === 'UNKNOWN' ? undefined : evidence,
    evidenceLabel: optional(observation.evidenceLabel),
    status: status === 'ACTIVE' ? undefined : status,
    sampleSize: optional(observation.sampleSize),
    uncertainty: readPrinted(printed).uncertainty ? undefined : optional(uncertaintyText),
    measuredBy: measured.length > 0 ? measured.map(({ authorId }) => draft.author(authorId)) : undefined,
    measuredAt: optional(observation.measuredAt),
    publishedAt: publishedAt === sources.get(sourceId)?.publishedAt ? undefined : optional(publishedAt),
    retrievedAt: retrievedAt === page.retrievedAt ? undefined : optional(retrievedAt),
    methodology: optional(observation.methodology),
    context: optional(observation.context),
  }
}

export function locatorEntry(row: Parameters<typeof locatorOf>[0]): Entry | undefined {
  const parts = Object.entries(locatorOf(row)).flatMap(([part, text]) => (text == null ? [] : [[part, text] as const]))
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

function modelOf(entries: ModelEntries, model: number | null, reportedName: string): Entry {
  const local = model === null ? undefined : entries.localFor(model, reportedName)
  return { model: local, reportedName }
}

/** Every claim outside of the tables, and those of tables that something refers to one by one. To be called after all others. */
export function writtenObservations(draft: Draft, entries: ModelEntries): Entry[] | undefined {
  const { observations, cells, notes } = draft.captured
  const inTables = new Set(cells.map(({ id }) => id))
  const single = observations.filter(
    ({ id, cellId }) => cellId === null || !inTables.has(cellId) || draft.usedObservations.has(id),
  )
  const written = single.map((observation): Entry => {
    const { modelId, reportedName, settingId, printed, configuration, labels } = observation
    return {
      id: draft.usedObservations.get(observation.id),
      ...modelOf(entries, modelId, reportedName),
      ...{ setting: draft.setting(settingId), printed, locator: locatorEntry(observation) },
      ...detailsOf(draft, observation),
      ...{ configuration: parameterMap(configuration), labels: parameterMap(labels) },
    }
  })
  const gaps = notes.filter(isPlaceholder).map((note): Entry => {
    const { aboutModelId, aboutName, aboutSettingId, placeholder, configuration, statedInId, checkedAt } = note
    return {
      ...modelOf(entries, aboutModelId, aboutName ?? ''),
      setting: aboutSettingId === null ? undefined : draft.setting(aboutSettingId),
      ...{ printed: placeholder ?? '', locator: locatorEntry(note) },
      ...placesOf(draft, statedInId ?? draft.captured.page.id, null),
      retrievedAt: checkedAt === draft.captured.page.retrievedAt ? undefined : optional(checkedAt),
      configuration: parameterMap(configuration),
    }
  })
  return written.length + gaps.length > 0 ? [...written, ...gaps] : undefined
}
