// The graph as a Federation v2 subgraph: the same schema with `_service` and `_entities`, and without what collides.
import { printSubgraphSchema } from '@apollo/subgraph'
import { GraphQLObjectType, GraphQLSchema, GraphQLUnionType } from 'graphql'
import { resolveReferences } from './resolvers/entities.ts'
import { batched } from './schema/batched.ts'
import { builder } from './schema/builder.ts'
import { typeNameOf } from './schema/type-name.ts'
import { withoutCuration } from './without-curation.ts'

/** The version of Federation, and those of its directives, that the subgraph is written in. */
const federation = {
  linkUrl: 'https://specs.apollo.dev/federation/v2.6',
  federationDirectives: ['@key', '@shareable'],
}

/** The schema without the two root fields that every subgraph with Relay nodes has. */
export function withoutNode(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig()
  if (!query) return schema
  const { fields, ...queryConfig } = query.toConfig()
  const { node, nodes, ...others } = fields
  // Its syntax tree still has them.
  const newQuery = new GraphQLObjectType({ ...queryConfig, astNode: undefined, fields: others })
  return new GraphQLSchema({ ...config, query: newQuery, types: types.filter((type) => type !== query) })
}

/**
 * The subgraph and its SDL for composers.
 * @param node false: without Query.node and Query.nodes, which collide with those of another subgraph (docs/adr/0006-node-in-a-supergraph.md)
 * @param maxReferences the longest list of references that `_entities` takes
 * @param curation false: without mutations (docs/curation.md)
 */
export function buildSubgraph(options: { node: boolean; maxReferences: number; curation: boolean }): {
  schema: GraphQLSchema
  sdl: string
} {
  const complete = builder.toSubGraphSchema(federation)
  const whole = options.curation ? complete : withoutCuration(complete)
  const schema = options.node ? whole : withoutNode(whole)
  const sdl = printSubgraphSchema(schema)
  const entity = schema.getType('_Entity')
  const { _entities, _service } = schema.getQueryType()?.getFields() ?? {}
  if (!(entity instanceof GraphQLUnionType) || !_entities || !_service) throw new Error('The subgraph has no entities.')
  entity.resolveType = (row) => typeNameOf(row)
  _entities.description = 'The nodes that a gateway points at by their keys, in its order; null for what there is not.'
  const [references] = _entities.args
  if (references)
    references.description = `References: type and key, {__typename: "Model", slug: "…"}; at most ${options.maxReferences}.`
  // Apollo's own resolver lets one unknown type fail the whole list, and passes keys on unchecked.
  const { resolve, extensions } = batched<unknown, { representations: unknown[] }, unknown[]>(
    async (_, { representations }, context, columns) => [
      await resolveReferences(representations, context, options.maxReferences, columns),
    ],
  )
  Object.assign(_entities, { resolve, extensions: { ..._entities.extensions, ...extensions } })
  _service.description = 'The subgraph as composers read it.'
  _service.resolve = () => ({ sdl })
  return { schema, sdl }
}
