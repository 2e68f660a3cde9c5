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
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getVariableValues,
  Kind,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql'
import type { Selected } from './collect-fields.ts'
import { FieldInfo, type Item } from './field-info.ts'
import { isNulled, nullAt, type Place, pathOf, put } from './place.ts'
import { type Batch, type FieldPlan, Planner } from './query-plan.ts'
import { runtimeType } from './runtime-type.ts'
import type { Shape } from './shape.ts'

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
  const planner = new Planner({ schema, fragments, variables: coerced.coerced })
  const plans = planner.plan(type, [operation.selectionSet])
  if (plans.some((plan) => plan.field?.name.startsWith('__'))) return execute(args) as Promise<ExecutionResult>
  return new Execution(planner, operation, contextValue, rootValue).run(type, plans)
}

class Execution {
  readonly #selected: Selected
  readonly #planner: Planner
  readonly #operation: OperationDefinitionNode
  readonly #context: unknown
  readonly #root: unknown
  readonly #errors: GraphQLError[] = []
  #waiting = 0
  #done: () => void = () => {}
  #failed: (error: unknown) => void = () => {}
  #data: Record<string, unknown> | null = null

  constructor(planner: Planner, operation: OperationDefinitionNode, context: unknown, root: unknown) {
    this.#planner = planner
    this.#selected = planner.selected
    this.#operation = operation
    this.#context = context
    this.#root = root
  }

  async run(type: GraphQLObjectType, plans: FieldPlan[]): Promise<ExecutionResult> {
    const finished = new Promise<void>((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
    })
    const root: Item = { source: this.#root, result: this.#planner.blank(plans), place: null }
    this.#data = root.result
    this.#executeFields(type, plans, [root])
    if (this.#waiting > 0) await finished
    return this.#errors.length > 0 ? { errors: this.#errors, data: this.#data } : { data: this.#data }
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
        this.#planner.columnsBelow(plan, field),
      )
    } catch (error) {
      failAll(error)
      return
    }
    if (isPromise(values)) this.#wait(values, (found) => settle(found as unknown[]), failAll)
    else settle(values as unknown[])
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
    const result = this.#planner.blank(this.#planner.plan(type, plan.selectionSets))
    put(place, result)
    const item: Item = { source, result, place }
    const alike = found.get(type)
    if (alike) alike.push(item)
    else found.set(type, [item])
  }

  #descend(plan: FieldPlan, found: Found): void {
    for (const [type, items] of found) this.#executeFields(type, this.#planner.plan(type, plan.selectionSets), items)
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
