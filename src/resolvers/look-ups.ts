// Finding one node: by its natural key, by its id, or by a printed name.
import type { GraphContext } from '../context.ts'
import type { TableName } from '../db/columns.ts'
import type { Slugged } from '../loaders/by-slug.ts'
import type { ModelMatch as Match } from '../loaders/model-matches.ts'
import type { Marked } from '../loaders/rows.ts'
import { batched } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { MatchKind } from '../schema/enums.ts'
import { readGlobalId } from '../schema/global-id.ts'
import { Author, Benchmark, Model, Observation, Setting, Source } from '../schema/refs.ts'
import { typeNameOf } from '../schema/type-name.ts'

/** Types with an id whose key is a hash, and the table they are kept in. */
const byKey: Record<string, TableName> = {
  Setting: 'Setting',
  Observation: 'Observation',
  ResultTable: 'ResultTable',
  Fact: 'Fact',
  Import: 'Import',
  UnresolvedIssue: 'Note',
  NotPublished: 'Note',
  Remark: 'Note',
}
const bySlug = ['Model', 'Benchmark', 'Source', 'Author'] as const

/** The table of a type of node; undefined for what is none. */
export const tableOfType = (type: string): TableName | undefined =>
  bySlug.find((kind) => kind === type) ?? (Object.hasOwn(byKey, type) ? byKey[type] : undefined)

/** The node of an id, or null where there is none. Throws InputError for a text that is no id. */
export async function nodeById(id: string, { load }: GraphContext): Promise<{ $table: string } | null> {
  const { type, key } = readGlobalId(id)
  const slugged = bySlug.find((kind) => kind === type)
  if (slugged) {
    const [found] = await load.bySlug(slugged, [key])
    if (found instanceof Error) throw found
    return found ?? null
  }
  const table = tableOfType(type)
  if (!table) return null
  const [node] = await load.byKey(table, [key])
  return node && typeNameOf(node) === type ? node : null
}

/** The options of a root field that finds a node by its slug. */
const ofSlug = <Kind extends Slugged>(kind: Kind) =>
  batched<unknown, { slug: string }, Marked<Kind> | null>((_, { slug }, { load }, columns) =>
    load.bySlug(kind, [slug], columns),
  )

/** The same by key. */
const ofKey = <Name extends TableName>(table: Name) =>
  batched<unknown, { key: string }, Marked<Name> | null>((_, { key }, { load }, columns) =>
    load.byKey(table, [key], columns),
  )

const ModelMatch = builder.objectRef<Match>('ModelMatch').implement({
  description: 'A model that a printed name may mean.',
  fields: (t) => ({
    model: t.field({ type: Model, description: 'The model.', resolve: (match) => match.model }),
    matchedName: t.exposeString('matchedName', { description: 'The name or slug of the model that matched.' }),
    how: t.field({ type: MatchKind, description: 'How it matched.', resolve: (match) => match.how }),
  }),
})

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The node of an id; null where there is none. A text that is no id is BAD_USER_INPUT.',
    args: { id: t.arg.id({ required: true, description: 'What an `id` field gave you.' }) },
    resolve: (_, { id }, context) => nodeById(id, context),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'The nodes of ids, in their order; null in the place of one that does not exist or is no id.',
    args: { ids: t.arg.idList({ required: true, description: 'What `id` fields gave you.' }) },
    resolve: (_, { ids }, context) => ids.map((id) => nodeById(id, context)),
  }),
  model: t.field({
    type: Model,
    nullable: true,
    description:
      'The model of a slug, today’s or a former one; null where there is none. A slug in which several models met is AMBIGUOUS_SLUG, with their slugs. Names go through `matchModels`.',
    args: { slug: t.arg.string({ required: true, description: 'Such as "internlm2-chat-20b".' }) },
    ...ofSlug('Model'),
  }),
  matchModels: t.field({
    type: [ModelMatch],
    description:
      'Every model that a printed name may mean, slug first, then exact names, then folded ones; empty when none.',
    args: { name: t.arg.string({ required: true, description: 'As printed: "internLM2-20B-Reward".' }) },
    resolve: (_, { name }, { load }) => load.modelMatches().load(name),
  }),
  benchmark: t.field({
    type: Benchmark,
    nullable: true,
    description: 'The benchmark of a slug; null where there is none.',
    args: { slug: t.arg.string({ required: true, description: 'Such as "rm-bench".' }) },
    ...ofSlug('Benchmark'),
  }),
  setting: t.field({
    type: Setting,
    nullable: true,
    description: 'The setting of a key; null where there is none.',
    args: { key: t.arg.string({ required: true, description: 'What a `key` field gave you.' }) },
    ...ofKey('Setting'),
  }),
  observation: t.field({
    type: Observation,
    nullable: true,
    description: 'The observation of a key; null where there is none.',
    args: { key: t.arg.string({ required: true, description: 'What a `key` field gave you.' }) },
    ...ofKey('Observation'),
  }),
  source: t.field({
    type: Source,
    nullable: true,
    description: 'The source of a slug; null where there is none.',
    args: { slug: t.arg.string({ required: true, description: 'What a `slug` field gave you.' }) },
    ...ofSlug('Source'),
  }),
  author: t.field({
    type: Author,
    nullable: true,
    description: 'The author of a slug; null where there is none.',
    args: { slug: t.arg.string({ required: true, description: 'Such as "ion-stoica".' }) },
    ...ofSlug('Author'),
  }),
}))
