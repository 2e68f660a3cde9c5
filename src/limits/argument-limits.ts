// What the arguments of one field may hold at most: ids, and the lists and nesting of filters.
import { limitError } from './limit-error.ts'
import type { Limits } from './limits.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `or` and `not` lead to a filter within a filter; everything else is a condition. Gives how many filters it holds. */
function checkFilter(filter: unknown, limits: Limits, depth: number): number {
  if (!isObject(filter)) return 0
  if (depth > limits.filterDepth) throw limitError('filterDepth', limits.filterDepth, depth)
  let held = 0
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value) && value.length > limits.filterList)
      throw limitError('filterList', limits.filterList, value.length)
    if (name === 'or' || name === 'not')
      for (const part of Array.isArray(value) ? value : [value]) held += 1 + checkFilter(part, limits, depth + 1)
    else if (isObject(value) && !Array.isArray(value)) checkFilter(value, limits, depth)
    // Lists within lists count together: a statement has a part for each filter.
    if (held > limits.filterList) throw limitError('filterList', limits.filterList, held)
  }
  return held
}

/** Throws the refusal of arguments that ask for too much; `args` are those of one field, coerced. */
export function checkArguments(args: Record<string, unknown>, limits: Limits): void {
  if (Array.isArray(args.ids) && args.ids.length > limits.ids) throw limitError('ids', limits.ids, args.ids.length)
  if (args.filter != null) checkFilter(args.filter, limits, 0)
}
