// How exports answer over HTTP: headers that all share, mistakes as coded JSON, compression, and clients that go away.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { InputError } from '../domain/input-error.ts'

/** A client that takes nothing for so long, in milliseconds, is cut off: it holds a connection to the database. */
export const STALL_MS = 60_000

export function sendError(
  response: ServerResponse,
  status: number,
  error: { code: string; message: string; parameter?: string; id?: string },
): void {
  const body = `${JSON.stringify({ error })}\n`
  for (const name of ['etag', 'content-disposition', 'content-encoding']) response.removeHeader(name)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}

/** A caller's mistake as 400 with its code and the parameter; false for any other error. */
export function sendMistake(response: ServerResponse, error: unknown): boolean {
  if (!(error instanceof InputError)) return false
  sendError(response, 400, { code: error.code, parameter: error.field, message: error.message })
  return true
}

/** Whether a client takes gzip: it is named with a weight above 0, or everything is. */
export function takesGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const weights = new Map(
    String(headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
      }),
  )
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}

/**
 * Sends chunks as fast as the client takes them, compressed where it may be, and stops asking for more when it has gone away
 * or stalls. Rejects where the chunks fail; the answer is then cut off, so that nobody takes half of it for the whole.
 */
export async function stream(
  request: IncomingMessage,
  response: ServerResponse,
  chunks: AsyncIterable<string>,
  stallMs = STALL_MS,
): Promise<void> {
  const watched = watch(chunks, () => response.destroy(), stallMs)
  const source = Readable.from(watched, { objectMode: false, highWaterMark: 64 * 1024 })
  try {
    if (takesGzip(request)) await pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), response)
    else await pipeline(source, response)
  } catch (error) {
    // The client's own going is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** The same chunks; calls `late` when the next one is not asked for within `ms` milliseconds. */
async function* watch(chunks: AsyncIterable<string>, late: () => void, ms: number): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(late, ms)
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
  }
}
