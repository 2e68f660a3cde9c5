// What curators can do. Each mutation does one act, whole or not at all, and keeps who did it, when, why, and what was before.
import type { GraphContext } from '../context.ts'
import { addAlias } from '../curation/aliases.ts'
import { fileIssue, reopenIssue, resolveIssue } from '../curation/issues.ts'
import { linkDerivation, setStatus } from '../curation/observations.ts'
import { requireCurator } from '../curation/perform.ts'
import { Refusal } from '../curation/refusal.ts'
import type { TableName } from '../db/columns.ts'
import { InputError } from '../domain/input-error.ts'
import type { Subject } from '../importers/writer/subjects.ts'
import { Loaders } from '../loaders/loaders.ts'
import { type Marked, rowsBy } from '../loaders/rows.ts'
import { builder } from '../schema/builder.ts'
import {
  AddAliasInput,
  AliasPayload,
  DerivationPayload,
  FileIssueInput,
  IssueActInput,
  IssuePayload,
  LinkDerivationInput,
  type Payload,
  SetStatusInput,
  StatusPayload,
} from './curation-types.ts'
import { nodeById } from './look-ups.ts'

/** Most nodes that one act may name. */
const mostNamed = 100

type Node = { $table: string } & Record<string, unknown>

/** Does an act, and gives the row it was about as it is now; a refusal is data, everything else an error. */
async function payload<Name extends TableName>(
  context: GraphContext,
  table: Name,
  column: 'id' | 'key',
  act: () => Promise<string | number>,
): Promise<Payload<Marked<Name>>> {
  try {
    // Without a token nobody learns what there is.
    requireCurator(context.curator)
    const value = await act()
    // What this request has read so far may be what was before.
    context.load = new Loaders(context.db.pool)
    const [row] = await rowsBy(context.db.pool, table, column as never, [value])
    return { done: row ?? null, error: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // As plain data: of an Error, GraphQL would think that the field has failed.
    const { code, message, field } = error
    return { done: null, error: { code, message, field } }
  }
}

/** The node of an id, of one of these types. */
async function named(id: string, field: string, tables: readonly string[], context: GraphContext): Promise<Node> {
  const node = (await nodeById(id, context).catch((error: unknown) => {
    throw error instanceof InputError ? new Refusal('INVALID_INPUT', error.message, field) : error
  })) as Node | null
  if (!node) throw new Refusal('NOT_FOUND', `No node has the id "${id}".`, field)
  if (!tables.includes(node.$table))
    throw new Refusal('INVALID_INPUT', `"${id}" is the id of something else than ${tables.join(', ')}.`, field)
  return node
}

function listed(ids: readonly string[], field: string): string[] {
  const unique = [...new Set(ids)]
  if (unique.length >= 1 && unique.length <= mostNamed) return unique
  throw new Refusal('INVALID_INPUT', `\`${field}\` names ${unique.length} nodes; it may name 1 to ${mostNamed}.`, field)
}

const subjectColumns: Record<string, { column: Subject['column']; name: string; by: 'key' | 'identity' }> = {
  Observation: { column: 'observation_id', name: 'observation', by: 'key' },
  Model: { column: 'model_id', name: 'model', by: 'identity' },
  Benchmark: { column: 'benchmark_id', name: 'benchmark', by: 'identity' },
  Setting: { column: 'setting_id', name: 'setting', by: 'key' },
  Source: { column: 'source_id', name: 'source', by: 'identity' },
  ResultTable: { column: 'table_id', name: 'table', by: 'key' },
  Author: { column: 'author_id', name: 'author', by: 'identity' },
}

async function subjectOf(id: string, context: GraphContext): Promise<Subject> {
  const node = await named(id, 'about', Object.keys(subjectColumns), context)
  const { column, name, by } = subjectColumns[node.$table] as (typeof subjectColumns)[string]
  return { key: `${name}:${node[by]}`, column, id: node.id as number }
}

const observationKey = async (id: string, field: string, context: GraphContext) =>
  (await named(id, field, ['Observation'], context)).key as string
const issueKey = async (id: string, context: GraphContext) =>
  (await named(id, 'issue', ['Note'], context)).key as string

builder.mutationType({
  description:
    'What curators do to the graph: served where curators are configured, done for the bearer of a curator’s token.',
  fields: (t) => ({
    fileIssue: t.field({
      type: IssuePayload,
      description: 'Files an issue: the evidence contradicts itself in a way that no audit finds.',
      args: { input: t.arg({ type: FileIssueInput, required: true, description: 'The issue.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Note', 'key', async () => {
          const about = await Promise.all(listed(input.about, 'about').map((id) => subjectOf(id, context)))
          return fileIssue(context.db, context.curator, { ...input, about })
        }),
    }),
    resolveIssue: t.field({
      type: IssuePayload,
      description: 'Settles an open issue. It stays readable, with who settled it, when and why.',
      args: { input: t.arg({ type: IssueActInput, required: true, description: 'Which issue, and why.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Note', 'key', async () =>
          resolveIssue(context.db, context.curator, await issueKey(input.issue, context), input.reason),
        ),
    }),
    reopenIssue: t.field({
      type: IssuePayload,
      description: 'Opens a settled issue again. How it had been settled stays in its history.',
      args: { input: t.arg({ type: IssueActInput, required: true, description: 'Which issue, and why.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Note', 'key', async () =>
          reopenIssue(context.db, context.curator, await issueKey(input.issue, context), input.reason),
        ),
    }),
    addAlias: t.field({
      type: AliasPayload,
      description: 'Adds a name under which a model is printed, so that imports from now on match it.',
      args: { input: t.arg({ type: AddAliasInput, required: true, description: 'The name.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Model', 'id', async () => {
          const model = await named(input.model, 'model', ['Model'], context)
          const source = input.source == null ? null : await named(input.source, 'source', ['Source'], context)
          return addAlias(context.db, context.curator, {
            ...input,
            model: model.id as number,
            source: source ? (source.id as number) : null,
          })
        }),
    }),
    linkDerivation: t.field({
      type: DerivationPayload,
      description: 'Says that an observation follows from others, and how. Audits look again at what it explains.',
      args: { input: t.arg({ type: LinkDerivationInput, required: true, description: 'The derivation.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Derivation', 'key', async () => {
          const ids = listed(input.from, 'from')
          const from = await Promise.all(ids.map((id) => observationKey(id, 'from', context)))
          const observation = await observationKey(input.observation, 'observation', context)
          const formula = input.formula ?? null
          return linkDerivation(context.db, context.curator, { ...input, observation, from, formula })
        }),
    }),
    setStatus: t.field({
      type: StatusPayload,
      description: 'Says how an observation stands: disputed, retracted … What it prints never changes.',
      args: { input: t.arg({ type: SetStatusInput, required: true, description: 'The observation and its status.' }) },
      resolve: (_, { input }, context) =>
        payload(context, 'Observation', 'key', async () => {
          const observation = await observationKey(input.observation, 'observation', context)
          return setStatus(context.db, context.curator, { ...input, observation })
        }),
    }),
  }),
})
