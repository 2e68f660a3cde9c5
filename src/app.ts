// Whence as a request handler: the graph, GraphiQL, health, metrics and schema. Opens no port.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { answerStore } from './answer-cache/choose-store.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { curatorOf } from './curation/tokens.ts'
import type { Database } from './db/client.ts'
import type { Reader } from './db/reader.ts'
import { requestPool } from './db/request-pool.ts'
import { writtenHeader } from './db/wal-position.ts'
import { readDocuments } from './documents.ts'
import { followRequest } from './follow-request.ts'
import { buildGraph } from './graph.ts'
import { allowOrigin, putHeaders, requestIdHeader, sendError } from './http-answers.ts'
import { defaultLimits } from './limits/limits.ts'
import type { Log } from './log.ts'
import { maskError, yogaLog } from './masked-errors.ts'
import { useDeadline } from './plugins/use-deadline.ts'
import { useDocuments } from './plugins/use-documents.ts'
import { useGraphiql } from './plugins/use-graphiql.ts'
import { useLevelExecution } from './plugins/use-level-execution.ts'
import { costHeader, useLimits } from './plugins/use-limits.ts'
import { useRequestRecord } from './plugins/use-request-record.ts'
import { useResponseCache } from './plugins/use-response-cache.ts'
import { useWrittenPosition } from './plugins/use-written-position.ts'
import { BodyError, checkContentType, checkParameters, discardRest, readBody } from './request-body.ts'
import { RequestRecord } from './request-record.ts'
import { createRoutes } from './routes.ts'
import type { ServerContext } from './server-context.ts'
import { createMetrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

export interface App {
  /** Answers one request; never rejects. */
  handler(request: IncomingMessage, response: ServerResponse): void
  /** From now on `/ready` says no, so that nobody sends new requests here. */
  retire(): void
  /** Frees what the handler holds; the database stays open. */
  dispose(): Promise<void>
}

const endpoint = '/graphql'

/** The request-wide settings that an app has where its caller names none. */
type AppConfig = Pick<Config, 'corsOrigins'> &
  Partial<
    Pick<
      Config,
      | 'subgraphNode'
      | 'curators'
      | 'limits'
      | 'documents'
      | 'documentsOnly'
      | 'answerCacheBytes'
      | 'redisUrl'
      | 'metrics'
    >
  >

/**
 * The handler of every path: /graphql (and its GraphiQL), /schema.graphql, /subgraph.graphql, /health, /ready, /metrics;
 * / leads to /graphql.
 * Errors that nobody expected reach the log with an id, and clients get only that id.
 * @throws StartupError DOCUMENTS_INVALID
 */
export function createApp(options: { db: Database; config: AppConfig; log: Log; tracing?: Tracing | undefined }): App {
  const { db, config, log, tracing } = options
  const { curators = [], limits = defaultLimits, documentsOnly = false } = config
  const { schema, subgraph, subgraphSdl } = buildGraph({
    node: config.subgraphNode,
    maxReferences: limits.references,
    curation: curators.length > 0,
  })
  const origins = config.corsOrigins === '*' ? ['*'] : config.corsOrigins
  const cors = {
    origin: origins,
    methods: ['GET', 'POST', 'OPTIONS'],
    exposedHeaders: [requestIdHeader, costHeader, writtenHeader],
    credentials: false,
  }
  const store = answerStore(config, log)
  const yoga = createYoga<ServerContext>({
    schema: subgraph,
    context: ({ request, record }) => {
      const curator = curatorOf(curators, request.headers.get('authorization'))
      // Who writes reads at the primary: what they wrote is there.
      const reader = curator === null ? db.replicas?.reader(request.headers.get(writtenHeader)) : undefined
      return createContext(poolOf(record, reader), curator, reader)
    },
    graphqlEndpoint: endpoint,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    extraParamNames: ['documentId'],
    cors: origins.length > 0 && cors,
    maskedErrors: { maskError: (error, message) => maskError(log, error, message) },
    logging: yogaLog(log),
    plugins: [
      useGraphiql(),
      useDocuments(readDocuments(config.documents, subgraph), documentsOnly),
      useLevelExecution(),
      useDeadline(),
      useLimits(limits),
      ...(store ? [useResponseCache({ store, sdl: subgraphSdl })] : []),
      useWrittenPosition(db),
      useRequestRecord(),
    ],
  })
  const poolOf = (record: RequestRecord, reader: Reader | undefined): Database => ({
    ...db,
    pool: requestPool(db.pool, {
      patience: record.patience,
      reader,
      onStatement: (text) => {
        record.statements += 1
        return record.traceStatement?.(text)
      },
    }),
  })
  const routes = createRoutes({
    db,
    schema,
    log,
    sdl: printSchema(lexicographicSortSchema(schema)),
    subgraphSdl,
    origins,
    metrics: () => metrics,
  })
  const metrics = config.metrics === false ? undefined : createMetrics(db, new Set([endpoint, ...routes.paths]))

  /** Reads the body of a POST, which Yoga would read without end, and gives it to Yoga as it is. */
  async function answerGraph(request: IncomingMessage, response: ServerResponse, record: RequestRecord): Promise<void> {
    if (request.method === 'GET') checkParameters(request)
    else if (request.method === 'POST' && record.path === endpoint) {
      checkContentType(request)
      const body = await readBody(request, limits.bodyBytes, record.patience)
      Object.assign(request, { body: Object.keys(body).length > 0 ? body : { query: null } })
    }
    await yoga(request, response, { record, res: response })
  }

  return {
    handler(request, response) {
      const record = new RequestRecord(request)
      putHeaders(response, record)
      const isGraph = record.path === endpoint
      const level = isGraph ? 'info' : 'debug'
      const timeoutMs = isGraph ? limits.requestTimeoutMs : 0
      followRequest(record, request, response, { log, level, timeoutMs, metrics, tracing })
      const answered = routes.answer(request, response) ?? answerGraph(request, response, record)
      Promise.resolve(answered).catch((error) => {
        if (error instanceof BodyError) {
          record.codes.add(error.code)
          allowOrigin(origins, request, response)
          if (error.status === 408) response.setHeader('connection', 'close')
          sendError(request, response, error)
          discardRest(request)
          return
        }
        if (!record.patience.reason)
          log.error({ err: error, requestId: record.id, path: record.path }, 'a request could not be answered')
        response.destroy()
      })
    },
    retire: routes.retire,
    dispose: async () => {
      await yoga.dispose()
      await store?.close()
    },
  }
}
