// Which models a bundle lists, under which names.
import { foldName, tidyName } from '../../domain/names.ts'
import type { Captured } from './captured.ts'
import { LocalNames, type ModelEntry } from './draft.ts'
import { nameInFact, namesInNote } from './keys.ts'

export interface ModelEntries {
  /** In the order of their local names. */
  all: readonly (ModelEntry & { model: number; aliases: { name: string; source: number }[] })[]
  /** The entry under a name; the first one of the model where the name is not given. */
  entry(model: number, name?: string): ModelEntry | undefined
  /** What a claim about a model says beside the reported name: a local name, or nothing where the name itself leads there. */
  localFor(model: number, reportedName: string): string | undefined
  /** Of facts, by id: the entry that tells it and whether its value was given as text. */
  facts: ReadonlyMap<number, { local: string; valueText: string | null }>
  /** Of notes, by key: the name of each model that they are about. */
  noteNames: ReadonlyMap<string, ReadonlyMap<number, string>>
}

/**
 * Listed are the models that facts and notes tell of, those with names beside the ones that claims report, those whose claims
 * report names that nothing else ties together, and those that the page names and of which more is known.
 */
export function modelEntries(captured: Captured): ModelEntries {
  const { page, models, aliases, facts, notes } = captured
  const reported = reportedNames(captured)
  const candidates = new Map([...models.keys()].map((model) => [model, namesOf(captured, model, reported)]))
  const namesFor = (model: number): readonly string[] => candidates.get(model) ?? []
  const wanted = new Map<number, Set<string>>()
  const want = (model: number, name: string) => wanted.set(model, (wanted.get(model) ?? new Set()).add(name))

  const toldBy = new Map<number, { model: number; name: string; valueText: string | null }>()
  for (const fact of facts) {
    const usual = { name: namesFor(fact.modelId)[0] ?? '', valueText: fact.valueText }
    const found = nameInFact(captured, fact, namesFor(fact.modelId)) ?? usual
    toldBy.set(fact.id, { model: fact.modelId, ...found })
    want(fact.modelId, found.name)
  }
  const noteNames = new Map<string, ReadonlyMap<number, string>>()
  for (const note of notes.filter(({ cellId }) => cellId === null)) {
    const found = namesInNote(captured, note, namesFor)
    if (found) noteNames.set(note.key, found)
    for (const [model, name] of found ?? []) want(model, name)
  }
  const needed = new Set([
    ...captured.subjects.flatMap(({ modelId }) => modelId ?? []),
    ...aliases.filter((alias) => !isReported(reported, alias)).map(({ modelId }) => modelId),
    ...[...models.keys()].filter((model) => namedApart(reported.get(model) ?? [])),
    ...aliases
      .filter(({ sourceId }) => sourceId === page.id)
      .flatMap(({ modelId }) => (hasMore(captured, modelId) ? [modelId] : [])),
    ...notes.flatMap(({ cellId, aboutModelId }) => (cellId === null && aboutModelId !== null ? [aboutModelId] : [])),
  ])
  for (const model of needed) if (!wanted.has(model)) want(model, namesFor(model)[0] ?? '')

  const locals = new LocalNames()
  const all = [...wanted]
    .flatMap(([model, names]) => [...names].map((name) => ({ model, name, slug: models.get(model)?.slug ?? 'model' })))
    .sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : a.name < b.name ? -1 : 1))
    .map(({ model, name, slug }) => ({ model, name, local: locals.of(`${model} ${name}`, slug) }))
  const owners = new Map(all.map(({ name, local }) => [tidyName(name), local]))
  const primary = new Set<number>()
  const entries = all.map(({ model, name, local }) => {
    const first = !primary.has(model)
    primary.add(model)
    const own = first
      ? listedAliases(captured, reported, model, name).filter((alias) => free(owners, local, alias.name))
      : []
    for (const alias of own) owners.set(tidyName(alias.name), local)
    return { model, name, local, aliases: own, names: new Set([name, ...own.map((alias) => alias.name)].map(tidyName)) }
  })
  const entry = (model: number, name?: string) =>
    entries.find((one) => one.model === model && (name === undefined || one.name === name))
  return {
    all: entries,
    entry,
    localFor: (model, reportedName) => {
      const listed = entry(model)
      return listed && !listed.names.has(tidyName(reportedName)) ? listed.local : undefined
    },
    facts: new Map(
      [...toldBy].map(([id, { model, name, valueText }]) => [
        id,
        { local: entry(model, name)?.local ?? '', valueText },
      ]),
    ),
    noteNames,
  }
}

