// Two composers that don't share a line of code: what both accept is a supergraph.
import { composeServices } from '@theguild/federation-composition'
import { federateSubgraphs, ROUTER_COMPATIBILITY_VERSION_ONE } from '@wundergraph/composition'
import { buildASTSchema, type DocumentNode, type GraphQLObjectType, type GraphQLSchema, parse } from 'graphql'

export interface Composed {
  /** What does not fit together; empty when all does. */
  errors: string[]
  /** What clients of the supergraph see. */
  api?: GraphQLSchema
  /** What a gateway reads; only of the first composer. */
  supergraphSdl?: string
}

type Composer = (subgraphs: Record<string, string | DocumentNode>) => Composed

const documents = (subgraphs: Record<string, string | DocumentNode>) =>
  Object.entries(subgraphs).map(([name, sdl]) => ({
    name,
    url: `http://${name}.example/graphql`,
    document: typeof sdl === 'string' ? parse(sdl) : sdl,
  }))

const theGuild: Composer = (subgraphs) => {
  const services = documents(subgraphs).map(({ name, url, document }) => ({ name, url, typeDefs: document }))
  const { errors = [], publicSdl, supergraphSdl } = composeServices(services)
  const api = publicSdl === undefined ? undefined : buildASTSchema(parse(publicSdl), { assumeValidSDL: true })
  return { errors: errors.map(({ message }) => message), api, supergraphSdl }
}

const wunderGraph: Composer = (subgraphs) => {
  const result = federateSubgraphs({
    subgraphs: documents(subgraphs).map(({ name, url, document }) => ({ name, url, definitions: document })),
    version: ROUTER_COMPATIBILITY_VERSION_ONE,
  })
  if (!result.success) return { errors: result.errors.map(({ message }) => message) }
  return { errors: [], api: result.federatedGraphClientSchema }
}

export const composers: [string, Composer][] = [
  ['@theguild/federation-composition', theGuild],
  ['@wundergraph/composition', wunderGraph],
]

/** The fields of a type that clients of a supergraph see. */
export const fieldsOf = (composed: Composed, type: string): string[] =>
  Object.keys((composed.api?.getType(type) as GraphQLObjectType | undefined)?.getFields() ?? {})
