// Yoga plugin: an answer to a known document is given again while the graph stays as it was.
import { createHash } from 'node:crypto'
import { type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { AnswerStore } from '../answer-cache/store.ts'
import type { GraphContext } from '../context.ts'
import { graphState } from '../exporters/state.ts'
import { type ServerContext, serverContextOf } from '../server-context.ts'
import { costHeader } from './use-limits.ts'

type Text = { stringify?: () => string }

/** Raise it when the same graph is answered otherwise under the same schema. */
const version = 1

/** Yoga sends what `stringify` gives, so a text that is kept is neither parsed nor written again. */
const asText = (text: string): ExecutionResult & Text => ({ data: {}, stringify: () => text })

/**
 * Install it after useLimits: an answer that is kept costs what it would cost otherwise, and is refused alike. Curators,
 * mutations, failures, texts that are not known and requests for their cost (x-whence-cost) pass by.
 * The state of the graph is read first, on the server that would answer: an answer is as fresh as a new one would be, in
 * every process, and one that changes under the reading is filed under the older state, where nobody asks for it again.
 * @param options.sdl the schema: another one never finds these answers in a store that outlives the process
 */
export function useResponseCache(options: { store: AnswerStore; sdl: string }): Plugin<object, ServerContext> {
  const { store, sdl } = options
  const schemaHash = createHash('sha256').update(sdl).digest('base64url')
  const keyOf = (...parts: unknown[]) =>
    `whence:${createHash('sha256')
      .update(JSON.stringify([version, schemaHash, ...parts]))
      .digest('base64url')}`

  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const { record, request } = serverContextOf(args)
      const { db, reader, curator } = args.contextValue as unknown as GraphContext
      if (record?.document === undefined || curator !== null || request.headers.has(costHeader)) return
      if (getOperationAST(args.document, args.operationName)?.operation !== OperationTypeNode.QUERY) return
      let key: string
      try {
        key = keyOf(await graphState(db.pool), record.document, args.operationName ?? null, args.variableValues ?? {})
      } catch {
        // What is wrong with the database is told by those who ask it for the answer.
        return
      }
      const kept = await store.get(key)
      if (kept !== undefined) {
        setResultAndStopExecution(asText(kept))
        return
      }
      return {
        onExecuteDone({ result, setResult }) {
          // After a move to a standby that is further behind, the answer may be older than the state.
          if (!('data' in result) || !result.data || result.errors || result.extensions || reader?.moved) return
          const text = JSON.stringify({ data: result.data })
          setResult({ ...result, stringify: () => text } as ExecutionResult)
          void store.set(key, text)
        },
      }
    },
  }
}
