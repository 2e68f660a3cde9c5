// What can go wrong with the database without anyone's mistake, told apart by codes that clients may act on.
import pg from 'pg'

export const faultCodes = ['STATEMENT_TIMEOUT', 'DATABASE_BUSY', 'DATABASE_UNAVAILABLE', 'REQUEST_TIMEOUT'] as const
export type FaultCode = (typeof faultCodes)[number]

const messages: Record<Exclude<FaultCode, 'REQUEST_TIMEOUT'>, string> = {
  STATEMENT_TIMEOUT: 'A part of the request took too long and was cancelled. Ask for less at once.',
  DATABASE_BUSY: 'The server is busy. Try again in a few seconds.',
  DATABASE_UNAVAILABLE: 'The database does not answer. Try again in a few seconds.',
}

/** A failure that clients are told by its code; what the driver said is its cause, for the log alone. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
  readonly code: FaultCode

  constructor(code: FaultCode, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? messages[code as keyof typeof messages] ?? code, { cause: options.cause })
    this.code = code
  }
}

/** PostgreSQL's query_canceled: a statement that is no longer wanted, or took too long. */
const cancelled = '57014'
/** too_many_connections and what is alike. */
const busy = new Set(['53300', '53400'])
/** admin_shutdown, crash_shutdown, cannot_connect_now; connections (but 08P01 is of what was sent); sockets that are refused, reset, or lead nowhere. */
const unavailable =
  /^(57P0[123]|08(?!P01)\w{3}|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says without a code when a connection ends under a statement. */
const connectionLost = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** pg-pool's words for a wait in its queue that was too long. */
const waitedTooLong = 'timeout exceeded when trying to connect'

/** The driver's error as a fault with a code; errors that are none come back as they are. */
export function toFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFault) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (code === cancelled) return new DatabaseFault('STATEMENT_TIMEOUT', { cause: error })
  if (busy.has(code) || error.message === waitedTooLong) return new DatabaseFault('DATABASE_BUSY', { cause: error })
  if (unavailable.test(code) || connectionLost.test(error.message))
    return new DatabaseFault('DATABASE_UNAVAILABLE', { cause: error })
  return error
}

/** Whether an error is of one statement: PostgreSQL refused it, and the connection goes on. */
export const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

/**
 * Whether what is prepared on a connection is of no use any more: its columns have changed, or it was dropped (DISCARD ALL
 * behind a pooler). The statement itself may well succeed on another connection.
 */
export const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '0A000' || error.code === '26000')
