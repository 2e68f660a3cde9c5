// The paths beside the graph: health, readiness, metrics, the schema as text, and the way from / to GraphiQL.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import type { Database } from './db/client.ts'
import { createExportRoutes } from './exporters/routes.ts'
import { allowOrigin as allow } from './http-answers.ts'
import type { Log } from './log.ts'
import type { Metrics } from './telemetry/metrics.ts'

/** Longest that /ready waits for the database, in milliseconds. */
const READY_MS = 3_000

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}

const sendJson = (response: ServerResponse, status: number, value: object) =>
  send(response, status, 'application/json', `${JSON.stringify(value)}\n`)

/** Undefined when the database answers, otherwise why it doesn't. */
async function whyNotReady(db: Database): Promise<string | undefined> {
  const cancel = new AbortController()
  const late = sleep(READY_MS, `the database did not answer within ${READY_MS} ms`, { signal: cancel.signal })
  const asked = db.pool.query('SELECT 1').then(
    () => undefined,
    (error) => `the database can't be asked: ${error.code ?? error.message}`,
  )
  const reason = await Promise.race([asked, late])
  cancel.abort()
  late.catch(() => {})
  return reason
}

/** `answer` returns undefined for paths that are not its own. */
export function createRoutes(options: {
  db: Database
  schema: GraphQLSchema
  log: Log
  sdl: string
  subgraphSdl: string
  origins: string[]
  /** Made after the routes, whose paths it counts by; undefined where there are none. */
  metrics: () => Metrics | undefined
}) {
  const { db, schema, log, sdl, subgraphSdl, origins, metrics } = options
  let retired = false

  const allowOrigin = (request: IncomingMessage, response: ServerResponse) => allow(origins, request, response)

  const routes: Record<string, Answer> = {
    '/': (response) => void response.writeHead(302, { location: '/graphql', 'content-length': 0 }).end(),
    '/health': (response) => sendJson(response, 200, { status: 'alive' }),
    '/ready': async (response) => {
      const primary = retired ? undefined : await whyNotReady(db)
      const replicas = db.replicas?.states()
      // What can be read from a replica is still answered while the primary is away; curators have to wait.
      const readable = replicas?.some(({ state }) => state === 'up' || state === 'behind') ?? false
      const reason = retired ? 'the server is shutting down' : readable ? undefined : primary
      if (reason !== undefined) sendJson(response, 503, { status: 'not ready', reason, replicas })
      else sendJson(response, 200, { status: 'ready', ...(replicas && { primary: primary ?? 'up', replicas }) })
    },
    '/metrics': async (response) => {
      const found = metrics()
      if (!found) return sendJson(response, 404, { error: 'WHENCE_METRICS is false' })
      const body = await found.text()
      response
        .writeHead(200, { 'content-type': found.contentType, 'content-length': Buffer.byteLength(body) })
        .end(body)
    },
    '/schema.graphql': (response, request) => {
      allowOrigin(request, response)
      send(response, 200, 'text/plain', `${sdl}\n`)
    },
    '/subgraph.graphql': (response, request) => {
      allowOrigin(request, response)
      send(response, 200, 'text/plain', `${subgraphSdl}\n`)
    },
  }

  const exported = createExportRoutes({ db, schema, log, allowOrigin })

  return {
    /** Those that are answered here. */
    paths: Object.keys(routes),
    answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
      const exporting = exported(request, response)
      if (exporting) return exporting
      const path = request.url?.split('?', 1)[0] ?? ''
      const route = Object.hasOwn(routes, path) ? routes[path] : undefined
      if (!route) return undefined
      if (request.method === 'GET' || request.method === 'HEAD') return Promise.resolve(route(response, request))
      response.setHeader('allow', 'GET, HEAD')
      sendJson(response, 405, { error: `${path} is only read: use GET` })
      return Promise.resolve()
    },
    retire() {
      retired = true
    },
  }
}
