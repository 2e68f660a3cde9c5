// GET /export/observations.csv, .ndjson and .json: what a filter leaves in, as a stream.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Database } from '../../db/client.ts'
import { sendError, stream, takesGzip } from '../answer.ts'
import { entityTag, graphState, isKnown } from '../state.ts'
import { columns } from './columns.ts'
import { type Format, type FormatName, formats, type Row } from './formats.ts'
import { type ExportParameters, readParameters } from './parameters.ts'
import { observationBatches } from './rows.ts'

export interface ObservationExport {
  db: Pick<Database, 'pool'>
  schema: GraphQLSchema
  /** Milliseconds after which a client that takes nothing is cut off. */
  stallMs?: number
}

/** Answers one request. Throws InputError for parameters that are not understood, and what the database throws. */
export function exportObservations({ db, schema, stallMs }: ObservationExport) {
  // Each holds a connection for as long as its client reads, and the graph needs some too.
  const most = Math.max(1, Math.floor(db.pool.options.max / 2))
  let underWay = 0

  return async (request: IncomingMessage, response: ServerResponse, name: FormatName): Promise<void> => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const parameters = readParameters(query, schema)
    const format: Format = formats[name]
    const tagged = (state: string) =>
      entityTag(
        state,
        name,
        columns.map((column) => column.name),
        parameters,
      )
    const tag = tagged(await graphState(db.pool))
    describe(request, response, format, name, tag)
    if (isKnown(request.headers['if-none-match'], tag)) return void response.writeHead(304).end()
    if (request.method === 'HEAD') return void response.writeHead(200).end()
    if (underWay >= most) {
      response.setHeader('retry-after', 5)
      return sendError(response, 503, {
        code: 'TOO_MANY_EXPORTS',
        message: `${most} exports are under way; try again.`,
      })
    }
    underWay += 1
    try {
      await sendRows(request, response, format, parameters, tagged)
    } finally {
      underWay -= 1
    }
  }

  async function sendRows(
    request: IncomingMessage,
    response: ServerResponse,
    format: Format,
    parameters: ExportParameters,
    tagged: (state: string) => string,
  ) {
    const client = await db.pool.connect()
    const batches = observationBatches(client, parameters)
    let broken = true
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // Of the moment that the rows are of.
      response.setHeader('etag', tagged(await graphState(client)))
      // What fails at once can still be told properly.
      const first = await batches.next()
      response.writeHead(200)
      await stream(request, response, written(format, parameters.bom, first, batches), stallMs)
      // The cursor is closed before the connection is anybody else's, also where the client went away.
      await batches.return(undefined)
      await client.query('ROLLBACK')
      broken = false
    } finally {
      client.release(broken)
    }
  }
}

async function* written(
  format: Format,
  bom: boolean,
  first: IteratorResult<Row[]>,
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<string> {
  if (format.head !== '' || bom) yield `${bom ? '\ufeff' : ''}${format.head}`
  if (!first.done) yield format.batch(first.value, true)
  for await (const rows of batches) yield format.batch(rows, false)
  if (format.tail !== '') yield format.tail
}

function describe(
  request: IncomingMessage,
  response: ServerResponse,
  { contentType }: Format,
  name: FormatName,
  tag: string,
): void {
  response.setHeader('etag', tag)
  response.setHeader('vary', [...[response.getHeader('vary') ?? []].flat().map(String), 'accept-encoding'].join(', '))
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('content-type', contentType)
  response.setHeader('content-disposition', `attachment; filename="whence-observations.${name}"`)
  response.setHeader('x-content-type-options', 'nosniff')
  if (takesGzip(request)) response.setHeader('content-encoding', 'gzip')
}
