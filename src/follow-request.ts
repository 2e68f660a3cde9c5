// Follows a request to its end: its line in the log, its metrics, its trace; and gives up when it takes too long.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DatabaseFault } from './db/faults.ts'
import type { Log } from './log.ts'
import type { RequestRecord } from './request-record.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** What proxies log for a client that did not wait for the answer. */
const clientGone = 499

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/**
 * @param options.timeoutMs after so many milliseconds the request's patience ends with REQUEST_TIMEOUT; 0 for never
 * @param options.level of the line in the log
 */
export function followRequest(
  record: RequestRecord,
  request: IncomingMessage,
  response: ServerResponse,
  options: {
    log: Log
    level: 'info' | 'debug'
    timeoutMs: number
    metrics: Metrics | undefined
    tracing: Tracing | undefined
  },
): void {
  const { log, level, timeoutMs, metrics, tracing } = options
  const endTrace = tracing?.follow(record, request.headers)
  const giveUp = () => {
    const message = `The request took more than ${timeoutMs} ms. Ask for less at once.`
    record.patience.end(new DatabaseFault('REQUEST_TIMEOUT', { message }))
  }
  const fuse = timeoutMs > 0 ? setTimeout(giveUp, timeoutMs) : undefined
  response.once('close', () => {
    clearTimeout(fuse)
    if (!response.writableFinished) record.patience.end(new Error('The client is gone.'))
    const status = response.writableFinished ? response.statusCode : clientGone
    metrics?.count(record, status)
    endTrace?.(status)
    const { id, method, path, operation, document, cost, statements, codes, errorIds } = record
    const line = { requestId: id, method, path, operation, document, cost, statements, status }
    const errors = codes.size > 0 ? { errors: [...codes] } : {}
    const ids = errorIds.length > 0 ? { errorIds } : {}
    log[level]({ ...line, ...errors, ...ids, durationMs: oneDecimal(record.duration) }, 'request')
  })
}
