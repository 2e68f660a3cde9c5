// How gateways point at nodes: which keys each entity has, and what is checked before a reference is looked up.
import { GraphQLError } from 'graphql'
import type { GraphContext } from '../context.ts'
import { isGlobalId } from '../schema/global-id.ts'

type Row = { $table: string }
type LookUp = (key: string, context: GraphContext) => Promise<Row | null>

/** The entities by type name, each with its keys in the order in which they are tried, and how each is looked up. */
export type Entities = Record<string, Record<string, LookUp>>

/** References in one request, unless the caller of the graph sets another limit. */
export const MAX_REFERENCES = 500

const bad = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REFERENCE' } })

/** What a reference holds, in a message: short, and never the whole of something large. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/**
 * The key that a reference gives, and its value.
 * @throws GraphQLError BAD_REFERENCE when it is no object, names no entity, or gives no key that is a string
 */
export function readReference(entities: Entities, reference: unknown): { type: string; key: string; value: string } {
  if (typeof reference !== 'object' || reference === null || Array.isArray(reference))
    throw bad(`A reference is an object such as {__typename: "Model", slug: "…"}, not ${shown(reference)}.`)
  const given = reference as Record<string, unknown>
  const type = Object.hasOwn(given, '__typename') ? given.__typename : undefined
  const keys = typeof type === 'string' && Object.hasOwn(entities, type) ? Object.keys(entities[type] ?? {}) : []
  if (keys.length === 0)
    throw bad(`${shown(type)} is not an entity of Whence. Those are: ${Object.keys(entities).join(', ')}.`)
  const name = type as string
  const present = keys.filter((key) => Object.hasOwn(given, key) && given[key] !== null && given[key] !== undefined)
  const [key] = present
  if (key === undefined) throw bad(`A reference to a ${name} needs one of its keys: ${keys.join(', ')}.`)
  const wrong = present.find((one) => typeof given[one] !== 'string')
  if (wrong !== undefined) throw bad(`The key "${wrong}" of a ${name} is a string, not ${shown(given[wrong])}.`)
  const value = given[key] as string
  if (isGlobalId(value, entities))
    throw bad(`${shown(value)} is an "id"; a reference to a ${name} gives its ${key} instead.`)
  return { type: name, key, value }
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
    const { type, key, value } = readReference(entities, reference)
    return entities[type]?.[key]?.(value, context) ?? null
  })
}
