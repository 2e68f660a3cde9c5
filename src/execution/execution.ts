// Goes through a planned query, all objects of a selection together: reads each field, puts its values into the answer, and
// goes on with the objects that it found.
import {
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql'
import { inspect } from 'graphql/jsutils/inspect.js'
import type { Selected } from './collect-fields.ts'
import { FieldInfo } from './field-info.ts'
import { fill, noArguments, noInfo } from './fill.ts'
import { Found } from './found.ts'
import { Item, isGone, isLost, itself, nullAt, pathOf, put } from './place.ts'
import { isPlain, isPromise, leafOf } from './plain.ts'
import type { Batch, FieldPlan, Planner, Selection } from './query-plan.ts'
import { runtimeType } from './runtime-type.ts'
import type { Shape } from './shape.ts'

/** One request under way. */
export class Execution {
  readonly #planner: Planner
  readonly #selected: Selected
  readonly #operation: OperationDefinitionNode
  readonly #context: unknown
  readonly #root: unknown
  readonly #arguments = new Map<FieldPlan, object>()
  readonly #errors: GraphQLError[] = []
  #waiting = 0
  #done: () => void = () => {}
  #failed: (error: unknown) => void = () => {}
  #data: Record<string, unknown> | null = null

  constructor(
    planner: Planner,
    selected: Selected,
    operation: OperationDefinitionNode,
    context: unknown,
    root: unknown,
  ) {
    this.#planner = planner
    this.#selected = selected
    this.#operation = operation
    this.#context = context
    this.#root = root
  }

  async run(selection: Selection): Promise<ExecutionResult> {
    const finished = new Promise<void>((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
    })
    const root = new Item(this.#root, selection.blank(), null, null, null)
    this.#data = root.result
    this.#executeFields(selection, [root])
    if (this.#waiting > 0) await finished
    return this.#errors.length > 0 ? { errors: this.#errors, data: this.#data } : { data: this.#data }
  }

  #executeFields({ type, fields }: Selection, items: readonly Item[]): void {
    for (const plan of fields) {
      const { field, batch, key } = plan
      if (!field) {
        for (const { result } of items) result[key] = type.name
        continue
      }
      let args: object
      try {
        args = this.#argumentsOf(plan, field)
      } catch (fault) {
        for (const item of items) this.#fail(item, plan, itself, fault)
        continue
      }
      if (batch) this.#executeBatch(type, plan, batch, args, items)
      else this.#executeEach(type, plan, field, args, items)
    }
  }

  /** The same object for all executions of the field in this request: batch functions may know them by it. */
  #argumentsOf(plan: FieldPlan, field: GraphQLField<unknown, unknown>): object {
    if (field.args.length === 0) return noArguments
    let args = this.#arguments.get(plan)
    if (!args) {
      args = getArgumentValues(field, plan.nodes[0] as FieldPlan['nodes'][0], this.#selected.variables)
      this.#arguments.set(plan, args)
    }
    return args
  }

  #executeBatch(type: GraphQLObjectType, plan: FieldPlan, batch: Batch, args: object, items: readonly Item[]): void {
    const alive = this.#errors.length > 0 ? items.filter((item) => !isGone(item)) : items
    if (alive.length === 0) return
    const settle = (values: readonly unknown[]) => {
      const found = new Found()
      for (let i = 0; i < alive.length; i++) this.#complete(type, plan, alive[i] as Item, values[i], found)
      this.#descend(found)
    }
    const failAll = (error: unknown) => {
      for (const item of alive) this.#fail(item, plan, itself, error)
    }
    let values: unknown
    try {
      values = batch(
        alive.map((item) => item.source),
        args,
        this.#context,
        this.#planner.columnsBelow(plan),
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
    args: object,
    items: readonly Item[],
  ): void {
    const { property, takesInfo } = plan
    const resolve = field.resolve ?? defaultFieldResolver
    const found = new Found()
    const later: { item: Item; value: Promise<unknown> }[] = []
    for (const item of items) {
      let value: unknown
      try {
        if (property !== undefined) value = (item.source as Record<string, unknown>)[property]
        else {
          const info = takesInfo
            ? new FieldInfo(this.#selected, this.#operation, this.#root, type, plan, field, item)
            : noInfo
          value = resolve(item.source, args, this.#context, info)
        }
      } catch (error) {
        this.#fail(item, plan, itself, error)
        continue
      }
      if (isPromise(value)) later.push({ item, value })
      else this.#complete(type, plan, item, value, found)
    }
    this.#descend(found)
    // What comes later comes together, so that the fields below are still read for all at once.
    this.#waitForAll(
      later.map(({ value }) => value),
      (i, outcome, below) => {
        const { item } = later[i] as { item: Item }
        if (outcome.status === 'rejected') this.#fail(item, plan, itself, outcome.reason)
        else this.#complete(type, plan, item, outcome.value, below)
      },
    )
  }

  /** Puts the value of a field into its object; objects below are collected, to be executed together. */
  #complete(type: GraphQLObjectType, plan: FieldPlan, item: Item, value: unknown, found: Found): void {
    const shape = plan.shape as Shape
    // The quick ways for most fields of most rows; what is odd is told below, with its place.
    if (shape.kind === 'leaf') {
      try {
        const leaf = leafOf(shape, value)
        if (leaf !== undefined) {
          item.result[plan.key] = leaf
          return
        }
      } catch {}
    } else if (shape.kind === 'object' && isPlain(value)) {
      item.result[plan.key] = this.#objectOf(plan, shape.type, value, item, null, found)
      return
    }
    this.#completeValue(`${type.name}.${plan.field?.name}`, plan, shape, value, item, itself, found)
  }

  #completeValue(
    owner: string,
    plan: FieldPlan,
    shape: Shape,
    value: unknown,
    item: Item,
    indexes: readonly number[],
    found: Found,
  ): void {
    if (isPromise(value)) {
      this.#wait(
        value,
        (settled) => {
          const below = new Found()
          this.#completeValue(owner, plan, shape, settled, item, indexes, below)
          this.#descend(below)
        },
        (error) => this.#fail(item, plan, indexes, error),
      )
      return
    }
    const putObject = (type: GraphQLObjectType) => {
      const at = indexes === itself ? null : indexes
      put(item, plan, indexes, this.#objectOf(plan, type, value, item, at, found))
    }
    try {
      if (value instanceof Error) throw value
      if (value == null) {
        if (!shape.nullable) throw new Error(`Cannot return null for non-nullable field ${owner}.`)
        put(item, plan, indexes, null)
      } else if (shape.kind === 'object') putObject(shape.type)
      else if (shape.kind === 'list') this.#completeList(owner, plan, shape.of, value, item, indexes, found)
      else if (shape.kind === 'abstract') {
        const { type } = shape
        const name = type.resolveType?.(value, this.#context, noInfo, type)
        putObject(runtimeType(this.#selected.schema, type, name, owner))
      } else {
        const serialized = shape.type.serialize(value)
        if (serialized == null)
          throw new Error(
            `Expected \`${shape.type.name}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
          )
        put(item, plan, indexes, serialized)
      }
    } catch (error) {
      this.#fail(item, plan, indexes, error)
    }
  }

  /** An object of the answer: filled at once where that is simple, else collected, to be executed with others. */
  #objectOf(
    plan: FieldPlan,
    type: GraphQLObjectType,
    source: unknown,
    parent: Item,
    at: Item['at'],
    found: Found,
  ): Record<string, unknown> {
    const selection = this.#planner.below(plan, type)
    const result = selection.blank()
    if (!fill(selection, source, result, this.#context))
      found.add(selection, new Item(source, result, parent, plan, at))
    return result
  }

  #completeList(
    owner: string,
    plan: FieldPlan,
    of: Shape,
    value: unknown,
    item: Item,
    indexes: readonly number[],
    found: Found,
  ): void {
    if (typeof value !== 'object' || !(Symbol.iterator in (value as object)))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${owner}".`)
    const list: unknown[] = []
    put(item, plan, indexes, list)
    const later: { at: readonly number[]; value: Promise<unknown> }[] = []
    for (const one of value as Iterable<unknown>) {
      const index = list.length
      // The quick way again: a list of objects of one type.
      if (of.kind === 'object' && indexes === itself && isPlain(one)) {
        list.push(this.#objectOf(plan, of.type, one, item, index, found))
        continue
      }
      const at = [...indexes, index]
      list.push(null)
      if (isPromise(one)) later.push({ at, value: one })
      else this.#completeValue(owner, plan, of, one, item, at, found)
    }
    this.#waitForAll(
      later.map(({ value: promised }) => promised),
      (i, outcome, below) => {
        const { at } = later[i] as { at: readonly number[] }
        if (outcome.status === 'rejected') this.#fail(item, plan, at, outcome.reason)
        else this.#completeValue(owner, plan, of, outcome.value, item, at, below)
      },
    )
  }

  #descend(found: Found): void {
    for (const [selection, items] of found.groups) this.#executeFields(selection, items)
  }

  #fail(item: Item, plan: FieldPlan, indexes: readonly number[], error: unknown): void {
    // What is below an error already told is gone with it.
    if (this.#data === null || (this.#errors.length > 0 && isLost(item, plan, indexes))) return
    this.#errors.push(locatedError(error, plan.nodes, pathOf(item, plan, indexes)))
    if (!nullAt(item, plan, indexes)) this.#data = null
  }

  /** Goes on with several values when all are there, and with what is below them together. */
  #waitForAll(
    promises: readonly Promise<unknown>[],
    settle: (index: number, outcome: PromiseSettledResult<unknown>, below: Found) => void,
  ): void {
    if (promises.length === 0) return
    this.#wait(
      Promise.allSettled(promises),
      (outcomes) => {
        const below = new Found()
        for (const [i, outcome] of (outcomes as PromiseSettledResult<unknown>[]).entries()) settle(i, outcome, below)
        this.#descend(below)
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
