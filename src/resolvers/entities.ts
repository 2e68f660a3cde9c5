// The entities of the subgraph: what other subgraphs may extend, and the natural keys that lead to each.
import type { GraphContext } from '../context.ts'
import { arxivVersionedId } from '../domain/arxiv.ts'
import type { Slugged } from '../loaders/by-slug.ts'
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
import type { Entities } from './references.ts'

type Values = readonly string[]

const bySlug =
  (kind: Slugged) =>
  ([slug = '']: Values, { load }: GraphContext) =>
    load.bySlug(kind).load(slug)

/** All notes are kept in one table: the key of an issue doesn't find a gap. */
const noteOf =
  (type: string) =>
  async ([key = '']: Values, { load }: GraphContext) => {
    const note = await load.row('Note', 'key').load(key)
    return note && typeNameOf(note) === type ? note : null
  }

const byArxiv = async (id: string | null, { load }: GraphContext) =>
  id === null ? null : load.sourceBy('arxivVersionedId').load(id)

export const entities = {
  Model: {
    slug: bySlug('Model'),
    huggingFaceId: ([id = ''], { load }) => load.row('Model', 'huggingFaceId').load(id),
  },
  Benchmark: { slug: bySlug('Benchmark') },
  Setting: { key: ([key = ''], { load }) => load.row('Setting', 'key').load(key) },
  Observation: { key: ([key = ''], { load }) => load.row('Observation', 'key').load(key) },
  Source: {
    slug: bySlug('Source'),
    arxivVersionedId: ([id = ''], context) => byArxiv(id, context),
    'arxivId version': ([id = '', version = ''], context) => byArxiv(arxivVersionedId(id, version), context),
    doi: ([doi = ''], { load }) => load.sourceBy('doi').load(doi),
  },
  Author: {
    slug: bySlug('Author'),
    orcid: ([orcid = ''], { load }) => load.row('Author', 'orcid').load(orcid),
  },
  UnresolvedIssue: { key: noteOf('UnresolvedIssue') },
  NotPublished: { key: noteOf('NotPublished') },
  Remark: { key: noteOf('Remark') },
  // An interface with a key, so that another subgraph can add fields to notes of every type (@interfaceObject).
  Note: { key: ([key = ''], { load }) => load.row('Note', 'key').load(key) },
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
