// How gateways point at nodes: which keys each entity has, and what is checked before a reference is looked up.
import { GraphQLError } from 'graphql'
import type { GraphContext } from '../context.ts'
import { isGlobalId } from '../schema/global-id.ts'

type Row = { $table: string }
type LookUp = (values: readonly string[], context: GraphContext) => Promise<Row | null>

/**
 * The entities by type name, each with its keys in the order in which they are tried, and how each is looked up. A key
 * is a field, or several with a space between them; the values come in the order of the fields.
 */
export type Entities = Record<string, Record<string, LookUp>>

/** References in one request, unless the caller of the graph sets another limit. */
export const MAX_REFERENCES = 500

const bad = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REFERENCE' } })

/** What a reference holds, in a message: short, and never the whole of something large. */
const shown = (value: unknown): string => {
  let text: string
  try {
    text = JSON.stringify(value) ?? String(value)
  } catch {
    // Nested deeper than the stack is.
    return 'a value without end'
  }
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Own fields only: nothing of a prototype is a key. */
const ownValue = (reference: object, field: string): unknown =>
  Object.hasOwn(reference, field) ? (reference as Record<string, unknown>)[field] : undefined

/**
 * The key that a reference gives, and its values.
 * @throws GraphQLError BAD_REFERENCE when it is no object, names no entity, or gives no key that is made of strings
 */
export function readReference(
  entities: Entities,
  reference: unknown,
): { type: string; key: string; values: readonly string[] } {
  if (typeof reference !== 'object' || reference === null || Array.isArray(reference))
    throw bad(`A reference is an object such as {__typename: "Model", slug: "…"}, not ${shown(reference)}.`)
  const type = ownValue(reference, '__typename')
  if (typeof type !== 'string' || !Object.hasOwn(entities, type))
    throw bad(`${shown(type)} is not an entity of Whence. Those are: ${Object.keys(entities).join(', ')}.`)
  const keys = Object.keys(entities[type] ?? {})
  const key = keys.find((one) => one.split(' ').every((field) => ownValue(reference, field) != null))
  if (key === undefined)
    throw bad(`A reference to a ${type} needs one of its keys: ${keys.map((one) => `"${one}"`).join(', ')}.`)
  for (const field of keys.flatMap((one) => one.split(' '))) {
    const value = ownValue(reference, field)
    if (value == null) continue
    if (typeof value !== 'string') throw bad(`The key field "${field}" of a ${type} is a string, not ${shown(value)}.`)
    if (isGlobalId(value, entities))
      throw bad(`${shown(value)} is an "id"; a reference to a ${type} gives its "${field}" instead.`)
  }
  return { type, key, values: key.split(' ').map((field) => ownValue(reference, field) as string) }
}

/**
 * The node of each reference, in their order: null for one that does not exist, a rejection with a code for one that
 * can't be read or is ambiguous. All are asked for at once, so that the loaders gather them.
 * @throws GraphQLError TOO_MANY_REFERENCES for the whole list, when it is longer than `most`
 */
export function resolveReferences(
  entities: Entities,
  references: readonly unknown[],
  context: GraphContext,
  most: number,
): Promise<Row | null>[] {
  if (references.length > most)
    throw new GraphQLError(
      `At most ${most} references may be asked for at once, not ${references.length}; send them in several requests.`,
      { extensions: { code: 'TOO_MANY_REFERENCES', limit: most, asked: references.length } },
    )
  return references.map(async (reference) => {
    const { type, key, values } = readReference(entities, reference)
    return entities[type]?.[key]?.(values, context) ?? null
  })
}
