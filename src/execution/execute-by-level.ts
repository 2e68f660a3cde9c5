// Executes a query level by level: all objects of a selection together, each field once for all of them.
//
// It knows nothing of what the types mean. A field that carries a batch function (extensions.batch: rows, arguments and
// context to values) is read with one call for all objects of its level; every other field is resolved object by object,
// as graphql-js does. The answer is the same, to the letter; why it exists is told in docs/adr. Of a schema it asks that
// abstract types have a resolveType that gives a name at once, and that no type has an isTypeOf.
import {
  defaultFieldResolver,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { collectFields, type Selected } from './collect-fields.ts'
import { isNulled, nullAt, type Place, pathOf, put } from './place.ts'
import { runtimeType } from './runtime-type.ts'
import { type Shape, shapeOf } from './shape.ts'

/** `columns`: what the fields below read of the rows that it gives; null where that is not known. */
type Batch = (rows: readonly unknown[], args: object, context: unknown, columns: ReadonlySet<string> | null) => unknown

/** An object on its way into the response: its source, and where its fields are put. */
interface Item {
  source: unknown
  result: Record<string, unknown>
  place: Place | null
}

/** A field of a selection on one object type. */
interface FieldPlan {
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

/** Objects found below one field, by their type. */
type Found = Map<GraphQLObjectType, Item[]>

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function'

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
  const execution = new Execution({ schema, fragments, variables: coerced.coerced }, operation, contextValue, rootValue)
  const plans = execution.plan(type, [operation.selectionSet])
  if (plans.some((plan) => plan.field?.name.startsWith('__'))) return execute(args) as Promise<ExecutionResult>
  return execution.run(type, plans)
}

class Execution {
  readonly #selected: Selected
  readonly #operation: OperationDefinitionNode
  readonly #context: unknown
  readonly #root: unknown
  readonly #errors: GraphQLError[] = []
  readonly #plans = new Map<GraphQLObjectType, Map<readonly SelectionSetNode[], FieldPlan[]>>()
  readonly #templates = new Map<FieldPlan[], Record<string, unknown>>()
  #waiting = 0
  #done: () => void = () => {}
  #failed: (error: unknown) => void = () => {}
  #data: Record<string, unknown> | null = null

  constructor(selected: Selected, operation: OperationDefinitionNode, context: unknown, root: unknown) {
    this.#selected = selected
    this.#operation = operation
    this.#context = context
    this.#root = root
  }

  async run(type: GraphQLObjectType, plans: FieldPlan[]): Promise<ExecutionResult> {
    const finished = new Promise<void>((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
    })
    const root: Item = { source: this.#root, result: this.#blank(plans), place: null }
    this.#data = root.result
    this.#executeFields(type, plans, [root])
    if (this.#waiting > 0) await finished
    return this.#errors.length > 0 ? { errors: this.#errors, data: this.#data } : { data: this.#data }
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
      for (const [key, nodes] of collectFields(this.#selected, type, selectionSets)) {
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
      plan.args = getArgumentValues(field, node, this.#selected.variables)
    } catch (fault) {
      plan.fault = fault
    }
    return plan
  }

  /** An object with all its keys, so that their order is that of the selection whatever comes first. */
  #blank(plans: FieldPlan[]): Record<string, unknown> {
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

  #executeFields(type: GraphQLObjectType, plans: readonly FieldPlan[], items: readonly Item[]): void {
    for (const plan of plans) {
      const { field, batch, fault } = plan
      if (!field) for (const item of items) item.result[plan.key] = type.name
      else if (fault !== undefined) for (const item of items) this.#fail(this.#placeOf(plan, item), plan, fault)
      else if (batch) this.#executeBatch(type, plan, field, batch, items)
      else this.#executeEach(type, plan, field, items)
    }
  }

  #executeBatch(
    type: GraphQLObjectType,
    plan: FieldPlan,
    field: GraphQLField<unknown, unknown>,
    batch: Batch,
    items: readonly Item[],
  ): void {
    const alive = this.#errors.length > 0 ? items.filter(({ place }) => !place || !isNulled(place)) : items
    if (alive.length === 0) return
    const settle = (values: readonly unknown[]) => {
      const found: Found = new Map()
      for (const [i, item] of alive.entries()) this.#complete(type, plan, field, item, values[i], found)
      this.#descend(plan, found)
    }
    const failAll = (error: unknown) => {
      for (const item of alive) this.#fail(this.#placeOf(plan, item), plan, error)
    }
    let values: unknown
    try {
      values = batch(
        alive.map((item) => item.source),
        plan.args,
        this.#context,
        this.#columnsBelow(plan, field),
      )
    } catch (error) {
      failAll(error)
      return
    }
    if (isPromise(values)) this.#wait(values, (found) => settle(found as unknown[]), failAll)
    else settle(values as unknown[])
  }

  /** What the fields below a field read of its rows, by what they carry: their columns, or that rows are further below. */
  #columnsBelow(plan: FieldPlan, field: GraphQLField<unknown, unknown>): ReadonlySet<string> | null {
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return null
    const columns = new Set<string>()
    for (const below of this.plan(type, plan.selectionSets)) {
      if (!below.field) continue
      const { columns: read, through, pothosExposedField: exposed } = below.field.extensions
      const own = (read as readonly string[] | undefined) ?? (typeof exposed === 'string' ? [exposed] : null)
      const names = through ? this.#columnsBelow(below, below.field) : own
      if (!names) return null
      for (const name of names) columns.add(name)
    }
    return columns
  }

  #executeEach(
    type: GraphQLObjectType,
    plan: FieldPlan,
    field: GraphQLField<unknown, unknown>,
    items: readonly Item[],
  ): void {
    const { resolve } = field
    const found: Found = new Map()
    const later: { item: Item; value: Promise<unknown> }[] = []
    for (const item of items) {
      let value: unknown
      try {
        const info = new FieldInfo(this.#selected, this.#operation, this.#root, type, plan, field, item)
        value = resolve
          ? resolve(item.source, plan.args, this.#context, info)
          : defaultFieldResolver(item.source, plan.args, this.#context, info)
      } catch (error) {
        this.#fail(this.#placeOf(plan, item), plan, error)
        continue
      }
      if (isPromise(value)) later.push({ item, value })
      else this.#complete(type, plan, field, item, value, found)
    }
    this.#descend(plan, found)
    // What comes later comes together, so that the fields below are still read for all at once.
    this.#waitForAll(
      later.map(({ value }) => value),
      plan,
      (i, outcome, below) => {
        const { item } = later[i] as { item: Item }
        if (outcome.status === 'rejected') this.#fail(this.#placeOf(plan, item), plan, outcome.reason)
        else this.#complete(type, plan, field, item, outcome.value, below)
      },
    )
  }

  #placeOf({ key, shape }: FieldPlan, item: Item): Place {
    return { container: item.result, key, nullable: shape?.nullable ?? true, parent: item.place }
  }

  /** Puts the value of a field into its object; objects below are collected, to be executed together. */
  #complete(
    type: GraphQLObjectType,
    plan: FieldPlan,
    field: GraphQLField<unknown, unknown>,
    item: Item,
    value: unknown,
    found: Found,
  ): void {
    const shape = plan.shape as Shape
    // The quick way for most fields of most rows.
    if (shape.kind === 'leaf' && value != null && !isPromise(value) && !(value instanceof Error)) {
      try {
        const serialized = shape.type.serialize(value)
        if (serialized != null) {
          item.result[plan.key] = serialized
          return
        }
      } catch {
        // Told below, with its place.
      }
    }
    const owner = `${type.name}.${field.name}`
    this.#completeValue(owner, plan, shape, value, this.#placeOf(plan, item), found)
  }

  #completeValue(owner: string, plan: FieldPlan, shape: Shape, value: unknown, place: Place, found: Found): void {
    if (isPromise(value)) {
      this.#wait(
        value,
        (settled) => {
          const below: Found = new Map()
          this.#completeValue(owner, plan, shape, settled, place, below)
          this.#descend(plan, below)
        },
        (error) => this.#fail(place, plan, error),
      )
      return
    }
    try {
      if (value instanceof Error) throw value
      if (value == null) {
        if (!shape.nullable) throw new Error(`Cannot return null for non-nullable field ${owner}.`)
        put(place, null)
      } else if (shape.kind === 'object') this.#completeObject(plan, shape.type, value, place, found)
      else if (shape.kind === 'list') this.#completeList(owner, plan, shape.of, value, place, found)
      else if (shape.kind === 'abstract') {
        const { type } = shape
        const name = type.resolveType?.(value, this.#context, {} as GraphQLResolveInfo, type)
        this.#completeObject(plan, runtimeType(this.#selected.schema, type, name, owner), value, place, found)
      } else {
        const serialized = shape.type.serialize(value)
        if (serialized == null)
          throw new Error(
            `Expected \`${shape.type.name}.serialize\` to return non-nullable value, returned: ${serialized}`,
          )
        put(place, serialized)
      }
    } catch (error) {
      this.#fail(place, plan, error)
    }
  }

  #completeList(owner: string, plan: FieldPlan, of: Shape, value: unknown, place: Place, found: Found): void {
    if (typeof value !== 'object' || !(Symbol.iterator in (value as object)))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${owner}".`)
    const list: unknown[] = []
    put(place, list)
    const later: { at: Place; value: Promise<unknown> }[] = []
    for (const one of value as Iterable<unknown>) {
      const at: Place = { container: list, key: list.length, nullable: of.nullable, parent: place }
      list.push(null)
      if (isPromise(one)) later.push({ at, value: one })
      else this.#completeValue(owner, plan, of, one, at, found)
    }
    this.#waitForAll(
      later.map(({ value: promised }) => promised),
      plan,
      (i, outcome, below) => {
        const { at } = later[i] as { at: Place }
        if (outcome.status === 'rejected') this.#fail(at, plan, outcome.reason)
        else this.#completeValue(owner, plan, of, outcome.value, at, below)
      },
    )
  }

  #completeObject(plan: FieldPlan, type: GraphQLObjectType, source: unknown, place: Place, found: Found): void {
    const result = this.#blank(this.plan(type, plan.selectionSets))
    put(place, result)
    const item: Item = { source, result, place }
    const alike = found.get(type)
    if (alike) alike.push(item)
    else found.set(type, [item])
  }

  #descend(plan: FieldPlan, found: Found): void {
    for (const [type, items] of found) this.#executeFields(type, this.plan(type, plan.selectionSets), items)
  }

  #fail(place: Place, plan: FieldPlan, error: unknown): void {
    // What is below an error already told is gone with it.
    if (this.#data === null || (this.#errors.length > 0 && isNulled(place))) return
    this.#errors.push(locatedError(error, plan.nodes, pathOf(place)))
    if (!nullAt(place)) this.#data = null
  }

  /** Goes on with several values when all are there, and with what is below them together. */
  #waitForAll(
    promises: readonly Promise<unknown>[],
    plan: FieldPlan,
    settle: (index: number, outcome: PromiseSettledResult<unknown>, below: Found) => void,
  ): void {
    if (promises.length === 0) return
    this.#wait(
      Promise.allSettled(promises),
      (outcomes) => {
        const below: Found = new Map()
        for (const [i, outcome] of (outcomes as PromiseSettledResult<unknown>[]).entries()) settle(i, outcome, below)
        this.#descend(plan, below)
      },
      () => {},
    )
  }

  #wait(promise: Promise<unknown>, settle: (value: unknown) => void, fail: (error: unknown) => void): void {
    this.#waiting += 1
    promise
      .then(settle, fail)
      .then(() => {
        this.#waiting -= 1
        if (this.#waiting === 0) this.#done()
      })
      // Only a fault of this module gets here.
      .catch((error) => this.#failed(error))
  }
}

/** What a resolver may ask about its field. The path is only worked out for those that do. */
class FieldInfo implements GraphQLResolveInfo {
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
  readonly #key: string

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
    this.#key = plan.key
  }

  get path(): GraphQLResolveInfo['path'] {
    const { parentType } = this
    const above = this.#item.place ? pathOf(this.#item.place) : []
    const path = [...above, this.#key].reduce<GraphQLResolveInfo['path'] | undefined>(
      (prev, key) => ({ prev, key, typename: typeof key === 'string' ? parentType.name : undefined }),
      undefined,
    )
    return path as GraphQLResolveInfo['path']
  }
}
