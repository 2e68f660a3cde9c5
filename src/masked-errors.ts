// What clients learn of errors that nobody expected: an id, under which the log has the rest.
import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { YogaLogger } from 'graphql-yoga'
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

/** What a caller got wrong, as the domain says it, however deep GraphQL has wrapped it. */
function inputErrorIn(error: unknown): InputError | undefined {
  if (error instanceof InputError) return error
  return error instanceof GraphQLError && error.originalError != null ? inputErrorIn(error.originalError) : undefined
}

/**
 * The error as the client gets it: callers' mistakes with their code and details, errors made for clients unchanged,
 * everything else with an id and no details.
 */
export function maskError(log: Log, error: unknown, message: string): Error {
  const where = error instanceof GraphQLError ? error : undefined
  const place = { nodes: where?.nodes, source: where?.source, positions: where?.positions, path: where?.path }
  const mistake = inputErrorIn(error)
  if (mistake) {
    const extensions = { ...mistake.details, code: mistake.code, field: mistake.field }
    return new GraphQLError(where?.message ?? mistake.message, { ...place, extensions })
  }
  if (isMeantForClients(error)) return error
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
  return { debug: say('debug'), info: say('debug'), warn: say('warn'), error: say('error') }
}
