// What can be told of a value that a resolver gave.

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<unknown>).then === 'function'

/** Whether a value is neither null, nor to come, nor a failure. */
export const isPlain = (value: unknown): boolean => value != null && !isPromise(value) && !(value instanceof Error)
