// Reads fields of JSON objects whose types are not to be trusted.
import { JsonNumber, type JsonObject, type JsonValue } from './json-text.ts'

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** An object's field that is an object; an empty one where it isn't. */
export function objectIn(value: JsonValue | undefined, field: string): JsonObject {
  const inside = isObject(value) ? value[field] : undefined
  return isObject(inside) ? inside : {}
}

export function listIn(value: JsonValue | undefined, field: string): JsonValue[] {
  const inside = isObject(value) ? value[field] : undefined
  return Array.isArray(inside) ? inside : []
}

/** A text, number or flag as it is written; undefined for nothing, white space, objects and lists. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value
}

export const textIn = (value: JsonValue | undefined, field: string): string | undefined =>
  isObject(value) ? textOf(value[field]) : undefined

/** For messages: "a list", "an object", "'text'". */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `'${String(value).slice(0, 60)}'`
}
