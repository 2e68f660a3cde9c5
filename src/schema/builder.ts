// The schema builder: which plugins, which scalars, and that nothing is null unless a field says so.
import SchemaBuilder from '@pothos/core'
import DirectivesPlugin from '@pothos/plugin-directives'
import FederationPlugin from '@pothos/plugin-federation'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { GraphContext } from '../context.ts'
import type { Stored } from '../db/columns.ts'
import type Generated from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { cursorColumn } from '../loaders/list.ts'
import { batched, totalsOf } from './batched.ts'
import { idMeaning } from './global-id.ts'
import { resolveType } from './type-name.ts'

/** The types of the Prisma schema, with rows as the batch functions read them: exact decimals are text. */
type StoredTypes = {
  [Name in keyof Generated]: Omit<Generated[Name], 'Shape'> & { Shape: Stored<Generated[Name]['Shape']> }
}

export const builder = new SchemaBuilder<{
  Context: GraphContext
  PrismaTypes: StoredTypes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    Decimal: { Input: string; Output: string }
    PartialDate: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    URL: { Input: string; Output: string }
  }
}>({
  plugins: [PrismaPlugin, RelayPlugin, DirectivesPlugin, FederationPlugin],
  defaultFieldNullability: false,
  prisma: { client: (context) => context.db.prisma, dmmf: getDatamodel(), exposeDescriptions: false },
  relay: {
    // Whence reads nodes through its own batch functions: src/resolvers/nodes.ts.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: {
      extensions: { through: true, property: 'nodes' },
      description: 'The nodes of this page, without their cursors.',
    },
    nodeTypeOptions: {
      resolveType,
      description: 'Anything with an identity of its own; `node(id)` finds it again on any instance.',
    },
    idFieldOptions: { description: idMeaning },
    edgesFieldOptions: {
      extensions: { through: true },
      nullable: false,
      description: 'The nodes of this page with their cursors.',
    },
    nodeFieldOptions: { extensions: { through: true }, nullable: false, description: 'The node.' },
    cursorFieldOptions: {
      extensions: { columns: [cursorColumn] },
      description: 'Where the node stands in this list: pass it as `after` or `before`.',
    },
    pageInfoFieldOptions: {
      extensions: { columns: [cursorColumn] },
      description: 'Whether there is more, and the cursors to ask for it with.',
    },
    // Every subgraph with Relay connections has this type, so every one of them may resolve it.
    pageInfoTypeOptions: { shareable: true, description: 'How a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether nodes follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether nodes come before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first node; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last node; null on an empty page.' },
    firstArgOptions: {
      description: 'How many nodes from the start of the list (or after `after`): 1 to 100; 20 by default.',
    },
    lastArgOptions: { description: 'How many nodes from the end of the list (or before `before`): 1 to 100.' },
    afterArgOptions: { description: 'Only what follows this cursor of the same list and order.' },
    beforeArgOptions: { description: 'Only what comes before this cursor of the same list and order.' },
  },
})

builder.queryType({
  description: 'Where AI-benchmark scores come from: every published score as a claim with its provenance.',
})

/** Every connection tells how long its list is; it is only counted when asked for. */
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'How many nodes the whole list has under this filter, whatever the page. Costs a count: ask when needed.',
    ...(batched(totalsOf, []) as unknown as { extensions: Record<string, unknown>; resolve: never }),
  }),
)
