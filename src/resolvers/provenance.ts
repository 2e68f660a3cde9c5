// Where a node comes from, and what comes from it.
import type { GraphContext } from '../context.ts'
import type { Columns, TableName } from '../db/columns.ts'
import { InputError } from '../domain/input-error.ts'
import type { ProvenanceEdge as Edge } from '../domain/provenance.ts'
import { type ProvenanceDirection as Direction, type KnownNode, nodeName } from '../loaders/provenance-edges.ts'
import { type ProvenanceWalk, provenanceWalk } from '../loaders/provenance-walk.ts'
import { batched } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { ProvenanceDirection, ProvenanceRelation } from '../schema/enums.ts'
import { globalId, readGlobalId } from '../schema/global-id.ts'
import { nodesAt } from '../schema/subject-nodes.ts'
import { typeNameOf } from '../schema/type-name.ts'
import { nodeById, tableOfType } from './look-ups.ts'

/** Bounds of one walk; what they cut off is told by `truncated`. */
export const provenanceLimits = { depth: 20, maxNodes: 1000, maxPerNode: 100 }

const ProvenanceEdge = builder.objectRef<Edge>('ProvenanceEdge').implement({
  description: 'One node comes from another, or is about it.',
  fields: (t) => ({
    from: t.exposeID('from', { description: 'The id of the node that comes from the other.' }),
    to: t.exposeID('to', { description: 'The id of the other.' }),
    relation: t.expose('relation', { type: ProvenanceRelation, description: 'How they are related.' }),
  }),
})

/** What a walk knows of all its nodes. */
const knownColumns = new Set(['id', 'slug', 'key', 'type'])

const ProvenanceGraph = builder.objectRef<ProvenanceWalk>('ProvenanceGraph').implement({
  description: 'A part of the graph of provenance: every node and every edge once.',
  fields: (t) => ({
    nodes: t.field({
      type: [builder.nodeInterfaceRef()],
      description: 'The nodes, the one asked about first, then in the order of discovery.',
      ...batched<ProvenanceWalk, object, object[]>((walks, _, context, columns) => {
        const known = columns && [...columns].every((column) => knownColumns.has(column))
        const nodesOf = ({ nodes }: ProvenanceWalk) => [...nodes.values()]
        return Promise.all(
          walks.map((walk) => (known ? nodesOf(walk) : rowsOf(nodesOf(walk), context, columns ?? null))),
        )
      }),
    }),
    edges: t.field({
      type: [ProvenanceEdge],
      description: 'The edges between them.',
      resolve: ({ edges, nodes }) => {
        const ids = new Map([...nodes].map(([name, node]) => [name, idOf(node)]))
        const idNamed = (name: string) => ids.get(name) as string
        return edges.map(({ from, to, relation }) => ({ from: idNamed(from), to: idNamed(to), relation }))
      },
    }),
    truncated: t.exposeBoolean('truncated', {
      description: 'Whether depth or size left something out: at most 1000 nodes, and 100 of a relation at one node.',
    }),
  }),
})

const keyOf = ({ slug, key }: KnownNode): string => (slug ?? key) as string
const idOf = (node: KnownNode): string => globalId(typeNameOf(node), keyOf(node))

/** The rows of nodes, in their order. */
const rowsOf = (nodes: readonly KnownNode[], context: GraphContext, columns: Columns): Promise<object[]> =>
  nodesAt(
    nodes.map((node) => ({ table: node.$table, id: node.$table === 'Note' ? keyOf(node) : (node.id as number) })),
    context,
    columns,
  )

/** The walk from the node of an id; null where there is no such node. InputError for a text that is no id. */
export async function provenanceOf(
  id: string,
  direction: Direction,
  depth: number,
  context: GraphContext,
): Promise<ProvenanceWalk | null> {
  const bounds = { ...provenanceLimits, depth }
  const walkFrom = (table: TableName, key: string) => provenanceWalk(context.db.pool, table, key, direction, bounds)
  const { type, key } = readGlobalId(id)
  const table = tableOfType(type)
  const walk = table && (await walkFrom(table, key))
  if (walk) {
    const [start] = walk.nodes.values()
    return typeNameOf(start as KnownNode) === type ? walk : null
  }
  // There is no such node, or it has no edges to follow, or its slug is a former one.
  const start = (await nodeById(id, context)) as KnownNode | null
  if (!start) return null
  const alone = { nodes: new Map([[nodeName(start), start]]), edges: [], truncated: false }
  return (await walkFrom(start.$table, keyOf(start))) ?? alone
}

builder.queryFields((t) => ({
  provenance: t.field({
    type: ProvenanceGraph,
    nullable: true,
    description:
      'What a node comes from (upstream), what comes from it (downstream), or both, to a depth; null where there is no such node.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the node.' }),
      direction: t.arg({
        type: ProvenanceDirection,
        required: true,
        defaultValue: 'UPSTREAM',
        description: 'Which way to go.',
      }),
      depth: t.arg.int({ required: true, defaultValue: 8, description: 'How many steps: 0 to 20.' }),
    },
    resolve: async (_, { id, direction, depth }, context) => {
      if (depth < 0 || depth > provenanceLimits.depth)
        throw new InputError('depth', `"depth" is ${depth}; it can be 0 to ${provenanceLimits.depth}.`)
      return provenanceOf(id, direction, depth, context)
    },
  }),
}))
