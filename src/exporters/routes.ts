// The paths under /export/: lists and graphs to take away.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Database } from '../db/client.ts'
import type { Log } from '../log.ts'
import { sendError, sendMistake } from './answer.ts'
import type { FormatName } from './observations/formats.ts'
import { exportObservations } from './observations/route.ts'
import { exportProvenance } from './provenance/route.ts'

const observations = /^\/export\/observations\.(csv|ndjson|json)$/
const provenance = /^\/export\/provenance\/(.+)\.provn\.json$/

/** Answers a path under /export/; undefined for any other. Never rejects because of a caller. */
export type ExportRoutes = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined

export function createExportRoutes(options: {
  db: Database
  schema: GraphQLSchema
  log: Log
  /** Sets what browsers of other origins may read, as for the graph. */
  allowOrigin?: (request: IncomingMessage, response: ServerResponse) => void
  stallMs?: number
}): ExportRoutes {
  const { log, allowOrigin } = options
  const [sendObservations, sendProvenance] = [exportObservations(options), exportProvenance(options)]

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowOrigin?.(request, response)
    response.setHeader('access-control-expose-headers', 'etag, content-disposition, retry-after, x-whence-truncated')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return sendError(response, 405, { code: 'METHOD_NOT_ALLOWED', message: `${path} is only read: use GET.` })
    }
    const format = observations.exec(path)?.[1]
    if (format !== undefined) return sendObservations(request, response, format as FormatName)
    const id = provenance.exec(path)?.[1]
    if (id !== undefined) return sendProvenance(request, response, id)
    const there = '/export/observations.csv, .ndjson or .json, and /export/provenance/ID.provn.json'
    sendError(response, 404, { code: 'NOT_FOUND', message: `There is no such export. There are: ${there}.` })
  }

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    if (!path.startsWith('/export/')) return undefined
    return answer(path, request, response).catch((error) => {
      if (!response.headersSent && sendMistake(response, error)) return
      const id = randomUUID()
      log.error({ id, err: error, path }, 'an export failed')
      if (response.headersSent) return void response.destroy()
      const slow = (error as { code?: string }).code === '57014'
      const message = slow ? 'The database took too long; ask for less.' : 'Unexpected error.'
      sendError(response, slow ? 503 : 500, { code: slow ? 'TOO_SLOW' : 'INTERNAL_SERVER_ERROR', message, id })
    })
  }
}
