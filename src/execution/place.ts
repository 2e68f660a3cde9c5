// Where a value stands in the response, and what an error at it makes null.
import type { FieldPlan } from './query-plan.ts'
import type { Shape } from './shape.ts'

/** An object on its way into the response: its source, its fields, and the field of another object that it stands in. */
export class Item {
  readonly source: unknown
  readonly result: Record<string, unknown>
  /** Null for the root. */
  readonly parent: Item | null
  readonly plan: FieldPlan | null
  /** Where in the field's list, or in its lists of lists; null where it is the field's own value. */
  readonly at: number | readonly number[] | null

  constructor(
    source: unknown,
    result: Record<string, unknown>,
    parent: Item | null,
    plan: FieldPlan | null,
    at: number | readonly number[] | null,
  ) {
    this.source = source
    this.result = result
    this.parent = parent
    this.plan = plan
    this.at = at
  }
}

/** A field's own value. */
export const itself: readonly number[] = []

const indexesOf = ({ at }: Item): readonly number[] => (at === null ? itself : typeof at === 'number' ? [at] : at)

/** The key of an object's field, or the list that has a value at the indexes; undefined where it is gone. */
function containerOf(
  item: Item,
  plan: FieldPlan,
  indexes: readonly number[],
): Record<string | number, unknown> | undefined {
  let container: unknown = item.result
  let key: string | number = plan.key
  for (const index of indexes) {
    container = (container as Record<string | number, unknown>)[key]
    if (!Array.isArray(container)) return undefined
    key = index
  }
  return container as Record<string | number, unknown>
}

/** Puts a value into the field of an object, or into its list; does nothing where that is gone. */
export function put(item: Item, plan: FieldPlan, indexes: readonly number[], value: unknown): void {
  const container = containerOf(item, plan, indexes)
  if (container) container[indexes.at(-1) ?? plan.key] = value
}

export function pathOf(item: Item, plan: FieldPlan, indexes: readonly number[]): (string | number)[] {
  const above = item.parent && item.plan ? pathOf(item.parent, item.plan, indexesOf(item)) : []
  return [...above, plan.key, ...indexes]
}

/** Whether the object is no longer part of the response: an error has made null what it was part of. */
export function isGone(item: Item): boolean {
  for (let at = item; at.parent && at.plan; at = at.parent) {
    const indexes = indexesOf(at)
    if (containerOf(at.parent, at.plan, indexes)?.[indexes.at(-1) ?? at.plan.key] !== at.result) return true
  }
  return false
}

/** The same of the value of a field, or of one in its lists. */
export const isLost = (item: Item, plan: FieldPlan, indexes: readonly number[]): boolean =>
  isGone(item) || containerOf(item, plan, indexes) === undefined

/** Makes null what an error there must: the value, or what is nearest around it and may be. False: everything. */
export function nullAt(item: Item, plan: FieldPlan, indexes: readonly number[]): boolean {
  const shapes = [plan.shape as Shape]
  for (const _ of indexes) shapes.push((shapes.at(-1) as Shape & { kind: 'list' }).of)
  for (let depth = indexes.length; depth >= 0; depth--) {
    if (!shapes[depth]?.nullable) continue
    put(item, plan, indexes.slice(0, depth), null)
    return true
  }
  return item.parent && item.plan ? nullAt(item.parent, item.plan, indexesOf(item)) : false
}
