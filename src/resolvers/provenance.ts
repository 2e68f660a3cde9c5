// Where a node comes from, and what comes from it.
import type { GraphContext } from '../context.ts'
import { InputError } from '../domain/input-error.ts'
import { type ProvenanceEdge as Edge, walkProvenance } from '../domain/provenance.ts'
import { nodeName, nodeOf, provenanceEdges } from '../loaders/provenance-edges.ts'
import { builder } from '../schema/builder.ts'
import { ProvenanceDirection, ProvenanceRelation } from '../schema/enums.ts'
import { globalId } from '../schema/global-id.ts'
import { typeNameOf } from '../schema/type-name.ts'
import { nodeById } from './look-ups.ts'

/** Bounds of one walk; what they cut off is told by `truncated`. */
export const provenanceLimits = { depth: 20, maxNodes: 1000, maxPerNode: 100 }

type Node = { $table: string; slug?: string; key?: string; id: number }
type EdgeShape = Edge

const ProvenanceEdge = builder.objectRef<EdgeShape>('ProvenanceEdge').implement({
  description: 'One node comes from another, or is about it.',
  fields: (t) => ({
    from: t.exposeID('from', { description: 'The id of the node that comes from the other.' }),
    to: t.exposeID('to', { description: 'The id of the other.' }),
    relation: t.field({
      type: ProvenanceRelation,
      description: 'How they are related.',
      resolve: (edge) => edge.relation,
    }),
  }),
})

const ProvenanceGraph = builder
  .objectRef<{ nodes: Node[]; edges: EdgeShape[]; truncated: boolean }>('ProvenanceGraph')
  .implement({
    description: 'A part of the graph of provenance: every node and every edge once.',
    fields: (t) => ({
      nodes: t.field({
        type: [builder.nodeInterfaceRef()],
        description: 'The nodes, the one asked about first, then in the order of discovery.',
        resolve: (graph) => graph.nodes,
      }),
      edges: t.field({
        type: [ProvenanceEdge],
        description: 'The edges between them.',
        resolve: (graph) => graph.edges,
      }),
      truncated: t.exposeBoolean('truncated', {
        description: 'Whether depth or size left something out: at most 1000 nodes, and 100 of a relation at one node.',
      }),
    }),
  })

const idOf = (node: Node): string => globalId(typeNameOf(node), node.slug ?? node.key ?? String(node.id))

/** The rows of the walk's nodes, in their order. */
async function rowsOf(names: readonly string[], { load }: GraphContext): Promise<Map<string, Node>> {
  const rows = await Promise.all(
    names.map(async (name) => {
      const { table, id } = nodeOf(name)
      const row = table === 'Note' ? await load.row('Note', 'key').load(id) : await load.row(table).load(Number(id))
      return [name, row as unknown as Node] as const
    }),
  )
  return new Map(rows)
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
      const start = (await nodeById(id, context)) as Node | null
      if (!start) return null
      const name = nodeName(start.$table as 'Model', start.$table === 'Note' ? (start.key as string) : start.id)
      const walk = await walkProvenance(
        name,
        (nodes, limit) => provenanceEdges(context.db.pool, nodes, direction, limit),
        { ...provenanceLimits, depth },
      )
      const rows = await rowsOf(walk.nodes, context)
      const idNamed = (node: string) => idOf(rows.get(node) as Node)
      return {
        nodes: walk.nodes.map((node) => rows.get(node) as Node),
        edges: walk.edges.map(({ from, to, relation }) => ({ from: idNamed(from), to: idNamed(to), relation })),
        truncated: walk.truncated,
      }
    },
  }),
}))
