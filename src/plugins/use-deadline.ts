// Yoga plugin: an execution that takes too long, or that nobody waits for, ends at once with a coded error.
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { DatabaseFault } from '../db/faults.ts'
import { type ServerContext, serverContextOf } from '../server-context.ts'

/** Install it after what decides who executes. Its statements are cancelled through the same patience. */
export const useDeadline = (): Plugin<object, ServerContext> => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    const { patience } = serverContextOf(args).record
    setExecuteFn((given: ExecutionArgs) => {
      const executed = executeFn(given) as Promise<ExecutionResult> | ExecutionResult
      if (!('then' in executed)) return executed
      return new Promise((resolve, reject) => {
        const stay = patience.onEnd((reason) => {
          const code = reason instanceof DatabaseFault ? reason.code : 'CLIENT_GONE'
          resolve({ errors: [new GraphQLError(reason.message, { extensions: { code, http: { status: 503 } } })] })
        })
        executed.then(resolve, reject).finally(stay)
      })
    })
  },
})
