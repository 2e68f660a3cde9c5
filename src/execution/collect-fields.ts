// Which fields a selection asks of an object type, as the specification's CollectFields says, with @skip and @include.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

export interface Selected {
  schema: GraphQLSchema
  fragments: Record<string, FragmentDefinitionNode>
  variables: Record<string, unknown>
}

/** The fields by response key, in the order of the response; fields of one key are merged. */
export function collectFields(
  selected: Selected,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, selected.variables)) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        const alike = fields.get(key)
        if (alike) alike.push(selection)
        else fields.set(key, [selection])
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(selected.schema, selection.typeCondition, type)) collect(selection.selectionSet)
      } else {
        const name = selection.name.value
        const fragment = selected.fragments[name]
        if (spread.has(name) || !fragment) continue
        spread.add(name)
        if (applies(selected.schema, fragment.typeCondition, type)) collect(fragment.selectionSet)
      }
    }
  }
  for (const set of selectionSets) collect(set)
  return fields
}

function isIncluded(node: SelectionNode, variables: Record<string, unknown>): boolean {
  if (!node.directives || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
}

function applies(schema: GraphQLSchema, condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean {
  if (!condition || condition.name.value === type.name) return true
  const named = schema.getType(condition.name.value)
  return isAbstractType(named) && schema.isSubType(named, type)
}
