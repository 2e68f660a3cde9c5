// Limits: what is refused before it is executed, with its code, the limit, the amount asked, and what to do.
import { readdirSync, readFileSync } from 'node:fs'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitSettings } from '../../src/limits/limits.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph, type GraphQLAnswer, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db })
})
afterAll(() => app.close())

const ask = (query: string, variables = {}, headers = {}) => askGraph(app.url, query, variables, headers)
const costOf = async (query: string, variables = {}) => {
  const { answer } = await ask(query, variables, { 'x-whence-cost': '1' })
  // What is counted need not be there.
  expect(answer.errors?.filter(({ extensions }) => extensions?.field !== 'id') ?? []).toEqual([])
  return answer.extensions?.cost
}
const refusal = ({ answer }: { answer: GraphQLAnswer }) => {
  expect(answer.data).toBeUndefined()
  expect(answer.errors).toHaveLength(1)
  return answer.errors?.[0]
}
const slug = 'internlm2-20b-reward'

describe('cost', () => {
  test.each([
    ['a scalar of the root', '{ __typename }', 0],
    ['an object', `{ model(slug: "${slug}") { name family } }`, 1],
    ['an object in an object', `{ model(slug: "${slug}") { name baseModel { name } } }`, 2],
    ['a page of so many', '{ models(first: 7) { nodes { name } } }', 1 + 7],
    ['the last of a page', '{ models(last: 7) { nodes { name } } }', 1 + 7],
    ['a page of the usual size', '{ models { nodes { name } } }', 1 + 20],
    ['edges and their nodes', '{ models(first: 7) { edges { cursor node { name } } } }', 1 + 7 + 7],
    ['what a page tells of itself', '{ models(first: 7) { totalCount pageInfo { endCursor } } }', 1 + 1],
    [
      'pages in a page',
      '{ models(first: 3) { nodes { observations(first: 5) { nodes { printed } } } } }',
      1 + 3 * (1 + 1 + 5),
    ],
    ['each alias', `{ a: model(slug: "${slug}") { name } b: model(slug: "${slug}") { name } }`, 2],
    ['fields of one key once', `{ model(slug: "${slug}") { name } model(slug: "${slug}") { family } }`, 1],
    ['ids', '{ nodes(ids: ["a", "b", "c"]) { id } }', 3],
    ['no ids', '{ nodes(ids: []) { id ... on Model { observations(first: 100) { nodes { printed } } } } }', 0],
    [
      'the dearest type of an interface',
      `{ node(id: "x") { ... on Model { baseModel { name } observations(first: 2) { nodes { printed } } } ... on Source { title } } }`,
      1 + 1 + 1 + 2,
    ],
    [
      'a fragment wherever it is spread',
      'query { a: models(first: 2) { nodes { ...M } } b: models(first: 3) { nodes { ...M } } } fragment M on Model { baseModel { name } }',
      2 + 2 * 2 + 3 * 2,
    ],
    ['nothing of what is left out', '{ models(first: 9) @skip(if: true) { nodes { name } } __typename }', 0],
  ])('counts %s', async (_what, query, cost) => {
    expect(await costOf(query)).toBe(cost)
  })

  test('counts variables as they are, and their defaults', async () => {
    const query = 'query ($n: Int = 4) { models(first: $n) { nodes { name } } }'
    expect(await costOf(query)).toBe(5)
    expect(await costOf(query, { n: 30 })).toBe(31)
    expect(
      await costOf('query ($with: Boolean!) { models(first: 9) @include(if: $with) { totalCount } }', { with: false }),
    ).toBe(0)
  })

  test('counts the references of a gateway', async () => {
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Model { name baseModel { name } } } }'
    expect(await costOf(query, { r: Array(40).fill({ __typename: 'Model', slug }) })).toBe(80)
  })

  test('is told in a header of every answer, and in extensions only to those who ask', async () => {
    const body = JSON.stringify({ query: '{ models(first: 7) { nodes { name } } }' })
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.headers.get('x-whence-cost')).toBe('8')
    expect(await response.json()).not.toHaveProperty('extensions')
  })

  test('beyond the limit is refused, again and again, though the document is known and valid', async () => {
    const query = `query ($a: Int!, $b: Int!) { models(first: $a) { nodes { observations(first: $b) { nodes { source { title } } } } } }`
    expect((await ask(query, { a: 2, b: 2 })).answer.errors).toBeUndefined()
    for (let n = 0; n < 3; n++) {
      const error = refusal(await ask(query, { a: 100, b: 100 }))
      expect(error?.extensions).toEqual({
        code: 'TOO_COSTLY',
        limit: 20_000,
        asked: 20_201,
        setting: 'WHENCE_MAX_COST',
      })
      expect(error?.message).toBe(
        'The query asks for 20,201 objects; at most 20,000 are allowed. Ask for smaller pages (`first`), above all of lists within lists, or in several requests.',
      )
    }
    expect((await ask(query, { a: 2, b: 2 })).answer.errors).toBeUndefined()
  })

  test('is refused with 400 where the client takes GraphQL’s own media type', async () => {
    const query = '{ models(first: 100) { nodes { observations(first: 100) { nodes { source { title } } } } } }'
    expect((await ask(query, {}, { accept: 'application/graphql-response+json' })).status).toBe(400)
    expect((await ask(query)).status).toBe(200)
  })

  test('introspection passes; repeated and nested, it does not', async () => {
    expect(
      (await ask(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true }))).answer
        .errors,
    ).toBeUndefined()
    const again = (n: number) => `a${n}: __schema { types { fields { type { fields { name args { name } } } } } }`
    expect(
      refusal(await ask(`{ ${Array.from({ length: 20 }, (_, n) => again(n)).join(' ')} }`))?.extensions?.code,
    ).toBe('TOO_COSTLY')
  })

  const examples = new URL('../../examples/queries/', import.meta.url)
  test.each(readdirSync(examples).filter((name) => name.endsWith('.graphql')))('%s passes', async (name) => {
    expect(await costOf(readFileSync(new URL(name, examples), 'utf8'))).toBeGreaterThan(0)
  })
})

