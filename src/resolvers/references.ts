// How gateways point at nodes: which keys each entity has, and what is checked before a reference is looked up.
import { GraphQLError } from 'graphql'
import type { GraphContext } from '../context.ts'
import type { Columns } from '../db/columns.ts'
import { isGlobalId } from '../schema/global-id.ts'

type Row = { $table: string }
/** The nodes by the values of a key, one list of values a reference; an Error in the place of a node fails that one. */
type LookUp = (values: readonly string[][], context: GraphContext, columns: Columns) => Promise<(Row | Error | null)[]>

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

interface Key {
  name: string
  fields: string[]
  lookUp: LookUp
}

/** The keys of each entity. */
const keysOf = (entities: Entities): Map<string, Key[]> =>
  new Map(
    Object.entries(entities).map(([type, keys]) => [
      type,
      Object.entries(keys).map(([name, lookUp]) => ({ name, fields: name.split(' '), lookUp })),
    ]),
  )

/** Makes the look-up of references to these entities. */
export function referencesTo(entities: Entities) {
  const keys = keysOf(entities)

  /**
   * The key that a reference gives, and its values.
   * @throws GraphQLError BAD_REFERENCE when it is no object, names no entity, or gives no key that is made of strings
   */
  function read(reference: unknown): { key: Key; values: string[] } {
    if (typeof reference !== 'object' || reference === null || Array.isArray(reference))
      throw bad(`A reference is an object such as {__typename: "Model", slug: "…"}, not ${shown(reference)}.`)
    const type = ownValue(reference, '__typename')
    const known = typeof type === 'string' ? keys.get(type) : undefined
    if (!known) throw bad(`${shown(type)} is not an entity of Whence. Those are: ${[...keys.keys()].join(', ')}.`)
    const key = known.find(({ fields }) => fields.every((field) => ownValue(reference, field) != null))
    if (key === undefined)
      throw bad(`A reference to a ${type} needs one of its keys: ${known.map(({ name }) => `"${name}"`).join(', ')}.`)
    for (const { fields } of known)
      for (const field of fields) {
        const value = ownValue(reference, field)
        if (value == null) continue
        if (typeof value !== 'string')
          throw bad(`The key field "${field}" of a ${type} is a string, not ${shown(value)}.`)
        if (isGlobalId(value, entities))
          throw bad(`${shown(value)} is an "id"; a reference to a ${type} gives its "${field}" instead.`)
      }
    return { key, values: key.fields.map((field) => ownValue(reference, field) as string) }
  }

  /**
   * The node of each reference, in their order: null for one that does not exist, an Error with a code for one that
   * can't be read or is ambiguous. All that give the same key are looked up together.
   * @throws GraphQLError TOO_MANY_REFERENCES for the whole list, when it is longer than `most`
   */
  return async function resolveReferences(
    references: readonly unknown[],
    context: GraphContext,
    most: number,
    columns: Columns = null,
  ): Promise<(Row | Error | null)[]> {
    if (references.length > most)
      throw new GraphQLError(
        `At most ${most} references may be asked for at once, not ${references.length}; send them in several requests.`,
        { extensions: { code: 'TOO_MANY_REFERENCES', limit: most, asked: references.length } },
      )
    const nodes: (Row | Error | null)[] = references.map(() => null)
    const alike = new Map<Key, { places: number[]; values: string[][] }>()
    for (const [place, reference] of references.entries()) {
      try {
        const { key, values } = read(reference)
        const group = alike.get(key) ?? { places: [], values: [] }
        group.places.push(place)
        group.values.push(values)
        alike.set(key, group)
      } catch (error) {
        nodes[place] = error as Error
      }
    }
    await Promise.all(
      Array.from(alike, async ([{ lookUp }, { places, values }]) => {
        const found = await lookUp(values, context, columns).catch((error) => places.map(() => error))
        for (const [i, place] of places.entries()) nodes[place] = found[i] ?? null
      }),
    )
    return nodes
  }
}
