// The executable schema: what is stored, and what can be asked of it.
import type { GraphQLSchema } from 'graphql'
import { builder } from './schema/builder.ts'
import './schema/scalars.ts'
import './schema/model.ts'
import './schema/benchmark.ts'
import './schema/setting.ts'
import './schema/observation.ts'
import './schema/source.ts'
import './schema/author.ts'
import './schema/notes.ts'
import './schema/details.ts'
import './resolvers/comparisons.ts'
import './resolvers/look-ups.ts'
import './resolvers/observation-stats.ts'
import './resolvers/overviews.ts'
import './resolvers/provenance.ts'
import './resolvers/root-lists.ts'
import './resolvers/search.ts'
import './resolvers/setting-differences.ts'
import './resolvers/standings.ts'

let schema: GraphQLSchema | undefined

/** The schema, built once a process. */
export function buildGraph(): { schema: GraphQLSchema } {
  schema ??= builder.toSchema({ sortSchema: false })
  return { schema }
}
