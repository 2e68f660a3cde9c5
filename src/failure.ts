// How a failure is told to the person at the terminal.
import { StartupError } from './startup-error.ts'

/** Expected failures: what is wrong and what to do. Others with their stack, for they are faults of ours. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartupError) {
    return [`${error.code}: ${error.message}`, ...(error.hint ? [error.hint] : [])].join('\n')
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
