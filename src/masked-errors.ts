// What clients learn of errors that nobody expected: an id, under which the log has the rest.
import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { YogaLogger } from 'graphql-yoga'
import { DatabaseFault } from './db/faults.ts'
import { InputError } from './domain/input-error.ts'
import type { Log } from './log.ts'

/**
 * Errors made for clients: of a request that can't be understood, or with a code of ours. Those that a resolver threw
 * by accident carry the original; those that GraphQL finds in what a resolver gave have a path, but no code.
 */
function isMeantForClients(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false
  if (error.originalError != null && !isMeantForClients(error.originalError)) return false
  return error.path === undefined || error.extensions.code !== undefined
}

/** What a resolver threw, however deep GraphQL has wrapped it. */
const thrownIn = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError != null ? thrownIn(error.originalError) : error

/** Errors of GraphQL itself come without a code. */
function codeOf({ message }: GraphQLError): string {
  if (message.startsWith('Syntax Error')) return 'GRAPHQL_PARSE_FAILED'
  if (/operation/i.test(message) && !message.startsWith('Variable')) return 'OPERATION_RESOLUTION_FAILURE'
  return 'BAD_USER_INPUT'
}

/** The same error with a code of the vocabulary, and without what only helps whoever writes the server. */
function coded(error: GraphQLError): GraphQLError {
  const { originalError, ...extensions } = error.extensions
  if (extensions.code !== undefined && originalError === undefined) return error
  const { nodes, source, positions, path } = error
  const code = extensions.code ?? codeOf(error)
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions: { ...extensions, code } })
}

/**
 * The error as the client gets it: callers' mistakes with their code and details, errors made for clients unchanged,
 * everything else with an id and no details.
 */
export function maskError(log: Log, error: unknown, message: string): Error {
  const where = error instanceof GraphQLError ? error : undefined
  const place = { nodes: where?.nodes, source: where?.source, positions: where?.positions, path: where?.path }
  const thrown = thrownIn(error)
  if (thrown instanceof InputError) {
    const extensions = { ...thrown.details, code: thrown.code, field: thrown.field }
    return new GraphQLError(where?.message ?? thrown.message, { ...place, extensions })
  }
  if (thrown instanceof DatabaseFault) {
    log.debug({ err: thrown.cause, code: thrown.code, path: where?.path }, 'the database failed a request')
    return new GraphQLError(thrown.message, { ...place, extensions: { code: thrown.code } })
  }
  if (isMeantForClients(error)) return coded(error)
  const id = randomUUID()
  log.error({ id, err: where?.originalError ?? error, path: where?.path }, 'unexpected error')
  return new GraphQLError(message, { ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', id } })
}

/** Yoga's own messages, in our log. */
export const yogaLog = (log: Log): YogaLogger => {
  const say =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error)
      log[level]({ err }, parts.filter((part) => part !== err).join(' ') || 'GraphQL server')
    }
  // Errors that Yoga tells of are those that were masked, which the log has already.
  return { debug: say('debug'), info: say('debug'), warn: say('warn'), error: say('debug') }
}
