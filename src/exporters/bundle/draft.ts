// A bundle under way: local names of what it refers to, and the parts that are already written.
import type { Row } from '../../db/columns.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { Parameter } from '../../domain/parameters.ts'
import type { Captured } from './captured.ts'

/** A part of the bundle as it stands in the file: maps, lists and texts; what is undefined is left out. */
export type Written = string | undefined | Written[] | { [field: string]: Written }
export type Entry = { [field: string]: Written }

/** What a table's or single claim's `model` may say: the local name of an entry, and the names that lead to it. */
export interface ModelEntry {
  local: string
  name: string
  names: ReadonlySet<string>
}

/** Gives every key a local name of its own, made from what is proposed. */
export class LocalNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()

  of(key: string | number, proposed: string): string {
    const known = this.#names.get(String(key))
    if (known !== undefined) return known
    const clean = proposed.replace(/[^A-Za-z0-9._+-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'x'
    let name = clean
    for (let n = 2; this.#taken.has(name); n++) name = `${clean}-${n}`
    this.#taken.add(name)
    this.#names.set(String(key), name)
    return name
  }

  has(name: string): boolean {
    return this.#taken.has(name)
  }
}

export class Draft {
  readonly captured: Captured
  /** Observations by id and by the cell they stand in, notes of placeholders by cell, cells by row, who measured by observation. */
  readonly observations: ReadonlyMap<number, Row<'Observation'>>
  readonly inCell: ReadonlyMap<number, Row<'Observation'>>
  readonly gapInCell: ReadonlyMap<number, Row<'Note'>>
  readonly cellsOfRow: ReadonlyMap<number, Row<'TableCell'>[]>
  readonly measurers: ReadonlyMap<number, Row<'ObservationMeasurer'>[]>
  readonly #authors = new LocalNames()
  readonly #sources = new LocalNames()
  readonly #benchmarks = new LocalNames()
  readonly #settings = new LocalNames()
  readonly #tables = new LocalNames()
  readonly #notes = new LocalNames()
  readonly #observations = new LocalNames()
  /** Authors that something refers to, or that the page's files list: with the name that is printed. */
  readonly usedAuthors = new Map<string, { author: Row<'Author'>; name: string }>()
  /** Observations and notes that something refers to by an id of the file. */
  readonly usedObservations = new Map<number, string>()
  readonly usedNotes = new Map<string, string>()

  constructor(captured: Captured) {
    this.captured = captured
    const { observations, notes, cells, measurers } = captured
    this.observations = new Map(observations.map((observation) => [observation.id, observation]))
    this.inCell = new Map(observations.flatMap((one) => (one.cellId === null ? [] : [[one.cellId, one] as const])))
    this.gapInCell = new Map(notes.flatMap((note) => (note.cellId === null ? [] : [[note.cellId, note] as const])))
    this.cellsOfRow = groupBy(cells, ({ rowId }) => rowId)
    this.measurers = groupBy(measurers, ({ observationId }) => observationId)
    for (const [id, { slug }] of captured.authors) this.#authors.of(id, slug)
    for (const [id, { slug }] of captured.sources) this.#sources.of(id, slug)
    for (const [id, { slug }] of captured.benchmarks) this.#benchmarks.of(id, slug)
    for (const [id, { benchmarkId, subset }] of captured.settings)
      this.#settings.of(
        id,
        [this.benchmark(benchmarkId), ...(subset ? [subset.toLowerCase().slice(0, 40)] : [])].join('-'),
      )
    for (const { id, position } of captured.tables) this.#tables.of(id, `table-${position}`)
  }

  source(id: number): string {
    return this.#sources.of(id, '')
  }
  benchmark(id: number): string {
    return this.#benchmarks.of(id, '')
  }
  setting(id: number): string {
    return this.#settings.of(id, '')
  }
  table(id: number): string {
    return this.#tables.of(id, '')
  }

  /** The local name of an author, who is listed under the name that is printed here. */
  author(id: number, printed?: string): string {
    const author = this.captured.authors.get(id) as Row<'Author'>
    const name = printed ?? author.name
    const local =
      name === author.name ? this.#authors.of(id, '') : this.#authors.of(`${id} ${name}`, `${author.slug}-2`)
    this.usedAuthors.set(local, { author, name })
    return local
  }

  /** Whether a printed name would be taken for somebody's local name. */
  isAuthorLocal(name: string): boolean {
    return this.#authors.has(name)
  }

  observation({ id, key }: Pick<Row<'Observation'>, 'id' | 'key'>): string {
    const local = this.#observations.of(id, `o-${key.slice(0, 8)}`)
    this.usedObservations.set(id, local)
    return local
  }

  note(key: string): string {
    const local = this.#notes.of(key, `n-${key.slice(0, 8)}`)
    this.usedNotes.set(key, local)
    return local
  }
}

/** What is known of one field, as a bundle writes it: a text, an inferred one with its reason, or ~. */
export function knownField({ value, basis, reason }: Parameter): Written {
  if (basis === 'UNSTATED' || value === null) return '~'
  return basis === 'INFERRED' ? { inferred: value, because: reason ?? 'not recorded' } : value
}

/** Undefined where there are none. */
export const parameterMap = (list: unknown): Entry | undefined => {
  const parameters = list as Parameter[]
  return parameters.length === 0
    ? undefined
    : Object.fromEntries(parameters.map((parameter) => [parameter.name, knownField(parameter)]))
}

export const optional = (value: string | number | boolean | null | undefined): string | undefined =>
  value == null ? undefined : String(value)
