// What a query asks, field by field, as the executor goes through it.
import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { collectFields, type Selected } from './collect-fields.ts'
import { type Shape, shapeOf } from './shape.ts'

/** `columns`: what the fields below read of the rows that it gives; null where that is not known. */
export type Batch = (
  rows: readonly unknown[],
  args: object,
  context: unknown,
  columns: ReadonlySet<string> | null,
) => unknown

/** A field of a selection on one object type. */
export interface FieldPlan {
  key: string
  nodes: FieldNode[]
  /** Undefined for __typename. */
  field: GraphQLField<unknown, unknown> | undefined
  shape: Shape | undefined
  batch: Batch | undefined
  /** The property of its object that it gives, where its resolver does nothing else. */
  property: string | undefined
  /** Whether its resolver may look at more than its object, arguments and context. */
  takesInfo: boolean
  selectionSets: SelectionSetNode[]
  /** What is asked of the objects below, where they can be of one type only; worked out when there are some. */
  below: Selection | undefined
  /** What the fields below read of its rows; undefined while nobody has asked. */
  columns: ReadonlySet<string> | null | undefined
}

/** What is asked of an object type at one place. */
export interface Selection {
  type: GraphQLObjectType
  fields: FieldPlan[]
  /** Whether its fields are read off the object and that's it: leaves, none of which waits for anything. */
  simple: boolean
  /** An object with all its keys, so that their order is that of the selection whatever comes first. */
  blank(): Record<string, unknown>
}

/** Plans the selections of one operation, each once. */
export class Planner {
  readonly selected: Selected
  /** The selection sets of the root. */
  readonly root: readonly SelectionSetNode[]
  readonly #selections = new Map<GraphQLObjectType, Map<readonly SelectionSetNode[], Selection>>()

  constructor(selected: Selected, operation: OperationDefinitionNode) {
    this.selected = selected
    this.root = [operation.selectionSet]
  }

  /** What a selection asks of a type. */
  selection(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): Selection {
    let ofType = this.#selections.get(type)
    if (!ofType) {
      ofType = new Map()
      this.#selections.set(type, ofType)
    }
    let selection = ofType.get(selectionSets)
    if (!selection) {
      const declared = type.getFields()
      const fields: FieldPlan[] = []
      for (const [key, nodes] of collectFields(this.selected, type, selectionSets)) {
        const plan = planField(declared, key, nodes)
        if (plan) fields.push(plan)
      }
      selection = { type, fields, simple: fields.every(isSimple), blank: blankOf(fields) }
      ofType.set(selectionSets, selection)
    }
    return selection
  }

  /** What is asked of the objects of a type below a field. */
  below(plan: FieldPlan, type: GraphQLObjectType): Selection {
    if (plan.below?.type === type) return plan.below
    const selection = this.selection(type, plan.selectionSets)
    plan.below = selection
    return selection
  }

  /** What the fields below a field read of its rows (of all types that they can be of), by what they carry: their columns,
   * or that rows are further below. */
  columnsBelow(plan: FieldPlan): ReadonlySet<string> | null {
    if (plan.columns === undefined) plan.columns = this.#columnsBelow(plan)
    return plan.columns
  }

  #columnsBelow({ field, selectionSets }: FieldPlan): ReadonlySet<string> | null {
    const type = field && getNamedType(field.type)
    if (!isCompositeType(type)) return null
    const columns = new Set<string>()
    for (const possible of isAbstractType(type) ? this.selected.schema.getPossibleTypes(type) : [type])
      for (const below of this.selection(possible, selectionSets).fields) {
        if (!below.field) continue
        const { columns: read, through } = below.field.extensions
        const own = (read as readonly string[] | undefined) ?? (below.property === undefined ? null : [below.property])
        const names = through ? this.columnsBelow(below) : own
        if (!names) return null
        for (const name of names) columns.add(name)
        for (const name of this.#joinedBy(below)) columns.add(name)
      }
    return columns
  }

  /** Where a field may be read together with its object (extensions.joined), the names of what is read of it. */
  #joinedBy(plan: FieldPlan): string[] {
    const joined = plan.field?.extensions.joined as ((column: string) => string) | undefined
    const columns = joined && this.columnsBelow(plan)
    return columns ? Array.from(columns, joined) : []
  }
}

function planField(
  declared: ReturnType<GraphQLObjectType['getFields']>,
  key: string,
  nodes: FieldNode[],
): FieldPlan | null {
  const [node] = nodes as [FieldNode]
  const name = node.name.value
  const field = name === '__typename' ? undefined : declared[name]
  const { batch, columns, through, property = field?.extensions.pothosExposedField } = field?.extensions ?? {}
  const plan: FieldPlan = {
    key,
    nodes,
    field,
    shape: field && shapeOf(field.type),
    batch: batch as Batch | undefined,
    property: typeof property === 'string' ? property : undefined,
    takesInfo: property === undefined && !columns && !through,
    selectionSets: nodes.flatMap((one) => (one.selectionSet ? [one.selectionSet] : [])),
    below: undefined,
    columns: undefined,
  }
  if (field || name === '__typename') return plan
  // Introspection has no field here, and what validation lets through beside is left out, as by graphql-js.
  return name.startsWith('__') ? { ...plan, field: { name } as GraphQLField<unknown, unknown> } : null
}

const isSimple = ({ field, shape, batch, takesInfo }: FieldPlan): boolean =>
  !field || (shape?.kind === 'leaf' && !batch && !takesInfo && field.args.length === 0)

function blankOf(fields: readonly FieldPlan[]): Selection['blank'] {
  // The one key that an ordinary object has another use for.
  const odd = fields.some(({ key }) => key === '__proto__')
  const template: Record<string, unknown> = odd ? Object.create(null) : {}
  for (const { key } of fields) template[key] = null
  // Copies of one template share its shape, which is what makes them cheap.
  return odd ? () => Object.assign(Object.create(null), template) : () => ({ ...template })
}

/** Planners of operations that ask the same whatever the variables, and what the others depend on. */
const planners = new WeakMap<OperationDefinitionNode, Planner | DirectiveNode[]>()

/** The @skip and @include of an operation. */
function conditionsOf({ fragments }: Selected, operation: OperationDefinitionNode): DirectiveNode[] {
  const conditions: DirectiveNode[] = []
  for (const node of [operation, ...Object.values(fragments)])
    visit(node, {
      [Kind.DIRECTIVE]: (directive: DirectiveNode) => {
        if (directive.name.value === 'skip' || directive.name.value === 'include') conditions.push(directive)
      },
    })
  return conditions
}

/**
 * The planner of an operation: where its fields are the same whatever the variables, that of its last execution.
 * @throws GraphQLError where what a @skip or @include depends on has no value
 */
export function plannerOf(schema: GraphQLSchema, operation: OperationDefinitionNode, selected: Selected): Planner {
  const known = planners.get(operation)
  if (known instanceof Planner && known.selected.schema === schema) return known
  const conditions = Array.isArray(known) ? known : conditionsOf(selected, operation)
  if (conditions.length > 0) {
    planners.set(operation, conditions)
    for (const condition of conditions)
      getArgumentValues(
        condition.name.value === 'skip' ? GraphQLSkipDirective : GraphQLIncludeDirective,
        condition,
        selected.variables,
      )
    return new Planner(selected, operation)
  }
  const planner = new Planner({ ...selected, variables: {} }, operation)
  planners.set(operation, planner)
  return planner
}
