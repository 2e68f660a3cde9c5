// Looks into a zod schema: which fields an entry may have, and which branch of a union an entry was meant as.
import type { z } from 'zod'

type Schema = z.core.$ZodType
interface Definition {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  in?: Schema
  element?: Schema
  valueType?: Schema
  options?: Schema[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition

/** The schema without what is wrapped around it (optional, default, transform). */
export function unwrap(schema: Schema): Schema {
  const { innerType, in: input } = definitionOf(schema)
  const inside = innerType ?? input
  return inside ? unwrap(inside) : schema
}

/** The schema of one step further in, or undefined where it has none. */
export function stepInto(schema: Schema, step: PropertyKey): Schema | undefined {
  const { shape, element, valueType } = definitionOf(unwrap(schema))
  return shape?.[String(step)] ?? element ?? valueType
}

/** The branches of a union, or undefined. */
export const optionsOf = (schema: Schema): Schema[] | undefined => definitionOf(unwrap(schema)).options

/** The fields that an entry may have, and whether each must be there; undefined where it is no entry of named fields. */
export function fieldsOf(schema: Schema): Map<string, { required: boolean }> | undefined {
  const { shape } = definitionOf(unwrap(schema))
  if (!shape) return undefined
  return new Map(Object.entries(shape).map(([name, field]) => [name, { required: field._zod.optin === undefined }]))
}

export const isEntry = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Choice = { branch: Schema } | { branch: undefined; oneOf: string[]; known: string[] }

/**
 * The branch of a union that a value was meant as: for an entry, the one that knows most of its fields and, among
 * those, misses fewest; for a text, the branch of texts. Without a single best one: the fields that would have decided.
 */
export function chooseBranch(options: Schema[], value: unknown): Choice {
  if (!isEntry(value)) {
    const texts = options.filter((option) => !fieldsOf(option))
    const branch = typeof value === 'string' ? texts.at(-1) : undefined
    return branch ? { branch } : { branch: undefined, oneOf: [], known: [] }
  }
  const entries = options.flatMap((branch) => {
    const fields = fieldsOf(branch)
    if (!fields) return []
    const strange = Object.keys(value).filter((name) => !fields.has(name)).length
    const missing = [...fields].filter(([name, { required }]) => required && !(name in value)).length
    return [{ branch, fields, strange, missing }]
  })
  entries.sort((a, b) => a.strange - b.strange || a.missing - b.missing)
  const [best, second] = entries
  if (!best) return { branch: undefined, oneOf: [], known: [] }
  if (!second || best.strange < second.strange || best.missing < second.missing) return { branch: best.branch }
  const everywhere = (name: string) => entries.every(({ fields }) => fields.has(name))
  const deciding = entries.flatMap(({ fields }) =>
    [...fields].filter(([name, { required }]) => required && !everywhere(name)).map(([name]) => name),
  )
  return { branch: undefined, oneOf: deciding, known: entries.flatMap(({ fields }) => [...fields.keys()]) }
}
