// What a resolver that is called object by object is told of its field.
import type {
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  OperationDefinitionNode,
} from 'graphql'
import type { Selected } from './collect-fields.ts'
import { type Item, itself, pathOf } from './place.ts'
import type { FieldPlan } from './query-plan.ts'

/** What a resolver may ask about its field. The path is only worked out for those that do. */
export class FieldInfo implements GraphQLResolveInfo {
  readonly fieldName: string
  readonly fieldNodes: FieldNode[]
  readonly returnType: GraphQLOutputType
  readonly schema: Selected['schema']
  readonly fragments: Selected['fragments']
  readonly variableValues: Selected['variables']
  readonly rootValue: unknown
  readonly operation: OperationDefinitionNode
  readonly parentType: GraphQLObjectType
  readonly #item: Item
  readonly #plan: FieldPlan

  constructor(
    selected: Selected,
    operation: OperationDefinitionNode,
    rootValue: unknown,
    parentType: GraphQLObjectType,
    plan: FieldPlan,
    field: GraphQLField<unknown, unknown>,
    item: Item,
  ) {
    this.fieldName = field.name
    this.fieldNodes = plan.nodes
    this.returnType = field.type
    this.schema = selected.schema
    this.fragments = selected.fragments
    this.variableValues = selected.variables
    this.rootValue = rootValue
    this.operation = operation
    this.parentType = parentType
    this.#item = item
    this.#plan = plan
  }

  get path(): GraphQLResolveInfo['path'] {
    const { parentType } = this
    const path = pathOf(this.#item, this.#plan, itself).reduce<GraphQLResolveInfo['path'] | undefined>(
      (prev, key) => ({ prev, key, typename: typeof key === 'string' ? parentType.name : undefined }),
      undefined,
    )
    return path as GraphQLResolveInfo['path']
  }
}
