// The quick way for objects of which only leaves are asked: most of an answer.
import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql'
import { isPromise, leafOf } from './plain.ts'
import type { Selection } from './query-plan.ts'

export const noArguments = Object.freeze({})

/** For resolvers that don't look at it. */
export const noInfo = undefined as unknown as GraphQLResolveInfo

/** Fills an object whose fields are simple at once; false where it is to be executed, because they are not or one is odd. */
export function fill(
  { type, fields, simple }: Selection,
  source: unknown,
  result: Record<string, unknown>,
  context: unknown,
): boolean {
  if (!simple) return false
  try {
    for (const { key, field, shape, property } of fields) {
      if (!field || shape?.kind !== 'leaf') {
        result[key] = type.name
        continue
      }
      const value =
        property === undefined
          ? (field.resolve ?? defaultFieldResolver)(source, noArguments, context, noInfo)
          : (source as Record<string, unknown>)[property]
      const leaf = leafOf(shape, value)
      if (leaf !== undefined) result[key] = leaf
      else if (value != null || !shape.nullable) {
        // It is asked again by the execution, which waits for it.
        if (isPromise(value)) value.catch(() => {})
        return false
      }
    }
    return true
  } catch {
    return false
  }
}
