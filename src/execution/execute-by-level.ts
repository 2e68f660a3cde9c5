// Executes a query level by level: all objects of a selection together, each field once for all of them.
//
// It knows nothing of what the types mean. A field that carries a batch function (extensions.batch: rows, arguments and
// context to values) is read with one call for all objects of its level; every other field is resolved object by object,
// as graphql-js does. The answer is the same, to the letter; why it exists is told in docs/adr. Of a schema it asks that
// abstract types have a resolveType that gives a name at once, and that no type has an isTypeOf; and that resolvers of
// fields that say what they read (extensions.columns, extensions.through, Pothos' exposed fields) ask for no info.
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FragmentDefinitionNode,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { Execution } from './execution.ts'
import { type Planner, plannerOf } from './query-plan.ts'

/** What graphql-js does itself: anything but a query, introspection, and requests that it refuses. */
function mustHandOver(operation: OperationDefinitionNode | null): operation is null {
  if (operation?.operation !== 'query') return true
  // Fragments could hold introspection, too, so the root is looked at again when its fields are collected.
  return operation.selectionSet.selections.some(
    (selection) => selection.kind === Kind.FIELD && /^__(schema|type)$/.test(selection.name.value),
  )
}

/** The answer to a validated request; what it doesn't know goes to graphql-js. */
export function executeByLevel(args: ExecutionArgs): Promise<ExecutionResult> | ExecutionResult {
  const { schema, document, operationName, variableValues, contextValue, rootValue } = args
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  let operation: OperationDefinitionNode | null = null
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
    else if (definition.kind === Kind.OPERATION_DEFINITION) {
      if (operationName == null ? operation : definition.name?.value !== operationName) {
        // Several operations and no name: graphql-js has the words for it.
        if (operationName == null) return execute(args) as Promise<ExecutionResult>
        continue
      }
      operation = definition
    }
  }
  const type = schema.getQueryType()
  if (mustHandOver(operation) || !type) return execute(args) as Promise<ExecutionResult>
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}, {
    maxErrors: 50,
  })
  if (coerced.errors) return execute(args) as Promise<ExecutionResult>
  const selected = { schema, fragments, variables: coerced.coerced }
  let planner: Planner
  try {
    planner = plannerOf(schema, operation, selected)
  } catch {
    // A condition without a value: graphql-js tells where.
    return execute(args) as Promise<ExecutionResult>
  }
  const selection = planner.selection(type, planner.root)
  if (selection.fields.some((plan) => plan.field?.name.startsWith('__')))
    return execute(args) as Promise<ExecutionResult>
  return new Execution(planner, selected, operation, contextValue, rootValue).run(selection)
}
