// Asks a running app over HTTP.
import { createApp } from '../../src/app.ts'
import type { Config, CorsOrigins } from '../../src/config.ts'
import type { Database } from '../../src/db/client.ts'
import { listen } from '../../src/http-server.ts'
import { defaultLimits, type Limits } from '../../src/limits/limits.ts'
import { createLog, type Log } from '../../src/log.ts'
import type { Tracing } from '../../src/telemetry/tracing.ts'

/** The app over `db` on a free port of loopback; `close` frees it, and leaves the database open. */
export async function serveApp(options: {
  db: Database
  corsOrigins?: CorsOrigins
  log?: Log
  limits?: Partial<Limits>
  config?: Partial<Config>
  tracing?: Tracing
}) {
  const { db, corsOrigins = '*', log = createLog('silent'), config, tracing } = options
  const limits = { ...defaultLimits, ...options.limits }
  const app = createApp({ db, config: { corsOrigins, limits, ...config }, log, tracing })
  const server = await listen(app.handler, '127.0.0.1', 0, limits.requestTimeoutMs)
  return {
    url: server.url,
    retire: app.retire,
    async close() {
      await server.close(1_000)
      await app.dispose()
    },
  }
}

export interface GraphQLAnswer {
  data?: Record<string, unknown> | null
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[]
  extensions?: Record<string, unknown>
}

/** One GraphQL request by POST to `${url}/graphql`. */
export async function askGraph(
  url: string,
  query: string,
  variables?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: GraphQLAnswer }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, answer: (await response.json()) as GraphQLAnswer }
}
