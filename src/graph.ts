// The executable schema: what is stored, and what can be asked of it.
import type { GraphQLSchema } from 'graphql'
import { MAX_REFERENCES } from './resolvers/references.ts'
import { builder } from './schema/builder.ts'
import { buildSubgraph, withoutNode } from './subgraph.ts'
import { withoutCuration } from './without-curation.ts'
import './schema/scalars.ts'
import './schema/model.ts'
import './schema/benchmark.ts'
import './schema/setting.ts'
import './schema/observation.ts'
import './schema/derivation.ts'
import './schema/source.ts'
import './schema/author.ts'
import './schema/notes.ts'
import './schema/details.ts'
import './resolvers/comparisons.ts'
import './resolvers/curation.ts'
import './resolvers/entities.ts'
import './resolvers/history.ts'
import './resolvers/look-ups.ts'
import './resolvers/observation-stats.ts'
import './resolvers/overviews.ts'
import './resolvers/provenance.ts'
import './resolvers/root-lists.ts'
import './resolvers/search.ts'
import './resolvers/setting-differences.ts'
import './resolvers/standings.ts'

/** How the graph is built. */
export interface GraphOptions {
  /** Whether the subgraph has Query.node and Query.nodes: true by default (docs/adr/0006-node-in-a-supergraph.md). */
  node?: boolean
  /** The longest list of references that `_entities` takes: MAX_REFERENCES by default. */
  maxReferences?: number
  /** Whether curators may change things through mutations: false by default (docs/curation.md). */
  curation?: boolean
}

export interface Graph {
  /** What is public, without anything of federation: what `schema.graphql` says. */
  schema: GraphQLSchema
  /** The same with `_service` and `_entities`: what is served. */
  subgraph: GraphQLSchema
  /** The subgraph as text with its directives, for composers: what `subgraph.graphql` says. */
  subgraphSdl: string
}

const built = new Map<string, Graph>()

/** The graph, built once a process for each choice of options. */
export function buildGraph(options: GraphOptions = {}): Graph {
  const { node = true, maxReferences = MAX_REFERENCES, curation = false } = options
  const name = `${node} ${maxReferences} ${curation}`
  const known = built.get(name)
  if (known) return known
  const subgraph = buildSubgraph({ node, maxReferences, curation })
  const complete = builder.toSchema({ sortSchema: false })
  const schema = curation ? complete : withoutCuration(complete)
  const graph = {
    schema: node ? schema : withoutNode(schema),
    subgraph: subgraph.schema,
    subgraphSdl: subgraph.sdl,
  }
  built.set(name, graph)
  return graph
}
