// Requests that mean harm: each has its expected answer, in time, and the server answers well afterwards.

import {
  type GraphQLArgument,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/graph.ts'
import { useDatabase } from '../support/database.ts'
import { createTestLog } from '../support/log-lines.ts'
import { askGraph, type GraphQLAnswer, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
const { log, lines } = createTestLog()
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db, log })
})
afterAll(() => app.close())

/** Whatever was asked: nothing unexpected happened, and an honest question is answered as ever. */
afterEach(async () => {
  expect(
    lines.splice(0).filter(({ msg }) => msg === 'unexpected error' || msg === 'a request could not be answered'),
  ).toEqual([])
  const { answer } = await askGraph(app.url, '{ models(first: 1) { totalCount } }')
  expect(answer.errors).toBeUndefined()
})

const times = (n: number, part: (i: number) => string) => Array.from({ length: n }, (_, i) => part(i)).join(' ')
const codesOf = ({ errors }: GraphQLAnswer) => [...new Set(errors?.map(({ extensions }) => extensions?.code))]
/** Longest that a refusal may take on a busy machine, in milliseconds. */
const patience = 3_000

/** `variables` as JSON text, for what is nested too deep to be made into one here. */
async function attack(query: string, variables: object | string = {}) {
  const json = typeof variables === 'string' ? variables : JSON.stringify(variables)
  const began = performance.now()
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"query": ${JSON.stringify(query)}, "variables": ${json}}`,
  })
  const answer = (await response.json()) as GraphQLAnswer
  return { answer, codes: codesOf(answer), ms: performance.now() - began }
}

/** Fragments of which each spreads the next one twice, under two names: 2^n objects. */
const doubling = (n: number) =>
  `{ models(first: 1) { nodes { ...F0 } } } ${times(n, (i) => `fragment F${i} on Model { a: baseModel { ...F${i + 1} } b: baseModel { ...F${i + 1} } }`)} fragment F${n} on Model { name }`

describe('documents', () => {
  test.each<[string, string, string]>([
    ['thousands of aliases', 'TOO_MANY_TOKENS', `{ ${times(2_000, (i) => `a${i}: __typename`)} }`],
    ['hundreds of aliases', 'TOO_MANY_ALIASES', `{ ${times(400, (i) => `a${i}: __typename`)} }`],
    [
      'aliases of dear fields',
      'TOO_COSTLY',
      `{ ${times(40, (i) => `a${i}: models(first: 100) { nodes { observations(first: 100) { nodes { key } } } }`)} }`,
    ],
    ['deep nesting', 'TOO_DEEP', `{ models { nodes ${'{ baseModel '.repeat(400)} { name } ${'}'.repeat(400)} } }`],
    [
      'cyclic nesting of lists',
      'TOO_COSTLY',
      `{ models(first: 100) { nodes { observations(first: 100) { nodes { source { observations(first: 100) { nodes { model { name } } } } } } } } }`,
    ],
    ['nesting beyond any parser', 'TOO_MANY_TOKENS', `{ a${'{a'.repeat(50_000)} }`],
    ['lists in lists in lists', 'TOO_MANY_TOKENS', `{ nodes(ids: ${'['.repeat(50_000)}${']'.repeat(50_000)}) { id } }`],
    [
      'lists in lists, of a size that is read',
      'GRAPHQL_VALIDATION_FAILED',
      `{ nodes(ids: ${'['.repeat(900)}${']'.repeat(900)}) { id } }`,
    ],
    [
      'fragments that spread each other',
      'GRAPHQL_VALIDATION_FAILED',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    ],
    [
      'a fragment that spreads itself',
      'GRAPHQL_VALIDATION_FAILED',
      '{ ...A } fragment A on Query { models { nodes { baseModel { ...M } } } ...A } fragment M on Model { baseModel { ...M } }',
    ],
    ['fragments that double ten times', 'TOO_COSTLY', doubling(12).replace('first: 1)', 'first: 5)')],
    ['fragments that double too often', 'TOO_DEEP', doubling(20)],
    ['directives by the hundred', 'TOO_MANY_DIRECTIVES', `{ __typename ${times(150, () => '@skip(if: false)')} }`],
    ['unknown directives by the hundred', 'TOO_MANY_DIRECTIVES', `{ __typename ${times(300, (i) => `@d${i}`)} }`],
    ['unknown fields by the hundred', 'GRAPHQL_VALIDATION_FAILED', `{ ${times(1_900, (i) => `x${i}`)} }`],
    [
      'hundreds of operations, none chosen',
      'OPERATION_RESOLUTION_FAILURE',
      times(300, (i) => `query Q${i} { __typename }`),
    ],
    ['hundreds of operations of one name', 'OPERATION_RESOLUTION_FAILURE', times(300, () => 'query Q { __typename }')],
    [
      'introspection in circles',
      'GRAPHQL_VALIDATION_FAILED',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    ],
    ['a subscription', 'OPERATION_RESOLUTION_FAILURE', 'subscription { models { totalCount } }'],
    ['a mutation', 'OPERATION_RESOLUTION_FAILURE', 'mutation { fileIssue(input: {}) { __typename } }'],
    ['strings without end', 'TOO_MANY_TOKENS', '""" """'.repeat(9_000)],
    ['zero bytes', 'GRAPHQL_PARSE_FAILED', '{ models\0 }'],
  ])('%s: %s', async (_what, code, query) => {
    const { answer, codes, ms } = await attack(query)
    expect(codes).toEqual([code])
    expect(answer.data ?? null).toBeNull()
    expect(JSON.stringify(answer).length).toBeLessThan(100_000)
    expect(ms).toBeLessThan(patience)
  })

  test('duplicate fields by the thousand are refused by size or by validation', async () => {
    expect((await attack(`{ ${times(5_000, () => '__typename')} }`)).codes).toEqual(['TOO_MANY_TOKENS'])
    const many = await attack(`{ models(first: 1) { nodes { ${times(1_800, () => 'name')} } } }`)
    expect(many.codes).toEqual(['GRAPHQL_VALIDATION_FAILED'])
    expect(many.ms).toBeLessThan(patience)
    // Hundreds of the same field are one.
    expect(
      (await attack(`{ models(first: 1) { nodes { ${times(200, () => 'name')} } } }`)).answer.errors,
    ).toBeUndefined()
  })

  test('hundreds of operations, one chosen, is as cheap as one', async () => {
    const query = times(300, (i) => `query Q${i} { __typename }`)
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: 'Q7' }),
    })
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
  })

  test('a batch is refused, of any size', async () => {
    for (const size of [2, 1_000]) {
      const body = JSON.stringify(Array(size).fill({ query: '{ __typename }' }))
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect([response.status, codesOf(await response.json())]).toEqual([400, ['BAD_REQUEST']])
    }
  })
})

describe('variables', () => {
  const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Model { name } } }'
  const filtered = 'query ($f: ObservationFilter) { observations(first: 1, filter: $f) { totalCount } }'
  const nested = (n: number) => `${'['.repeat(n)}1${']'.repeat(n)}`

  test.each<[string, string, string, object | string]>([
    [
      'references by the thousand',
      'TOO_MANY_REFERENCES',
      entities,
      { r: Array(2_000).fill({ __typename: 'Model', slug: 'x' }) },
    ],
    ['a reference that is a list in a list …', 'BAD_REFERENCE', entities, `{"r": [${nested(90)}]}`],
    [
      'an operator for a key',
      'BAD_REFERENCE',
      entities,
      {
        r: [
          { __typename: 'Model', slug: { contains: '' } },
          { __typename: 'Model', slug: { not: 'x' } },
        ],
      },
    ],
    [
      'a type of the prototype',
      'BAD_REFERENCE',
      entities,
      { r: [{ __typename: 'constructor', slug: 'x' }, { __typename: '__proto__' }] },
    ],
    [
      'a list in a list where an id belongs',
      'BAD_USER_INPUT',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      `{"ids": ${nested(90)}}`,
    ],
    [
      'thousands of wrong ids',
      'BAD_USER_INPUT',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: Array(9_000).fill({}) },
    ],
    [
      'an operator for a text',
      'BAD_USER_INPUT',
      'query ($s: String!) { model(slug: $s) { name } }',
      { s: { contains: 'x' } },
    ],
    ['an operator in a filter', 'BAD_USER_INPUT', filtered, { f: { model: { equals: { not: 'x' } } } }],
    ['an unknown operator in a filter', 'BAD_USER_INPUT', filtered, { f: { model: { $ne: 'x' } } }],
    [
      'filters as deep as can be',
      'FILTER_TOO_DEEP',
      filtered,
      { f: JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`) },
    ],
    ['filters as wide as can be', 'FILTER_LIST_TOO_LONG', filtered, { f: { or: Array(5_000).fill({}) } }],
  ])('%s: %s', async (_what, code, query, variables) => {
    const { answer, codes, ms } = await attack(query, variables)
    expect(codes).toEqual([code])
    expect(JSON.stringify(answer).length).toBeLessThan(300_000)
    expect(ms).toBeLessThan(patience)
  })

  test('nested without end, they are refused before they are read', async () => {
    const endless = [`{"r": [${nested(100_000)}]}`, `{"f": ${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`]
    for (const variables of endless) expect((await attack(entities, variables)).codes).toEqual(['BAD_REQUEST'])
    const asked = new URLSearchParams({ query: entities, variables: `{"r": [${nested(2_000)}]}` })
    expect(codesOf(await (await fetch(`${app.url}/graphql?${asked}`)).json())).toEqual(['BAD_REQUEST'])
    // Brackets in a text are a text.
    const { answer } = await attack('query ($s: String!) { model(slug: $s) { name } }', { s: `\\"${'['.repeat(500)}` })
    expect(answer).toEqual({ data: { model: null } })
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '"%s" is a name like any other',
    async (key) => {
      const send = async (variables: string) => {
        const query = filtered
        const body = `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`
        const response = await fetch(`${app.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        return (await response.json()) as GraphQLAnswer
      }
      expect((await send(`{"${key}": {"polluted": true}}`)).errors).toBeUndefined()
      expect(codesOf(await send(`{"f": {"${key}": {"polluted": true}}}`))).toEqual(['BAD_USER_INPUT'])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      const body = `{"query": "{ __typename }", "${key}": {"polluted": true}}`
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect([200, 400]).toContain(response.status)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )
})

describe('strings', () => {
  const { subgraph: schema } = buildGraph()
  const evil = [
    `'; DROP TABLE model; --`,
    `x' OR '1'='1`,
    `1); SELECT pg_sleep(20); --`,
    '$1',
    '\\',
    `\\'; --`,
    '%',
    '_',
    '"',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '😀'.repeat(500),
    'x'.repeat(20_000),
    '999999999999999999999999999999',
    '-1e400',
    'NaN',
    '2026-02-30',
    'TW9kZWw6Jyc7',
    Buffer.from("Model:' OR 1=1 --").toString('base64'),
    Buffer.from('Model:\u0000').toString('base64'),
    Buffer.from('Observation:__proto__').toString('base64'),
  ]

  /** The places where a text may stand in an argument: `build` makes the argument's value of one. */
  function places(arg: GraphQLArgument): { name: string; build(text: string): unknown }[] {
    const walk = (
      type: GraphQLArgument['type'],
      path: string,
      depth: number,
    ): { name: string; build(text: string): unknown }[] => {
      if (isNonNullType(type)) return walk(type.ofType, path, depth)
      if (isListType(type))
        return walk(type.ofType, path, depth).map((one) => ({ ...one, build: (text) => [one.build(text)] }))
      if (isLeafType(type))
        return ['String', 'ID', 'Decimal', 'PartialDate', 'URL', 'DateTime'].includes(type.name)
          ? [{ name: path, build: (text) => text }]
          : []
      if (!isInputObjectType(type) || depth > 2) return []
      return Object.values(type.getFields()).flatMap((field) =>
        field.name === 'or' || field.name === 'not'
          ? []
          : walk(field.type, `${path}.${field.name}`, depth + 1).map((one) => ({
              ...one,
              build: (text: string) => ({ [field.name]: one.build(text) }),
            })),
      )
    }
    return walk(arg.type, arg.name, 0)
  }

  /** What every other argument of a field must be given. */
  const filler = (arg: GraphQLArgument): unknown => {
    const type = isNonNullType(arg.type) ? arg.type.ofType : arg.type
    if (isListType(type)) return arg.name === 'groupBy' ? ['EVIDENCE'] : []
    return arg.name === 'name' || arg.name === 'query'
      ? 'x'
      : getNamedType(type).name === 'Int'
        ? 1
        : 'internlm2-20b-reward'
  }

  const tried = new Set<string>()
  let total = 0
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).filter((field) => field.args.length > 0)
  test.each(roots.map((field) => [field.name, field] as const))(
    'in every place of %s are ordinary input',
    async (_name, field) => {
      const below =
        isObjectType(getNamedType(field.type)) || !isLeafType(getNamedType(field.type)) ? ' { __typename }' : ''
      let asked = 0
      for (const arg of field.args) {
        // What one filter does, it does wherever it is an argument.
        const type = getNamedType(arg.type)
        if (isInputObjectType(type)) {
          if (tried.has(type.name)) continue
          tried.add(type.name)
        }
        for (const place of places(arg)) {
          const answers = evil.map(async (text) => {
            const given = field.args.filter((one) => one === arg || isNonNullType(one.type))
            const variables = Object.fromEntries(
              given.map((one) => [one.name, one === arg ? place.build(text) : filler(one)]),
            )
            const query = `query (${given.map((one) => `$${one.name}: ${one.type}`).join(', ')}) { ${field.name}(${given.map((one) => `${one.name}: $${one.name}`).join(', ')})${below} }`
            const { answer, codes, ms } = await attack(query, variables)
            asked += 1
            const what = `${field.name} ${place.name} ${JSON.stringify(text.slice(0, 40))}: ${JSON.stringify(answer).slice(0, 300)}`
            for (const code of codes) expect(['BAD_USER_INPUT', 'BAD_REFERENCE'], what).toContain(code)
            expect(ms, what).toBeLessThan(5_000)
          })
          await Promise.all(answers)
        }
      }
      total += asked
    },
    120_000,
  )

  test('and that was more than a thousand requests', () => {
    expect(total).toBeGreaterThan(1_000)
  })

  test('LIKE wildcards mean themselves', async () => {
    const count = async (contains: string) => {
      const { answer } = await attack(
        'query ($c: String) { models(filter: { name: { contains: $c } }) { totalCount } }',
        { c: contains },
      )
      return (answer.data as { models: { totalCount: number } }).models.totalCount
    }
    expect(await count('')).toBeGreaterThan(0)
    for (const wildcard of ['%', '_', '%%', '\\%', 'internlm%']) expect(await count(wildcard)).toBe(0)
  })

  test('the tables are still there', async () => {
    const { answer } = await attack('{ models { totalCount } observations { totalCount } sources { totalCount } }')
    for (const { totalCount } of Object.values(answer.data as Record<string, { totalCount: number }>))
      expect(totalCount).toBeGreaterThan(0)
  })
})
