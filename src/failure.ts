// How a failure is told to the person at the terminal.
import { StartupError } from './startup-error.ts'

/** What PostgreSQL says when its disk is full, whoever passes it on. */
const diskFull = /No space left on device/

/** The messages of an error and of what caused it. */
function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : ''
}

/** Expected failures: what is wrong and what to do. Others with their stack, for they are faults of ours. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartupError) {
    return [`${error.code}: ${error.message}`, ...(error.hint ? [error.hint] : [])].join('\n')
  }
  if (diskFull.test(messagesOf(error)))
    return 'DISK_FULL: PostgreSQL has no space left on its disk; nothing was changed.\nMake room, then do the same again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
