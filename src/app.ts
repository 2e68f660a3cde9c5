// Whence as a request handler: the graph, GraphiQL, health and schema. Opens no port.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { curatorOf } from './curation/tokens.ts'
import type { Database } from './db/client.ts'
import { buildGraph } from './graph.ts'
import type { Log } from './log.ts'
import { maskError, yogaLog } from './masked-errors.ts'
import { useGraphiql } from './plugins/use-graphiql.ts'
import { useLevelExecution } from './plugins/use-level-execution.ts'
import { createRoutes } from './routes.ts'

export interface App {
  /** Answers one request; never rejects. */
  handler(request: IncomingMessage, response: ServerResponse): void
  /** From now on `/ready` says no, so that nobody sends new requests here. */
  retire(): void
  /** Frees what the handler holds; the database stays open. */
  dispose(): Promise<void>
}

/**
 * The handler of every path: /graphql (and its GraphiQL), /schema.graphql, /subgraph.graphql, /health, /ready;
 * / leads to /graphql.
 * Errors that nobody expected reach the log with an id, and clients get only that id.
 */
export function createApp(options: {
  db: Database
  config: Pick<Config, 'corsOrigins'> & Partial<Pick<Config, 'subgraphNode' | 'curators'>>
  log: Log
}): App {
  const { db, config, log } = options
  const { curators = [] } = config
  const { schema, subgraph, subgraphSdl } = buildGraph({
    node: config.subgraphNode,
    curation: curators.length > 0,
  })
  const origins = config.corsOrigins === '*' ? ['*'] : config.corsOrigins
  const yoga = createYoga({
    schema: subgraph,
    context: ({ request }) => createContext(db, curatorOf(curators, request.headers.get('authorization'))),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: origins.length > 0 && { origin: origins, methods: ['GET', 'POST', 'OPTIONS'], credentials: false },
    maskedErrors: { maskError: (error, message) => maskError(log, error, message) },
    logging: yogaLog(log),
    plugins: [useGraphiql(), useLevelExecution()],
  })
  const routes = createRoutes({ db, sdl: printSchema(lexicographicSortSchema(schema)), subgraphSdl, origins })
  return {
    handler(request, response) {
      const answered = routes.answer(request, response) ?? yoga(request, response)
      Promise.resolve(answered).catch((error) => {
        log.error({ err: error, path: request.url }, 'a request could not be answered')
        response.destroy()
      })
    },
    retire: routes.retire,
    dispose: async () => {
      await yoga.dispose()
    },
  }
}
