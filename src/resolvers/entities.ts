// The entities of the subgraph: what other subgraphs may extend, and the natural keys that lead to each.
import type { Row, TableName } from '../db/columns.ts'
import { arxivVersionedId } from '../domain/arxiv.ts'
import type { Slugged } from '../loaders/by-slug.ts'
import { rowsBy } from '../loaders/rows.ts'
import { type SourceIdentifier, sourcesByIdentifier } from '../loaders/sources-by-identifier.ts'
import { builder } from '../schema/builder.ts'
import {
  Author,
  Benchmark,
  Model,
  Note,
  NotPublished,
  Observation,
  Remark,
  Setting,
  Source,
  UnresolvedIssue,
} from '../schema/refs.ts'
import { typeNameOf } from '../schema/type-name.ts'
import { type Entities, referencesTo } from './references.ts'

type LookUp = Entities[string][string]

const bySlug =
  (kind: Slugged): LookUp =>
  (values, { load }, columns) =>
    load.bySlug(kind, values.map(only), columns)

const byKey =
  (table: TableName): LookUp =>
  (values, { load }, columns) =>
    load.byKey(table, values.map(only), columns)

const byColumn =
  <Name extends TableName>(table: Name, column: keyof Row<Name> & string): LookUp =>
  (values, { db }, columns) =>
    rowsBy(db.pool, table, column, values.map(only), columns)

const by =
  (identifier: SourceIdentifier, textOf: (values: readonly string[]) => string | null = only): LookUp =>
  async (values, { db }) => {
    const texts = values.map(textOf)
    const found = await sourcesByIdentifier(
      db.pool,
      identifier,
      texts.filter((text) => text !== null),
    )
    let next = 0
    return texts.map((text) => (text === null ? null : (found[next++] ?? null)))
  }

/** All notes are kept in one table: the key of an issue doesn't find a gap. */
const noteOf =
  (type: string): LookUp =>
  async (values, { load }, columns) => {
    const notes = await load.byKey('Note', values.map(only), columns)
    return notes.map((note) => (note && typeNameOf(note) === type ? note : null))
  }

const only = ([value = '']: readonly string[]): string => value

export const entities = {
  Model: { slug: bySlug('Model'), huggingFaceId: byColumn('Model', 'huggingFaceId') },
  Benchmark: { slug: bySlug('Benchmark') },
  Setting: { key: byKey('Setting') },
  Observation: { key: byKey('Observation') },
  Source: {
    slug: bySlug('Source'),
    arxivVersionedId: by('arxivVersionedId'),
    'arxivId version': by('arxivVersionedId', ([id = '', version = '']) => arxivVersionedId(id, version)),
    doi: by('doi'),
  },
  Author: { slug: bySlug('Author'), orcid: byColumn('Author', 'orcid') },
  UnresolvedIssue: { key: noteOf('UnresolvedIssue') },
  NotPublished: { key: noteOf('NotPublished') },
  Remark: { key: noteOf('Remark') },
  // An interface with a key, so that another subgraph can add fields to notes of every type (@interfaceObject).
  Note: { key: byKey('Note') },
} satisfies Entities

const types = {
  Model,
  Benchmark,
  Setting,
  Observation,
  Source,
  Author,
  UnresolvedIssue,
  NotPublished,
  Remark,
  Note,
} satisfies Record<keyof typeof entities, unknown>

for (const [name, type] of Object.entries(types)) {
  const keys = Object.keys(entities[name as keyof typeof types])
  builder.asEntity(type as unknown as typeof Model, {
    key: keys.map((key) => builder.selection<Record<string, string>>(key as never)),
    // References are checked and looked up together in src/resolvers/references.ts; this is never called.
    resolveReference: () => null,
  })
}

/** The nodes that a gateway points at. */
export const resolveReferences = referencesTo(entities)
