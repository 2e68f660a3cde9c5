// What the handler puts on every answer, and how it answers by itself: headers, CORS, errors before GraphQL is asked.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestRecord } from './request-record.ts'

/** Nothing may be loaded by, framed in, or guessed of an answer. GraphiQL's page brings a policy of its own. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

export const requestIdHeader = 'x-request-id'

export function putHeaders(response: ServerResponse, record: RequestRecord): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  response.setHeader(requestIdHeader, record.id)
}

/** Lets pages of these origins (or all: "*") read the answer. */
export function allowOrigin(origins: readonly string[], request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers
  if (origins.includes('*')) response.setHeader('access-control-allow-origin', '*')
  else if (origin !== undefined && origins.includes(origin)) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
}

/** An answer in the shape of GraphQL's, for requests that are refused before it. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: { status: number; code: string; message: string; details?: Record<string, unknown> },
): void {
  if (response.headersSent || response.destroyed) return
  const type = request.headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json'
  const body = JSON.stringify({
    errors: [{ message: error.message, extensions: { ...error.details, code: error.code } }],
  })
  response.writeHead(error.status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
