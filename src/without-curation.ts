// The graph for readers alone: what is served where no curator is configured.
import { GraphQLSchema } from 'graphql'
import { curationTypes } from './resolvers/curation-types.ts'

/** The schema without mutations and without the types that only they lead to. */
export function withoutCuration(schema: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = schema.toConfig()
  return new GraphQLSchema({ ...config, mutation: null, types: types.filter(({ name }) => !curationTypes.has(name)) })
}
