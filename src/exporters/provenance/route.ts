// GET /export/provenance/ID.provn.json: what a node comes from, as W3C PROV-JSON.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createContext } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { InputError } from '../../domain/input-error.ts'
import { provenanceLimits, provenanceOf } from '../../resolvers/provenance.ts'
import { sendError, stream, takesGzip } from '../answer.ts'
import { entityTag, graphState, isKnown } from '../state.ts'
import { provNodes } from './nodes.ts'
import { provJson } from './prov-json.ts'

/** As deep as GraphQL's `provenance` goes when it isn't told. */
const usualDepth = 8

/** The document and whether bounds left something out; null where there is no such node. InputError for what is no id. */
export async function provenanceDocument(db: Database, id: string, depth: number) {
  const context = createContext(db)
  const walk = await provenanceOf(id, 'UPSTREAM', depth, context)
  if (!walk) return null
  const { edges, truncated } = walk
  const names = [...walk.nodes.keys()]
  const described = await provNodes(names, context.load)
  if (truncated) Object.assign(described.get(names[0] as string)?.attributes ?? {}, { truncated: true })
  return { document: provJson(described, edges), truncated }
}

/** Answers one request. Throws InputError for what is no id of Whence's, or no depth. */
export function exportProvenance({ db }: { db: Database }) {
  return async (request: IncomingMessage, response: ServerResponse, asked: string): Promise<void> => {
    const id = readId(asked)
    const depth = readDepth(new URL(request.url ?? '', 'http://localhost').searchParams)
    const tag = entityTag(await graphState(db.pool), 'provenance', id, depth)
    const found = isKnown(request.headers['if-none-match'], tag) ? undefined : await provenanceDocument(db, id, depth)
    if (found === null)
      return sendError(response, 404, { code: 'NOT_FOUND', parameter: 'id', message: 'There is no such node.' })
    response.setHeader('etag', tag)
    response.setHeader('vary', [...[response.getHeader('vary') ?? []].flat().map(String), 'accept-encoding'].join(', '))
    response.setHeader('cache-control', 'no-cache')
    if (!found) return void response.writeHead(304).end()
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-disposition', `attachment; filename="whence-provenance.provn.json"`)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('x-whence-truncated', String(found.truncated))
    if (takesGzip(request)) response.setHeader('content-encoding', 'gzip')
    response.writeHead(200)
    if (request.method === 'HEAD') return void response.end()
    await stream(request, response, once(`${JSON.stringify(found.document, null, 2)}\n`))
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** An id as `id` fields give it, percent-encoded or not, and also with the two signs of base64 that suit a path. */
function readId(asked: string): string {
  let text: string
  try {
    text = decodeURIComponent(asked)
  } catch {
    throw new InputError('id', 'The id is not percent-encoded as it should be.')
  }
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain + '='.repeat((4 - (plain.length % 4)) % 4)
}

function readDepth(query: URLSearchParams): number {
  for (const name of query.keys())
    if (name !== 'depth') throw new InputError(name, `There is no parameter "${name.slice(0, 100)}"; there is "depth".`)
  const text = query.get('depth') ?? String(usualDepth)
  if (!/^\d{1,3}$/.test(text) || Number(text) > provenanceLimits.depth)
    throw new InputError('depth', `"depth" must be a whole number from 0 to ${provenanceLimits.depth}.`)
  return Number(text)
}
