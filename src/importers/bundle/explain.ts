// Turns what zod found into sentences about the entry that was meant.
import type { z } from 'zod'
import { didYouMean } from '../nearest.ts'
import { chooseBranch, fieldsOf, isEntry, optionsOf, stepInto, unwrap } from './schema-walk.ts'

export interface Finding {
  path: PropertyKey[]
  reason: string
}

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue

/** What keeps `value` from being what `schema` asks for; empty when nothing does. */
export function explain(schema: z.ZodType, value: unknown): Finding[] {
  const findings = explainFrom(schema, value, [])
  const seen = new Set<string>()
  return findings.filter(({ path, reason }) => {
    const key = `${JSON.stringify(path.map(String))} ${reason}`
    return !seen.has(key) && seen.add(key)
  })
}

function explainFrom(schema: Schema, value: unknown, at: PropertyKey[]): Finding[] {
  const options = optionsOf(schema)
  if (options) return explainUnion(options, value, at)
  const result = (schema as z.ZodType).safeParse(value)
  if (result.success) return []
  const unions = new Map<string, Finding[]>()
  const found: Finding[] = []
  for (const issue of result.error.issues) {
    const union = unionOnTheWay(schema, value, issue.path)
    if (!union) found.push(...explainIssue(schema, value, issue, at))
    else {
      const path = [...at, ...issue.path.slice(0, union.depth)]
      const key = JSON.stringify(path.map(String))
      if (!unions.has(key)) unions.set(key, explainUnion(union.options, union.value, path))
    }
  }
  return [...found, ...[...unions.values()].flat()]
}

/** The first union that a path leads through: its own words are about a branch that may not have been meant. */
function unionOnTheWay(schema: Schema, value: unknown, path: readonly PropertyKey[]) {
  let here: Schema | undefined = schema
  let there: unknown = value
  for (let depth = 0; here; depth++) {
    const options = optionsOf(here)
    if (options) return { options, depth, value: there }
    const step = path[depth]
    if (step === undefined) return undefined
    here = stepInto(here, step)
    there = (there as Record<PropertyKey, unknown> | undefined)?.[step]
  }
  return undefined
}

function explainUnion(options: Schema[], value: unknown, at: PropertyKey[]): Finding[] {
  const choice = chooseBranch(options, value)
  if (choice.branch) return explainFrom(choice.branch, value, at)
  if (!isEntry(value))
    return [{ path: at, reason: `must be ${options.map(nameOfKind).join(' or ')}, not ${kindOf(value)}` }]
  const strange = Object.keys(value).filter((name) => !choice.known.includes(name))
  if (strange.length > 0) return strange.map((name) => unknownField(name, choice.known, at))
  return [{ path: at, reason: `needs one of the fields ${list(choice.oneOf)}, which says what kind of entry it is` }]
}

function explainIssue(schema: Schema, value: unknown, issue: Issue, at: PropertyKey[]): Finding[] {
  const path = [...at, ...issue.path]
  const given = valueAt(value, issue.path)
  const say = (reason: string): Finding[] => [{ path, reason }]
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = [...(fieldsOf(schemaAt(schema, issue.path) ?? schema)?.keys() ?? [])]
      return issue.keys.map((name) => unknownField(name, known, path))
    }
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({
        path,
        reason: `the name '${String(issue.path.at(-1))}' is not ${message}`,
      }))
    case 'invalid_value': {
      if (given === undefined) return say('is missing')
      const allowed = issue.values.map(String)
      if (allowed.length === 1) return say(`must be ${allowed[0]}, not ${show(given)}`)
      const hint = typeof given === 'string' ? didYouMean(given, allowed) : ''
      return say(`must be one of ${allowed.join(', ')}, not ${show(given)}${hint}`)
    }
    case 'invalid_type':
      if (given === undefined) return say('is missing')
      return say(`must be ${kindNames[issue.expected] ?? issue.expected}, not ${kindOf(given)}`)
    case 'too_small':
      return say(issue.origin === 'array' ? 'must not be an empty list' : 'must not be empty')
    case 'invalid_format':
      return say(
        issue.format === 'url' ? `must be a URL, not ${show(given)}` : `must be ${issue.message}, not ${show(given)}`,
      )
    default:
      return say(issue.message)
  }
}

const unknownField = (name: string, known: string[], at: PropertyKey[]): Finding => ({
  path: [...at, name],
  reason: `there is no such field${didYouMean(name, known) || ` (the fields here are ${list([...new Set(known)])})`}`,
})

const kindNames: Record<string, string> = {
  string: 'a text',
  object: 'a map of fields',
  record: 'a map',
  array: 'a list',
}

function nameOfKind(schema: Schema): string {
  const fields = fieldsOf(schema)
  if (fields) return `{${[...fields].flatMap(([name, { required }]) => (required ? [name] : [])).join(', ')}}`
  return unwrap(schema)._zod.def.type === 'enum' ? '~' : 'a text'
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return isEntry(value) ? 'a map' : `the text ${show(value)}`
}

const show = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : kindOf(value))
const list = (names: string[]): string => names.map((name) => `'${name}'`).join(', ')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown> | undefined)?.[step], value)

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  return path.reduce<Schema | undefined>((inside, step) => inside && stepInto(inside, step), schema)
}
