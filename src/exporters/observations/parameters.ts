// What the address asks for: `?filter=` in the graph's own language, and short parameters for the usual cases.
import { coerceInputValue, type GraphQLInputType, GraphQLList, GraphQLNonNull, type GraphQLSchema } from 'graphql'
import { InputError } from '../../domain/input-error.ts'
import type { ObservationFilter } from '../../loaders/observation-filter.ts'
import type { ObservationArguments, OrderArgument } from '../../loaders/observations.ts'

export interface ExportParameters extends ObservationArguments {
  /** Whether CSV begins with a byte order mark, as Excel wants it. */
  bom: boolean
}

const texts = ['model', 'benchmark', 'setting', 'subset', 'metric', 'source', 'readFrom', 'author', 'developer']
const enumerations = ['evidence', 'party', 'status']
const flags = ['hasUnresolvedIssues', 'hasPeers', 'hasReadFrom']
export const shortParameters = [...texts, ...enumerations, ...flags]
const others = ['filter', 'orderBy', 'bom']

/** Filters within filters beyond this many levels are refused: PostgreSQL would run out of stack at some point. */
const DEEPEST = 20

/** Throws InputError, which names the parameter, for anything that is not understood. */
export function readParameters(query: URLSearchParams, schema: GraphQLSchema): ExportParameters {
  for (const name of new Set(query.keys())) {
    if (![...shortParameters, ...others].includes(name))
      throw new InputError(
        name,
        `There is no parameter "${name.slice(0, 100)}". There are: ${[...others, ...shortParameters].join(', ')}.`,
      )
  }
  const short: Record<string, unknown> = {}
  for (const name of texts) {
    const values = query.getAll(name)
    if (values.length > 0) short[name] = values.length === 1 ? { equals: values[0] } : { in: values }
  }
  for (const name of enumerations) if (query.has(name)) short[name] = query.getAll(name)
  for (const name of flags) if (query.has(name)) short[name] = flag(name, query)
  const type = schema.getType('ObservationFilter') as GraphQLInputType
  const filters: ObservationFilter[] = []
  if (query.has('filter')) {
    const value = json('filter', only('filter', query))
    if (depthOf(value) > DEEPEST) throw new InputError('filter', `"filter" is nested more than ${DEEPEST} levels deep.`)
    const filter = coerced<ObservationFilter | null>(value, type, 'filter')
    if (filter) filters.push(filter)
  }
  if (Object.keys(short).length > 0) filters.push(coerced(short, type, ''))
  return {
    filter: filters.length > 1 ? both(filters) : filters[0],
    orderBy: query.has('orderBy') ? orders(query.getAll('orderBy'), schema) : null,
    bom: query.has('bom') && flag('bom', query),
  }
}

/** Both hold: side by side where they speak of different fields, else the second as "not that it doesn't". */
function both([first = {}, second = {}]: ObservationFilter[]): ObservationFilter {
  if (!Object.keys(second).some((name) => name in first)) return { ...first, ...second }
  return { or: [first], not: { not: second } }
}

/** `VALUE`, `VALUE:DESC`, or what the graph's orderBy would be given, as JSON. */
function orders(given: readonly string[], schema: GraphQLSchema): OrderArgument[] {
  const list = new GraphQLList(new GraphQLNonNull(schema.getType('ObservationOrder') as GraphQLInputType))
  const value = given.flatMap((text) => {
    if (/^\s*[[{]/.test(text)) return json('orderBy', text)
    const [field, direction, ...rest] = text.toUpperCase().split(':')
    if (rest.length > 0)
      throw new InputError('orderBy', `"orderBy" is "${text.slice(0, 100)}"; write VALUE or VALUE:DESC.`)
    return { field, ...(direction === undefined ? {} : { direction }) }
  })
  return coerced(value, list, 'orderBy')
}

function coerced<T>(value: unknown, type: GraphQLInputType, name: string): T {
  return coerceInputValue(value, type, (path, _, error) => {
    const place = path.reduce<string>(
      (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
      name,
    )
    throw new InputError(place || 'filter', error.message)
  }) as T
}

function only(name: string, query: URLSearchParams): string {
  const values = query.getAll(name)
  if (values.length > 1) throw new InputError(name, `"${name}" is given ${values.length} times; give it once.`)
  return values[0] as string
}

function flag(name: string, query: URLSearchParams): boolean {
  const value = only(name, query)
  if (value !== 'true' && value !== 'false') throw new InputError(name, `"${name}" must be true or false.`)
  return value === 'true'
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InputError(name, `"${name}" is no JSON: ${(error as Error).message}`)
  }
}

function depthOf(value: unknown): number {
  let level = [value]
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return depth
  }
}