const nested = (depth: number) =>
  `{ model(slug: "${slug}") ${'{ baseModel '.repeat(depth - 2)} { name } ${'}'.repeat(depth - 2)} }`
const ids = (n: number) => Array.from({ length: n }, (_, i) => `x${i}`)
/** A document of exactly so many tokens, within every other limit: seventeen of `nodes(ids:)` with a hundred, and one. */
const longest = (tokens: number) => {
  const asked = (alias: string, n: number) => `${alias}: nodes(ids: [${'"x" '.repeat(n)}]) { id }`
  const aliases = ids(17)
  const rest = tokens - 2 - 17 * (12 + 100) - 12
  return `{ ${aliases.map((alias) => asked(alias, 100)).join(' ')} ${asked('rest', rest)} }`
}
const filtered = 'query ($filter: ObservationFilter) { observations(first: 1, filter: $filter) { totalCount } }'
const or = (depth: number): object => (depth === 0 ? { model: { equals: slug } } : { or: [or(depth - 1)] })

describe('what is as large as allowed passes, and one more is refused', () => {
  test.each<[string, string, number, (n: number) => [string, object?]]>([
    ['depth', 'TOO_DEEP', 15, (n) => [nested(n)]],
    [
      'aliases',
      'TOO_MANY_ALIASES',
      50,
      (n) => [
        `{ ${ids(n)
          .map((x) => `${x}: __typename`)
          .join(' ')} }`,
      ],
    ],
    [
      'directives',
      'TOO_MANY_DIRECTIVES',
      9,
      (n) => [
        `{ ${ids(n)
          .map(() => '__typename @skip(if: false)')
          .join(' ')} }`,
      ],
    ],
    ['tokens', 'TOO_MANY_TOKENS', 2_000, (n) => [longest(n)]],
    ['ids', 'TOO_MANY_IDS', 100, (n) => ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ids(n) }]],
    ['a list of a filter', 'FILTER_LIST_TOO_LONG', 500, (n) => [filtered, { filter: { model: { in: ids(n) } } }]],
    [
      'alternatives',
      'FILTER_LIST_TOO_LONG',
      500,
      (n) => [filtered, { filter: { or: ids(n).map((equals) => ({ model: { equals } })) } }],
    ],
    [
      'alternatives within alternatives',
      'FILTER_LIST_TOO_LONG',
      500,
      (n) => [filtered, { filter: { or: [{ or: ids(n - 1).map((equals) => ({ model: { equals } })) }] } }],
    ],
    ['the nesting of a filter', 'FILTER_TOO_DEEP', 5, (n) => [filtered, { filter: or(n) }]],
  ])('%s', async (_what, code, limit, make) => {
    const passed = await ask(...make(limit))
    expect(passed.answer.errors?.filter(({ extensions }) => extensions?.code !== 'BAD_USER_INPUT') ?? []).toEqual([])
    const error = refusal(await ask(...make(limit + 1)))
    expect(error?.extensions).toMatchObject({ code, limit, asked: limit + 1 })
    const setting = error?.extensions?.setting as keyof typeof limitSettings
    expect(Number(limitSettings[setting].default)).toBe(limit)
    expect(error?.message).toContain(`at most ${limit.toLocaleString('en')} are allowed. `)
  })

  test('a condition without a value is refused with a code, as it costs nobody knows how much', async () => {
    const query = 'query ($v: Boolean = true) { models(first: 1) { nodes { slug @include(if: $v) } } }'
    const { answer } = await ask(query, { v: null })
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(answer.errors?.[0]?.message).toContain('must not be null')
  })

  test('the body', async () => {
    const post = (bytes: number, init: RequestInit = {}) => {
      const body = JSON.stringify({ query: '{ __typename }' }).padEnd(bytes)
      return fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        ...init,
      })
    }
    expect((await post(262_144)).status).toBe(200)
    const refused = await post(262_145)
    expect(refused.status).toBe(413)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'The body has 262,145 bytes; at most 262,144 are allowed. Ask in several requests.',
          extensions: { code: 'BODY_TOO_LARGE', limit: 262_144, asked: 262_145, setting: 'WHENCE_MAX_BODY_BYTES' },
        },
      ],
    })
    // Without a length beforehand, it is cut where the limit is passed.
    const stream = new Blob(['x'.repeat(300_000)]).stream()
    const streamed = await post(0, { body: stream, duplex: 'half' } as RequestInit)
    expect([streamed.status, (await streamed.json()).errors[0].extensions]).toMatchObject([
      413,
      { code: 'BODY_TOO_LARGE', asked: null },
    ])
  })
})