const free = (owners: ReadonlyMap<string, string>, local: string, name: string): boolean =>
  (owners.get(tidyName(name)) ?? local) === local

type Reported = ReadonlyMap<number, { name: string; source: number }[]>

/** The names that claims report, with the source that prints them: importing notes these by itself. */
function reportedNames({ observations, rows, tables, notes }: Captured): Reported {
  const reported = new Map<number, { name: string; source: number }[]>()
  const add = (model: number | null, name: string | null, source: number | null) => {
    if (model === null || name === null || source === null) return
    const known = reported.get(model) ?? []
    if (!known.some((one) => one.name === name && one.source === source)) known.push({ name, source })
    reported.set(model, known)
  }
  for (const { modelId, reportedName, sourceId } of observations) add(modelId, reportedName, sourceId)
  const sourceOf = new Map(tables.map(({ id, sourceId }) => [id, sourceId]))
  for (const row of rows) add(row.modelId, row.reportedName, row.sourceId ?? sourceOf.get(row.tableId) ?? null)
  for (const note of notes) if (isPlaceholder(note)) add(note.aboutModelId, note.aboutName, note.statedInId)
  return reported
}

/** A note that stands for a single claim of which only a placeholder is printed. */
export const isPlaceholder = (note: Captured['notes'][number]): boolean =>
  note.type === 'NOT_PUBLISHED' &&
  note.code === 'no-value-in-cell' &&
  note.origin === 'PUBLISHED' &&
  note.cellId === null

const isReported = (reported: Reported, { modelId, name, sourceId }: Captured['aliases'][number]): boolean =>
  (reported.get(modelId) ?? []).some((one) => one.name === name && one.source === sourceId)

/** Names that folding doesn't make one. */
const namedApart = (names: readonly { name: string }[]): boolean =>
  new Set(names.map(({ name }) => foldName(name).folded)).size > 1

function hasMore({ models, developers }: Captured, id: number): boolean {
  const model = models.get(id)
  const told = [model?.family, model?.huggingFaceId, model?.baseModelId].some((value) => value != null)
  return told || developers.some(({ modelId }) => modelId === id)
}

/**
 * Names that may have stood in the page's file, likeliest first: those the page prints (of these the one that the model goes
 * by, then such as would not win over it), then all others.
 */
function namesOf({ page, models, aliases, names }: Captured, model: number, reported: Reported): string[] {
  const goesBy = models.get(model)?.name ?? ''
  const atPage = aliases
    .filter((alias) => alias.modelId === model && alias.sourceId === page.id)
    .map(({ name }) => name)
  const modest = (name: string) => name.length > goesBy.length || (name.length === goesBy.length && name >= goesBy)
  const ranked = [
    ...atPage.filter((name) => name === goesBy),
    ...atPage.filter((name) => name !== goesBy && modest(name)),
    ...atPage,
    ...(reported.get(model) ?? []).map(({ name }) => name),
    goesBy,
    ...names.filter((alias) => alias.modelId === model).map(({ name }) => name),
  ]
  return [...new Set(ranked)].filter((name) => name !== '')
}

/** Names beside those that importing notes by itself: the entry's own on the page, and those that claims report. */
function listedAliases({ page, aliases }: Captured, reported: Reported, model: number, name: string) {
  return aliases.flatMap((alias) => {
    const { sourceId } = alias
    if (alias.modelId !== model || sourceId === null || isReported(reported, alias)) return []
    return alias.name === name && sourceId === page.id ? [] : [{ name: alias.name, source: sourceId }]
  })
}
