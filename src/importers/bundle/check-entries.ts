// Checks of sources, models, settings, notes and derivations: that what they refer to is there.
import { compare, parseDecimal } from '../../domain/decimal.ts'
import { tidyName } from '../../domain/names.ts'
import { printedAuthor } from './authors.ts'
import type { Check, EntryKind } from './check.ts'
import type { BundleSubject, Known } from './format.ts'
import { wholeSetting } from './settings.ts'

export function checkSources({ bundle, refer, say }: Check): void {
  for (const [name, source] of Object.entries(bundle.sources)) {
    const at = ['sources', name]
    refer('author', source.publisher, [...at, 'publisher'])
    source.derivedFrom.forEach((from, index) => {
      refer('source', from, [...at, 'derivedFrom', index])
      if (from === name) say([...at, 'derivedFrom', index], 'a source cannot be derived from itself')
    })
    const printed = source.authors.map((author) => tidyName(printedAuthor(bundle, author)))
    printed.forEach((author, index) => {
      if (printed.indexOf(author) < index) say([...at, 'authors', index], `the author '${author}' is listed twice`)
    })
    if (source.authorCount !== undefined && source.authorCount < printed.length) {
      say([...at, 'authorCount'], `${printed.length} authors are listed, so there are more than ${source.authorCount}`)
    }
  }
}

export function checkModels({ bundle, refer, say }: Check): void {
  const owners = new Map<string, string>()
  for (const [name, model] of Object.entries(bundle.models)) {
    const at = ['models', name]
    const names = [
      { printed: model.name, path: [...at, 'name'] },
      ...model.aliases.map((alias, index) => ({
        printed: typeof alias === 'string' ? alias : alias.name,
        path: [...at, 'aliases', index],
      })),
    ]
    for (const { printed, path } of names) {
      const owner = owners.get(tidyName(printed))
      if (owner !== undefined && owner !== name) say(path, `'${printed}' is also a name of the model '${owner}'`)
      else owners.set(tidyName(printed), name)
    }
    model.aliases.forEach((alias, index) => {
      if (typeof alias !== 'string') refer('source', alias.source, [...at, 'aliases', index, 'source'])
    })
    for (const [index, developer] of model.developers.entries())
      refer('author', developer, [...at, 'developers', index])
    refer('model', model.base, [...at, 'base'])
    if (model.base === name) say([...at, 'base'], 'a model cannot be its own base')
    model.facts.forEach((fact, index) => {
      const here = [...at, 'facts', index]
      refer('source', fact.statedIn, [...here, 'statedIn'])
      refer('author', fact.statedBy, [...here, 'statedBy'])
      refer('note', fact.missing, [...here, 'missing'])
      const missing = bundle.notes.find((note) => note.id !== undefined && note.id === fact.missing)
      if (missing && !('notPublished' in missing)) {
        say([...here, 'missing'], `the note '${fact.missing}' does not say that something is not published`)
      }
      if (fact.value === undefined && fact.number === undefined && fact.missing === undefined) {
        say(here, "needs a 'value', a 'number', or 'missing' with the note that stands in its place")
      }
    })
  }
}

const textOf = (known: Known | undefined): string | null =>
  known == null ? null : typeof known === 'string' ? known : known.inferred

export function checkSettings({ bundle, refer, say }: Check): void {
  for (const [name, setting] of Object.entries(bundle.settings)) {
    const at = ['settings', name]
    refer('setting', setting.like, [...at, 'like'])
    refer('benchmark', setting.benchmark, [...at, 'benchmark'])
    const whole = wholeSetting(bundle.settings, name)
    if (!whole) {
      if (setting.like !== undefined && bundle.settings[setting.like])
        say([...at, 'like'], "'like' leads in a circle or nowhere")
      continue
    }
    if (whole.benchmark === undefined) say(at, "needs a 'benchmark', its own or that of a setting it is like")
    const direction = textOf(setting.higherIsBetter)
    if (direction !== null && direction !== 'true' && direction !== 'false') {
      say([...at, 'higherIsBetter'], `must be true, false or ~, not '${direction}'`)
    }
    for (const field of ['min', 'max'] as const) {
      const bound = textOf(setting[field])
      if (bound !== null && !parseDecimal(bound)) say([...at, field], `must be a plain number, not '${bound}'`)
    }
    const [min, max] = [textOf(whole.min), textOf(whole.max)]
    if (min !== null && max !== null && parseDecimal(min) && parseDecimal(max) && compare(min, max) > 0) {
      say(at, `its 'min' of ${min} is above its 'max' of ${max}`)
    }
  }
}

export function checkNotes({ bundle, refer, say }: Check): void {
  const seen = new Set<string>()
  bundle.notes.forEach((note, index) => {
    const at = ['notes', index]
    if (note.id !== undefined && seen.has(note.id)) say([...at, 'id'], `another note has the id '${note.id}'`)
    if (note.id !== undefined) seen.add(note.id)
    refer('source', note.statedIn, [...at, 'statedIn'])
    for (const [place, subject] of note.subjects.entries())
      checkSubject({ bundle, refer, say }, subject, [...at, 'subjects', place])
    if ('issue' in note && (note.state === 'RESOLVED') !== (note.resolution !== undefined)) {
      say(
        at,
        note.resolution
          ? "has a 'resolution', so its 'state' must be RESOLVED"
          : "is RESOLVED, so it needs a 'resolution'",
      )
    }
    if ('notPublished' in note) {
      refer('model', note.about?.model, [...at, 'about', 'model'])
      refer('setting', note.about?.setting, [...at, 'about', 'setting'])
    }
  })
  bundle.derivations.forEach(({ observation, from }, index) => {
    refer('observation', observation, ['derivations', index, 'observation'])
    from.forEach((input, place) => {
      refer('observation', input, ['derivations', index, 'from', place])
      if (input === observation) say(['derivations', index, 'from', place], 'an observation cannot follow from itself')
    })
  })
}

function checkSubject({ bundle, refer, say }: Check, subject: BundleSubject, at: PropertyKey[]): void {
  if (!('cells' in subject)) {
    for (const [kind, name] of Object.entries(subject)) refer(kind as EntryKind, name, [...at, kind])
    return
  }
  const { table, column, setting } = subject.cells
  refer('table', table, [...at, 'cells', 'table'])
  refer('setting', setting, [...at, 'cells', 'setting'])
  const columns = bundle.tables[table]?.columns.length
  if (columns !== undefined && (column < 1 || column > columns)) {
    say([...at, 'cells', 'column'], `the table '${table}' has the columns 1 to ${columns}`)
  }
}
