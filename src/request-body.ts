// Reads what a request carries: its body as JSON, up to a length, for as long as the request has patience.
import type { IncomingMessage } from 'node:http'
import type { Patience } from './db/patience.ts'
import { deepestJson, nestsDeeper } from './json-nesting.ts'

/** Why a body was not read; `asked` is its length in bytes as far as it is known. */
export class BodyError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  constructor(status: number, code: string, message: string, details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Content types that a page can't send to another origin without asking it first; so no page forges a request. */
const accepted = new Set(['application/json', 'application/graphql+json'])

/** Throws the refusal of a body that is not JSON by its content type. */
export function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (accepted.has(type)) return
  const message = `The content type of a request is application/json${type ? `, not ${type.slice(0, 100)}` : ''}.`
  throw new BodyError(415, 'UNSUPPORTED_MEDIA_TYPE', message)
}

const tooLarge = (limit: number, asked: number | null) =>
  new BodyError(
    413,
    'BODY_TOO_LARGE',
    `The body has ${asked === null ? `more than ${limit.toLocaleString('en')}` : asked.toLocaleString('en')} bytes; at most ${limit.toLocaleString('en')} are allowed. Ask in several requests.`,
    { limit, asked, setting: 'WHENCE_MAX_BODY_BYTES' },
  )

/** Throws the refusal of a GET whose parameters are not the JSON that they should be. */
export function checkParameters(request: IncomingMessage): void {
  const [, query] = request.url?.split('?', 2) ?? []
  if (!query || !/(^|&)(variables|extensions)=/.test(query)) return
  const parameters = new URLSearchParams(query)
  for (const name of ['variables', 'extensions']) {
    const text = parameters.get(name) || 'null'
    if (nestsDeeper(Buffer.from(text))) throw tooDeep()
    try {
      JSON.parse(text)
    } catch {
      throw new BodyError(400, 'BAD_REQUEST', `The parameter "${name}" is not JSON.`)
    }
  }
}

const tooDeep = () =>
  new BodyError(
    400,
    'BAD_REQUEST',
    `The JSON of a request nests at most ${deepestJson} lists and objects in each other.`,
  )

/** The bytes of the body; what comes beyond the limit is not kept. */
function readBytes(request: IncomingMessage, limit: number, patience: Patience): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'])
    if (declared > limit) {
      reject(tooLarge(limit, declared))
      return
    }
    const parts: Buffer[] = []
    let length = 0
    const onData = (part: Buffer) => {
      length += part.length
      if (length > limit) end(() => reject(tooLarge(limit, null)))
      else parts.push(part)
    }
    const onEnd = () => end(() => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)))
    const onLost = () => end(() => reject(new BodyError(400, 'BAD_REQUEST', 'The body ended before its end.')))
    const stay = patience.onEnd((reason) =>
      end(() => reject(new BodyError(408, 'REQUEST_TIMEOUT', `The body did not arrive: ${reason.message}`))),
    )
    const end = (tell: () => void) => {
      stay()
      request.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost)
      request.on('error', () => {})
      tell()
    }
    request.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost)
  })
}

/**
 * The JSON object or array in the body.
 * @throws BodyError BODY_TOO_LARGE, REQUEST_TIMEOUT, BAD_REQUEST
 */
export async function readBody(request: IncomingMessage, limit: number, patience: Patience): Promise<object> {
  const bytes = await readBytes(request, limit, patience)
  if (nestsDeeper(bytes)) throw tooDeep()
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new BodyError(400, 'BAD_REQUEST', 'The body is not JSON.')
  }
  if (typeof body !== 'object' || body === null || (Array.isArray(body) && body.length === 0))
    throw new BodyError(400, 'BAD_REQUEST', 'The body is a JSON object such as {"query": "{ __typename }"}.')
  return body
}

/** Longest rest of a refused body that is taken in so that the sender gets to read the refusal, in bytes. */
const patienceWithRest = 64 * 1024 * 1024

/** Lets the rest of a body that is refused run out, and cuts those that don't end. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let left = patienceWithRest
  request.on('data', (part: Buffer) => {
    left -= part.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
