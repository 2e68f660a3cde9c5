// What is known of one request while it runs, for the log, the metrics and the traces; and when it is to be given up.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Patience } from './db/patience.ts'

/** Ids that callers may give their requests: what could be something else is replaced. */
const sensibleId = /^[\w.:/+=-]{1,128}$/

export class RequestRecord {
  /** What the caller named it (x-request-id), or a name of ours. */
  readonly id: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly patience = new Patience()
  /** "query ModelPage"; undefined for what is no GraphQL or was not understood. */
  operation: string | undefined
  cost: number | undefined
  /** SQL statements sent for it. */
  statements = 0
  /** The codes of the errors in the answer, one each. */
  readonly codes = new Set<string>()
  /** Under which the log has what clients are not told. */
  readonly errorIds: string[] = []
  /** The hash of the known document that was asked for. */
  document: string | undefined
  /** Called with the text of each statement as it is sent; the function it returns, when it is done. */
  traceStatement: ((text: string) => (error?: Error) => void) | undefined
  readonly #began = performance.now()

  constructor(request: IncomingMessage) {
    const given = request.headers['x-request-id']
    this.id = typeof given === 'string' && sensibleId.test(given) ? given : randomUUID()
    this.method = request.method ?? ''
    this.path = request.url?.split('?', 1)[0] ?? ''
  }

  /** Since it began, in milliseconds. */
  get duration(): number {
    return performance.now() - this.#began
  }
}
