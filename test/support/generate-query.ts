// Random valid queries over a schema: a walk that uses arguments, variables, aliases, fragments and directives.
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** Texts and ids that stand in the graph, so that what is asked for is there often enough. */
export interface Pool {
  slugs: string[]
  keys: string[]
  ids: string[]
  texts: string[]
}

export interface GeneratedQuery {
  source: string
  variables: Record<string, unknown>
}

/** A small seeded generator (mulberry32): the same seed, the same queries. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function generateQuery(schema: GraphQLSchema, pool: Pool, random: () => number): GeneratedQuery {
  const chance = (probability: number) => random() < probability
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const variables: { name: string; type: string; value: unknown }[] = []
  const fragments: string[] = []
  let budget = 30

  const literal = (value: unknown): string => {
    if (value instanceof Enum) return value.name
    if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const fields = Object.entries(value).map(([key, one]) => `${key}: ${literal(one)}`)
    return `{ ${fields.join(', ')} }`
  }

  /** A value of an input type as JSON; enum values are told apart when it becomes a literal. */
  const inputOf = (type: GraphQLInputType, name: string, depth = 0): unknown => {
    if (isNonNullType(type)) return inputOf(type.ofType, name, depth)
    if (isListType(type))
      return Array.from({ length: Math.floor(random() * 3) }, () => inputOf(type.ofType, name, depth))
    if (isEnumType(type)) return new Enum(pick(type.getValues()).name)
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields())
      const chosen = fields.filter((field) => isNonNullType(field.type) || (depth < 2 && chance(2 / fields.length)))
      return Object.fromEntries(chosen.map((field) => [field.name, inputOf(field.type, field.name, depth + 1)]))
    }
    if (type.name === 'Int') return name === 'depth' ? Math.floor(random() * 4) : 1 + Math.floor(random() * 4)
    if (type.name === 'Float') return Math.round(random() * 10) / 10
    if (type.name === 'Boolean') return chance(0.5)
    if (type.name === 'ID') return chance(0.9) ? pick(pool.ids) : 'nonsense'
    if (type.name === 'Decimal') return String(Math.round(random() * 1000) / 10)
    if (type.name === 'PartialDate') return pick(['2025', '2026-02', '2026-10-17'])
    if (type.name === 'URL') return 'https://example.org/'
    if (type.name === 'DateTime') return '2026-10-17T00:00:00Z'
    if (name === 'slug') return pick(pool.slugs)
    if (name === 'key') return pick(pool.keys)
    return pick(chance(0.7) ? pool.slugs : pool.texts)
  }

  const argument = (arg: GraphQLArgument, value: unknown): string => {
    if (!chance(0.2)) return `${arg.name}: ${literal(value)}`
    const name = `v${variables.length}`
    variables.push({ name, type: String(arg.type), value })
    return `${arg.name}: $${name}`
  }

  const argumentsOf = (args: readonly GraphQLArgument[]): string => {
    const paged = args.some((arg) => arg.name === 'first') && args.some((arg) => arg.name === 'after')
    const given = args.flatMap((arg) => {
      if (['first', 'last', 'after', 'before'].includes(arg.name) && paged) return []
      if (!isNonNullType(arg.type) && !chance(0.4)) return []
      if (isNonNullType(arg.type) && arg.defaultValue !== undefined && chance(0.5)) return []
      const value = inputOf(arg.type, arg.name)
      return [argument(arg, arg.name === 'groupBy' ? [pick((value as unknown[]).concat(new Enum('EVIDENCE')))] : value)]
    })
    if (paged)
      given.push(chance(0.8) ? `first: ${1 + Math.floor(random() * 4)}` : `last: ${1 + Math.floor(random() * 4)}`)
    return given.length > 0 ? `(${given.join(', ')})` : ''
  }

  const directive = (): string => {
    if (!chance(0.1)) return ''
    const name = `v${variables.length}`
    variables.push({ name, type: 'Boolean!', value: chance(0.7) })
    return ` @${pick(['include', 'skip'])}(if: $${name})`
  }

  const selection = (type: GraphQLCompositeType, depth: number): string => {
    if (isAbstractType(type)) {
      const possible = schema.getPossibleTypes(type)
      const parts = [
        '__typename',
        ...[pick(possible), pick(possible)].map((one) => `... on ${one.name} ${selection(one, depth)}`),
      ]
      return `{ ${parts.join(' ')} }`
    }
    if (!isObjectType(type)) return '{ __typename }'
    const fields = Object.values(type.getFields()).filter(
      (field) => depth > 0 || !isCompositeType(getNamedType(field.type)),
    )
    const parts: string[] = chance(0.2) ? ['__typename'] : []
    for (let n = 1 + Math.floor(random() * 4); n > 0 && budget > 0 && fields.length > 0; n--) {
      const field = pick(fields)
      budget -= 1
      const named = getNamedType(field.type)
      // Two uses of one field differ in their arguments, so each has a key of its own.
      const key = `f${parts.length}_${budget}`
      const alias = field.args.length > 0 || isCompositeType(named) || chance(0.1) ? `${key}: ` : ''
      const below = isCompositeType(named) ? ` ${selection(named, depth - 1)}` : ''
      parts.push(`${alias}${field.name}${argumentsOf(field.args)}${directive()}${below}`)
    }
    if (parts.length === 0) parts.push('__typename')
    return wrapped(type, parts)
  }

  const wrapped = (type: GraphQLObjectType, parts: string[]): string => {
    if (chance(0.15)) return `{ ... on ${type.name}${directive()} { ${parts.join(' ')} } __typename }`
    if (chance(0.15)) {
      const name = `F${fragments.length}`
      fragments.push('')
      fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${parts.join(' ')} }`
      return `{ ...${name} ...${name} }`
    }
    return `{ ${parts.join(' ')} }`
  }

  const body = selection(schema.getQueryType() as GraphQLObjectType, 5)
  const declared = variables.length > 0 ? `(${variables.map(({ name, type }) => `$${name}: ${type}`).join(', ')})` : ''
  return {
    source: [`query Generated${declared} ${body}`, ...fragments].join('\n'),
    variables: JSON.parse(JSON.stringify(Object.fromEntries(variables.map(({ name, value }) => [name, value])))),
  }
}

class Enum {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON(): string {
    return this.name
  }
}
