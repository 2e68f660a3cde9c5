// Yoga plugin: the codes of the errors in an answer, for the log and the metrics.
import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { ServerContext } from '../server-context.ts'

export const useRequestRecord = (): Plugin<object, ServerContext> => ({
  onResultProcess({ result, serverContext: { record } }) {
    for (const { errors } of [result].flat() as ExecutionResult[])
      for (const { extensions } of errors ?? []) {
        record.codes.add(String(extensions?.code ?? 'GRAPHQL'))
        if (typeof extensions?.id === 'string' && record.errorIds.length < 20) record.errorIds.push(extensions.id)
      }
  },
})
