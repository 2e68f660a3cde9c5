// What an answer must have in common with that of graphql-js.
import type { ExecutionResult } from 'graphql'

/** The answer as text, with its errors in the order of their places: which of several comes first is a matter of timing. */
export const inOrder = ({ errors, ...result }: ExecutionResult): string =>
  JSON.stringify({ ...result, errors: errors?.map((error) => JSON.stringify(error)).sort() })
