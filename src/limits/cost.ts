// What a query costs: how many objects it asks for, counted before it is executed.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'
import { collectFields } from '../execution/collect-fields.ts'
import { introspectionSizes } from './introspection-sizes.ts'

/** How many items a page holds where a query does not say. */
const defaultPageSize = 20
const largestPage = 100

type Arguments = Record<string, unknown>

export interface Asked {
  schema: GraphQLSchema
  fragments: Record<string, FragmentDefinitionNode>
  /** Coerced. */
  variables: Arguments
}

/** Shown every field with arguments, once for each place in the document. */
type Look = (field: GraphQLField<unknown, unknown>, args: Arguments) => void

const sizesOf = new WeakMap<GraphQLSchema, ReturnType<typeof introspectionSizes>>()

/** The page that arguments ask for; what no page can have is refused later and reads nothing. */
function pageSize({ first, last }: Arguments): number {
  const size = first ?? last ?? defaultPageSize
  return typeof size === 'number' && size >= 1 && size <= largestPage ? size : 1
}

const isList = (field: GraphQLField<unknown, unknown>) =>
  isListType(isNonNullType(field.type) ? field.type.ofType : field.type)

/**
 * The number of objects that a selection on a root type asks for: an object is 1, a scalar 0. `first` or `last` (20 where
 * neither is given) multiplies what is in the page, `nodes` and `_entities` multiply by the length of their list; a list
 * without such arguments counts as one object. Fields of one response key are merged, as in execution; of an interface
 * or union the dearest type counts. The root itself is free.
 * @param most where counting may stop: beyond it the cost is Infinity
 */
export function costOf(
  asked: Asked,
  root: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  most: number,
  look: Look = () => {},
): number {
  const { schema } = asked
  let introspection = sizesOf.get(schema)
  if (!introspection) {
    introspection = introspectionSizes(schema)
    sizesOf.set(schema, introspection)
  }
  const sizes = introspection
  const numbers = new Map<SelectionSetNode, number>()
  const numberOf = (set: SelectionSetNode) => {
    const number = numbers.get(set) ?? numbers.size
    numbers.set(set, number)
    return number
  }
  const known = new Map<string, number>()
  const looked = new Set<FieldNode>()

  function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments {
    if (field.args.length === 0) return {}
    let args: Arguments
    try {
      args = getArgumentValues(field, node, asked.variables)
    } catch {
      // Execution tells what is wrong with them; the field gives nothing.
      return {}
    }
    if (!looked.has(node)) {
      looked.add(node)
      look(field, args)
    }
    return args
  }

  /** What one field costs; `page` is how many items the lists in its parent hold. */
  function ofField(parent: GraphQLObjectType, nodes: FieldNode[], page: number): number {
    const [node] = nodes as [FieldNode]
    const name = node.name.value
    const field =
      parent.getFields()[name] ??
      (name === SchemaMetaFieldDef.name ? SchemaMetaFieldDef : name === TypeMetaFieldDef.name ? TypeMetaFieldDef : null)
    if (!field) return 0
    const args = argumentsOf(field, node)
    const type = getNamedType(field.type)
    if (!isCompositeType(type)) return 0
    const paged = field.args.some((arg) => arg.name === 'first')
    const list = args.ids ?? args.representations
    const inner = paged ? pageSize(args) : 1
    let count = 1
    if (parent.name.startsWith('__')) count = sizes[name] ?? 1
    else if (Array.isArray(list) && isList(field)) count = list.length
    else if (isList(field)) count = paged ? inner : page
    if (count === 0) return 0
    const sets = nodes.flatMap((one) => (one.selectionSet ? [one.selectionSet] : []))
    return count * (1 + ofType(type, sets, isList(field) ? 1 : inner))
  }

  function ofType(type: GraphQLCompositeType, sets: SelectionSetNode[], page: number): number {
    if (isAbstractType(type)) return Math.max(0, ...schema.getPossibleTypes(type).map((one) => ofType(one, sets, page)))
    const key = `${type.name} ${page} ${sets.map(numberOf).join(' ')}`
    const before = known.get(key)
    if (before !== undefined) return before
    // Each new place is an object at least: so many mean that the limit is passed.
    if (known.size > most + 1_000) return Number.POSITIVE_INFINITY
    known.set(key, 0)
    let cost = 0
    for (const nodes of collectFields(asked, type, sets).values()) cost += ofField(type, nodes, page)
    known.set(key, cost)
    return cost
  }

  return Math.ceil(ofType(root, [selectionSet], 1))
}
