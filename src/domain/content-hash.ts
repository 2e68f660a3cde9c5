// Hashes of content: one canonical JSON text for equal content, and its SHA-256.
import { createHash } from 'node:crypto'

/** SHA-256 of the UTF-8 bytes of `text`, as 64 lower-case hex characters. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/**
 * The one JSON text of a value: keys sorted by code unit, strings (and keys) in Unicode NFC, no white space.
 * Null and undefined fields are left out, so that a field added later does not change old keys; inside an array both stay
 * as null, because there the place counts.
 * Throws a TypeError on what JSON cannot hold exactly: floats, unsafe integers, bigints, dates, functions, clashing keys.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (typeof value === 'boolean') return String(value)
  // Negative zero and zero are one number, and print as one.
  if (Number.isSafeInteger(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isPlainObject(value)) return objectJson(value)
  throw new TypeError(`no canonical JSON for ${typeof value} ${String(value)}: pass exact numbers as decimal strings`)
}

/** The first 32 hex characters (128 bits) of the SHA-256 of the canonical JSON of `fields`. */
export function hashKey(fields: Record<string, unknown>): string {
  return sha256Hex(canonicalJson(fields)).slice(0, 32)
}

function objectJson(value: Record<string, unknown>): string {
  const fields = new Map<string, unknown>()
  for (const [name, field] of Object.entries(value)) {
    if (field === null || field === undefined) continue
    const key = name.normalize('NFC')
    if (fields.has(key)) throw new TypeError(`two keys are one in NFC: ${key}`)
    fields.set(key, field)
  }
  const sorted = [...fields.keys()].sort(byCodeUnit)
  return `{${sorted.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields.get(key))}`).join(',')}}`
}

/** Orders strings by code unit: the same on every machine, whatever its locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
