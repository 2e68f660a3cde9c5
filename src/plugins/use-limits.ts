// Yoga plugin: what asks for too much is refused before it is executed, and every answer tells what it cost.
import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { checkArguments } from '../limits/argument-limits.ts'
import { costOf } from '../limits/cost.ts'
import { checkShape, checkTokens } from '../limits/document-shape.ts'
import { KnownCosts } from '../limits/known-costs.ts'
import { limitError } from '../limits/limit-error.ts'
import type { Limits } from '../limits/limits.ts'
import { type ServerContext, serverContextOf } from '../server-context.ts'

/** Texts and documents that passed are remembered up to this many. */
const remembered = 1_000

/** The header by which a request asks for `extensions.cost`, and that every answer carries the cost in. */
export const costHeader = 'x-whence-cost'

/** Pages of more than the schema's own hundred are refused by their lists; this is for a lower limit. */
function checkPage(args: Record<string, unknown>, most: number): void {
  for (const name of ['first', 'last']) {
    const size = args[name]
    if (typeof size === 'number' && size > most)
      throw new GraphQLError(`"${name}" is ${size}; a page holds 1 to ${most} items.`, {
        extensions: { code: 'BAD_USER_INPUT', field: name, http: { spec: true, status: 400 } },
      })
  }
}

/** The cost of an operation, or undefined where execution has something to say about it first; throws its refusal. */
function measure(args: ExecutionArgs, operation: OperationDefinitionNode, limits: Limits): number | undefined {
  const { schema, document } = args
  const root = schema.getRootType(operation.operation)
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], args.variableValues ?? {}, {
    maxErrors: 1,
  })
  if (!root || variables.errors) return undefined
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  const asked = { schema, fragments, variables: variables.coerced }
  const cost = costOf(asked, root, operation.selectionSet, limits.cost, (_field, given) => {
    checkArguments(given, limits)
    checkPage(given, limits.pageSize)
  })
  if (cost > limits.cost) throw limitError('cost', limits.cost, cost)
  return cost
}

/** A refusal of ours as it is; what GraphQL itself finds wrong (a @skip without a value) has no code of its own. */
function coded(error: GraphQLError): GraphQLError {
  if (error.extensions.code !== undefined) return error
  const { message, nodes, source, positions, path } = error
  const extensions = { code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } }
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

/**
 * Tokens are counted before the text is parsed; depth, aliases and directives before the document is validated; the
 * cost, ids and filters before each execution, with its variables, so that no cache of documents bypasses them.
 * The answer carries its cost in the header x-whence-cost; a request with that header gets it as `extensions.cost` too.
 */
export function useLimits(limits: Limits): Plugin<object, ServerContext> {
  const short = new Set<string>()
  const shapely = new WeakSet<DocumentNode>()
  const known = new KnownCosts()

  return {
    onParse({ params }) {
      const text = typeof params.source === 'string' ? params.source : params.source.body
      if (text.length <= limits.tokens || short.has(text)) return
      checkTokens(text, limits)
      if (short.size >= remembered) short.clear()
      short.add(text)
    },
    onValidate({ params, setResult }) {
      if (shapely.has(params.documentAST)) return
      try {
        checkShape(params.documentAST, limits)
        shapely.add(params.documentAST)
      } catch (error) {
        setResult([error as GraphQLError])
      }
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { record, res, request } = serverContextOf(args)
      const operation = getOperationAST(args.document, args.operationName)
      if (!operation) return
      if (record) record.operation = `${operation.operation} ${operation.name?.value ?? ''}`.trim()
      const entry = known.entry(operation, args.variableValues ?? {})
      let cost = entry?.cost
      try {
        cost ??= measure(args, operation, limits)
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error
        const { asked } = error.extensions
        if (record && typeof asked === 'number') record.cost = asked
        setResultAndStopExecution({ errors: [coded(error)] })
        return
      }
      if (cost === undefined) return
      if (entry) entry.cost = cost
      if (record) record.cost = cost
      if (res && !res.headersSent) res.setHeader(costHeader, cost)
      if (!request.headers.has(costHeader)) return
      return {
        onExecuteDone({ result, setResult }) {
          if ('errors' in result || 'data' in result)
            setResult({ ...result, extensions: { ...result.extensions, cost } })
        },
      }
    },
  }
}
