// Yoga plugin: known documents are asked for by their hash, and such answers may be kept by caches.
import { createHash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { writtenHeader } from '../db/wal-position.ts'
import { type Documents, hashOf } from '../documents.ts'
import type { ServerContext } from '../server-context.ts'
import { costHeader } from './use-limits.ts'

/** How long an answer may be shown without asking again, in seconds. */
const freshFor = 60

/** What is asked with a token is kept by no shared cache, and by no other without asking: who wrote reads it. */
const keeping = (request: Request) =>
  request.headers.has('authorization') ? 'private, no-cache' : `public, max-age=${freshFor}`

/** The headers of a request that an answer depends on: a kept one is given to nobody else (RFC 9111, 4.1). */
const varying = ['accept', 'authorization', costHeader, writtenHeader].join(', ')

const refuse = (code: string, message: string) =>
  new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } })

/** The hash that a request names: `documentId` ("sha256:…" or the bare hash), or Apollo's persisted-query extension. */
function hashIn(params: GraphQLParams & { documentId?: unknown }, url: string): string | undefined {
  const query = url.indexOf('?')
  const given =
    params.documentId ??
    (query < 0 ? null : new URLSearchParams(url.slice(query)).get('documentId')) ??
    params.extensions?.persistedQuery?.sha256Hash
  if (given === null || given === undefined) return undefined
  return String(given)
    .replace(/^sha256:/, '')
    .toLowerCase()
}

/**
 * @param only refuses every document that is not known, whether it comes as a text or as a hash
 */
export function useDocuments(documents: Documents, only: boolean): Plugin<object, ServerContext> {
  return {
    onParams({ params, request, setParams, context: { record } }) {
      const hash = hashIn(params, request.method === 'GET' ? request.url : '')
      if (hash === undefined) {
        if (!only || typeof params.query !== 'string' || documents.has(hashOf(params.query))) return
        throw refuse(
          'DOCUMENT_REQUIRED',
          'This server takes known documents only: send the SHA-256 of one as `documentId`.',
        )
      }
      const query = documents.get(hash)
      if (query !== undefined) {
        record.document = hash
        const { documentId: _, ...others } = params as GraphQLParams & { documentId?: unknown }
        setParams({ ...others, query })
        return
      }
      // Clients that know only the extension send the text with the hash when they were told that it is not known.
      if (!only && typeof params.query === 'string') return
      throw refuse('PERSISTED_QUERY_NOT_FOUND', `No document of the hash ${hash.slice(0, 64)} is known; send its text.`)
    },
    onResponse({ request, response, setResponse, fetchAPI, serverContext: { record } }) {
      if (request.method !== 'GET' || !record?.document || response.status !== 200 || record.codes.size > 0) return
      return response.text().then((body) => {
        const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
        const headers = new fetchAPI.Headers(response.headers)
        headers.set('etag', etag)
        headers.set('cache-control', keeping(request))
        headers.append('vary', varying)
        const known = request.headers.get('if-none-match')?.includes(etag)
        if (known) headers.delete('content-length')
        setResponse(new fetchAPI.Response(known ? null : body, { status: known ? 304 : 200, headers }))
      })
    },
  }
}
