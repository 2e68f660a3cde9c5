// What can be told of a value that a resolver gave.
import type { Shape } from './shape.ts'

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function'

/** Whether a value is neither null, nor to come, nor a failure. */
export const isPlain = (value: unknown): boolean => value != null && !isPromise(value) && !(value instanceof Error)

/** What stands in the answer for the value of a leaf; undefined for one that is null or odd. Throws what its type throws. */
export function leafOf(shape: Shape & { kind: 'leaf' }, value: unknown): unknown {
  if (typeof value === 'string' && shape.verbatim) return value
  return isPlain(value) ? (shape.type.serialize(value) ?? undefined) : undefined
}