test('limits are settings', async () => {
  const small = await serveApp({ db, limits: { cost: 10, depth: 2, pageSize: 50, references: 3 } })
  try {
    const code = async (query: string) => (await askGraph(small.url, query)).answer.errors?.[0]?.extensions?.code
    expect(await code('{ models(first: 9) { nodes { name } } }')).toBe('TOO_DEEP')
    expect(await code('{ models(first: 9) { totalCount } }')).toBeUndefined()
    expect(await code('{ nodes(ids: ["1","2","3","4","5","6","7","8","9","10","11"]) { id } }')).toBe('TOO_COSTLY')
    expect(await code('{ models(first: 51) { totalCount } }')).toBe('BAD_USER_INPUT')
    expect(await code('{ _entities(representations: [1, 2, 3, 4]) { __typename } }')).toBe('TOO_MANY_REFERENCES')
  } finally {
    await small.close()
  }
})

describe('page arguments that no page has', () => {
  test.each([
    'first: 0',
    'first: -1',
    'first: 101',
    'last: 2147483647',
    'first: 5, last: 5',
    'first: 5, after: "forged"',
  ])('%s', async (args) => {
    const { answer } = await ask(`{ models(${args}) { nodes { name } } }`)
    expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT'])
  })

  test('a cursor of another list', async () => {
    const { answer } = await ask('{ benchmarks(first: 1) { pageInfo { endCursor } } }')
    const { benchmarks } = answer.data as { benchmarks: { pageInfo: { endCursor: string } } }
    const other = await ask('query ($c: String) { models(first: 1, after: $c) { nodes { name } } }', {
      c: benchmarks.pageInfo.endCursor,
    })
    expect(other.answer.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('a number that is no Int', async () => {
    const { answer } = await ask('query ($n: Int) { models(first: $n) { totalCount } }', { n: 2 ** 40 })
    expect(answer.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })
})
