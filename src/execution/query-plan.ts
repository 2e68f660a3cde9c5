// What a query asks, field by field, as the executor goes through it.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
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
  args: object
  /** What is wrong with the arguments: it fails the field of every object. */
  fault: unknown
  selectionSets: SelectionSetNode[]
}

/** Plans the selections of one request, each once. */
export class Planner {
  readonly selected: Selected
  readonly #plans = new Map<GraphQLObjectType, Map<readonly SelectionSetNode[], FieldPlan[]>>()
  readonly #templates = new Map<FieldPlan[], Record<string, unknown>>()

  constructor(selected: Selected) {
    this.selected = selected
  }

  /** What a selection asks of a type; worked out once an execution. */
  plan(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): FieldPlan[] {
    let ofType = this.#plans.get(type)
    if (!ofType) {
      ofType = new Map()
      this.#plans.set(type, ofType)
    }
    let plans = ofType.get(selectionSets)
    if (!plans) {
      plans = []
      const fields = type.getFields()
      for (const [key, nodes] of collectFields(this.selected, type, selectionSets)) {
        const plan = this.#planField(fields, key, nodes)
        if (plan) plans.push(plan)
      }
      ofType.set(selectionSets, plans)
    }
    return plans
  }

  #planField(fields: ReturnType<GraphQLObjectType['getFields']>, key: string, nodes: FieldNode[]): FieldPlan | null {
    const [node] = nodes as [FieldNode]
    const name = node.name.value
    const field = name === '__typename' ? undefined : fields[name]
    const selectionSets = nodes.flatMap((one) => (one.selectionSet ? [one.selectionSet] : []))
    const shape = field && shapeOf(field.type)
    const plan: FieldPlan = { key, nodes, field, shape, batch: undefined, args: {}, fault: undefined, selectionSets }
    if (name === '__typename') return plan
    if (!field) {
      // Introspection has no field here, and what validation lets through beside is left out, as by graphql-js.
      return name.startsWith('__') ? { ...plan, field: { name } as GraphQLField<unknown, unknown> } : null
    }
    plan.batch = field.extensions.batch as Batch | undefined
    try {
      plan.args = getArgumentValues(field, node, this.selected.variables)
    } catch (fault) {
      plan.fault = fault
    }
    return plan
  }

  /** An object with all its keys, so that their order is that of the selection whatever comes first. */
  blank(plans: FieldPlan[]): Record<string, unknown> {
    let template = this.#templates.get(plans)
    if (!template) {
      // The one key that an ordinary object has another use for.
      template = plans.some(({ key }) => key === '__proto__') ? (Object.create(null) as Record<string, unknown>) : {}
      for (const { key } of plans) template[key] = null
      this.#templates.set(plans, template)
    }
    // Copies of one template share its shape, which is what makes them cheap.
    return Object.hasOwn(template, '__proto__') ? Object.assign(Object.create(null), template) : { ...template }
  }

  /** What the fields below a field read of its rows, by what they carry: their columns, or that rows are further below. */
  columnsBelow(plan: FieldPlan, field: GraphQLField<unknown, unknown>): ReadonlySet<string> | null {
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return null
    const columns = new Set<string>()
    for (const below of this.plan(type, plan.selectionSets)) {
      if (!below.field) continue
      const { columns: read, through, pothosExposedField: exposed } = below.field.extensions
      const own = (read as readonly string[] | undefined) ?? (typeof exposed === 'string' ? [exposed] : null)
      const names = through ? this.columnsBelow(below, below.field) : own
      if (!names) return null
      for (const name of names) columns.add(name)
    }
    return columns
  }
}
