// Finds the names that keys were made of: a fact's or note's key holds the model's name as its file gave it, and no later
// match or merge changes it, so the name that gives the same key again is the one that stood in the file.
import type { Row } from '../../db/columns.ts'
import type { LocatorContent, NoteContent, SourceRef } from '../../domain/key-content.ts'
import { factKey, noteKey } from '../../domain/keys.ts'
import { modelIdentity } from '../../domain/names.ts'
import type { Parameter } from '../../domain/parameters.ts'
import type { Captured } from './captured.ts'
import { settingContent } from './settings.ts'

/** Combinations of names that are tried for one note. */
const MOST_COMBINATIONS = 256

const sourceRef = ({ sources }: Captured, id: number | null): SourceRef | null => {
  const source = id === null ? undefined : sources.get(id)
  return source ? { identity: source.identity, version: source.version } : null
}

/** The place in a source; undefined where none is told. */
export function locatorOf(row: {
  locatorTable: string | null
  locatorRow: string | null
  locatorColumn: string | null
  locatorPage: string | null
  locatorText: string | null
}): LocatorContent {
  return {
    ...{ table: row.locatorTable, row: row.locatorRow, column: row.locatorColumn },
    ...{ page: row.locatorPage, text: row.locatorText },
  }
}

/** The first of `names` that gives the fact's key, and whether its value was given beside its number; null where none does. */
export function nameInFact(
  captured: Captured,
  fact: Row<'Fact'>,
  names: readonly string[],
): { name: string; valueText: string | null } | null {
  const statedBy = fact.statedById === null ? null : (captured.authors.get(fact.statedById)?.identity ?? null)
  const { property, valueNumber, unit, asOf, missingKey: missing } = fact
  const texts = fact.valueText !== null && fact.valueText === valueNumber ? [null, fact.valueText] : [fact.valueText]
  for (const name of names) {
    for (const valueText of texts) {
      const key = factKey({
        ...{ model: modelIdentity(name), property, valueText, valueNumber, unit, asOf, statedBy, missing },
        statedIn: sourceRef(captured, fact.statedInId),
      })
      if (key === fact.key) return { name, valueText }
    }
  }
  return null
}

/** For each model that a note names, the name that gives the note's key; null where none of `namesOf` do. */
export function namesInNote(
  captured: Captured,
  note: Row<'Note'>,
  namesOf: (model: number) => readonly string[],
): ReadonlyMap<number, string> | null {
  const subjects = captured.subjects.filter(({ noteKey: key }) => key === note.key)
  const models = [...new Set(subjects.flatMap(({ modelId }) => modelId ?? []))]
  let choices: ReadonlyMap<number, string>[] = [new Map()]
  for (const model of models) {
    choices = choices.flatMap((chosen) => namesOf(model).map((name) => new Map([...chosen, [model, name] as const])))
    if (choices.length > MOST_COMBINATIONS) return null
  }
  return choices.find((chosen) => noteKey(contentOf(captured, note, subjects, chosen)) === note.key) ?? null
}

function contentOf(
  captured: Captured,
  note: Row<'Note'>,
  subjects: readonly Row<'NoteSubject'>[],
  names: ReadonlyMap<number, string>,
): NoteContent {
  return {
    ...{ type: note.type, code: note.code, origin: note.origin, text: note.text, kind: note.kind },
    ...{ aspects: note.aspects, extent: note.extent, placeholder: note.placeholder, aboutName: note.aboutName },
    subjects: subjects.map((subject) => subjectKey(captured, subject, names)),
    statedIn: sourceRef(captured, note.statedInId),
    aboutSetting: note.aboutSettingId === null ? null : settingContent(captured, note.aboutSettingId),
    configuration: note.configuration as unknown as Parameter[],
    locator: locatorOf(note),
  }
}

function subjectKey(captured: Captured, subject: Row<'NoteSubject'>, names: ReadonlyMap<number, string>): string {
  const { modelId, benchmarkId, settingId, sourceId, authorId, tableId, observationId } = subject
  if (modelId !== null) return `model:${modelIdentity(names.get(modelId) ?? '')}`
  if (benchmarkId !== null) return `benchmark:${captured.benchmarks.get(benchmarkId)?.identity}`
  if (settingId !== null) return `setting:${captured.settings.get(settingId)?.key}`
  if (sourceId !== null) return `source:${captured.sources.get(sourceId)?.identity}`
  if (authorId !== null) return `author:${captured.authors.get(authorId)?.identity}`
  if (tableId !== null) return `table:${captured.tables.find(({ id }) => id === tableId)?.key}`
  return `observation:${captured.observations.find(({ id }) => id === observationId)?.key}`
}
