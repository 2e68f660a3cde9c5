// Whence's SDL with those of other subgraphs: what composes, what collides, and every directive of Federation 2.
import { readFileSync } from 'node:fs'
import { composeSchemaContract } from '@theguild/federation-composition'
import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/graph.ts'
import { composers, fieldsOf } from './composers.ts'
import { exampleSdl } from './subgraphs.ts'

const { subgraphSdl: whence, subgraph, schema } = buildGraph()
const withoutNode = buildGraph({ node: false })
const examples = { registry: exampleSdl('model-registry'), reading: exampleSdl('reading-list') }

/** A subgraph that imports these directives. */
const other = (directives: string, sdl: string) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: [${directives
    .split(' ')
    .map((name) => `"@${name}"`)
    .join(', ')}]) ${sdl}`

describe('the SDL', () => {
  test('subgraph.graphql is what the code says', () => {
    expect(readFileSync(new URL('../../subgraph.graphql', import.meta.url), 'utf8')).toBe(`${whence}\n`)
  })

  test('imports exactly the directives of Federation that it uses', () => {
    const imported = /import: \[([^\]]*)\]/.exec(whence)?.[1]?.match(/@\w+/g)
    const used = new Set(whence.replace(/extend schema[\s\S]*?\n\n/, '').match(/@\w+(?=\(fields|$| )/gm))
    used.delete('@deprecated')
    expect([...used].sort()).toEqual([...(imported ?? [])].sort())
  })

  test('every entity of the issue has its natural keys, and none is keyed on id', () => {
    const keys = [...whence.matchAll(/(?:type|interface) (\w+)(?: implements [\w &]+)?\n((?: {2}@.*\n)+)/g)].map(
      ([, type, directives = '']) => [type, [...directives.matchAll(/fields: "([^"]*)"/g)].map(([, fields]) => fields)],
    )
    expect(Object.fromEntries(keys.filter(([, fields]) => fields && fields.length > 0))).toEqual({
      Author: ['slug', 'orcid'],
      Benchmark: ['slug'],
      Model: ['slug', 'huggingFaceId'],
      Note: ['key'],
      NotPublished: ['key'],
      Observation: ['key'],
      Remark: ['key'],
      Setting: ['key'],
      Source: ['slug', 'arxivVersionedId', 'arxivId version', 'doi'],
      UnresolvedIssue: ['key'],
    })
  })

  test('nothing of federation is in the public schema', () => {
    expect(Object.keys(schema.getTypeMap()).filter((name) => /^_[A-Z]|FieldSet|^link__/.test(name))).toEqual([])
    const fields = Object.keys(subgraph.getQueryType()?.getFields() ?? {})
    const others = fields.filter((name) => !schema.getQueryType()?.getFields()[name])
    expect(others.sort()).toEqual(['_entities', '_service'])
  })
})

describe.each(composers)('with %s', (_, compose) => {
  test('alone', () => {
    const composed = compose({ whence })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, 'Query')).toEqual(expect.arrayContaining(['model', 'node', 'observations']))
    expect(fieldsOf(composed, 'Query')).not.toContain('_entities')
  })

  test('the examples: @key, @external, @requires, @provides, @interfaceObject, @inaccessible', () => {
    const composed = compose({ whence, ...examples })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, 'Model')).toEqual(expect.arrayContaining(['observations', 'endpoints', 'bestOffer']))
    expect(fieldsOf(composed, 'Source')).toEqual(expect.arrayContaining(['tables', 'reading']))
    for (const note of ['Note', 'UnresolvedIssue', 'NotPublished', 'Remark'])
      expect(fieldsOf(composed, note), note).toContain('thread')
    expect(fieldsOf(composed, 'Endpoint')).not.toContain('contract')
  })

  test.each([
    ['Model', 'huggingFaceId: String'],
    ['Source', 'doi: String'],
    ['Source', 'arxivId: String version: String'],
    ['Author', 'orcid: String'],
    ['Benchmark', 'slug: String!'],
    ['Setting', 'key: String!'],
    ['Observation', 'key: String!'],
    ['UnresolvedIssue', 'key: String!'],
    ['NotPublished', 'key: String!'],
  ])('another subgraph that extends %s by %s', (type, keyFields) => {
    const key = keyFields.match(/\w+(?=:)/g)?.join(' ')
    const extension = other(
      'key',
      `type ${type} @key(fields: "${key}") { ${keyFields} stars: Int } type Query { top: ${type} }`,
    )
    const composed = compose({ whence, extension })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, type)).toContain('stars')
  })

  test('@shareable: another catalogue defines what it would define too', () => {
    const catalogue = other(
      'key shareable',
      `type Author @key(fields: "orcid") { orcid: String name: String! @shareable }
       type Source @key(fields: "doi") { doi: String title: String! @shareable url: URL @shareable writers: [Author!]! }
       scalar URL
       type Query { paper(doi: String!): Source papers: Papers! }
       type Papers { nodes: [Source!]! pageInfo: PageInfo! }
       type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }`,
    )
    expect(compose({ whence, catalogue }).errors).toEqual([])
    const greedy = other(
      'key',
      'type Author @key(fields: "orcid") { orcid: String models: Int } type Query { a: Author }',
    )
    expect(compose({ whence, greedy }).errors.join()).toContain('models')
  })

  test('@shareable: another subgraph returns values such as parameters and places', () => {
    const values = other(
      'shareable',
      `type Query { runs: [Locator!]! }
       type Locator @shareable { table: String row: String column: String page: String text: String }`,
    )
    expect(compose({ whence, values }).errors).toEqual([])
  })

  test('@key(resolvable: false): another subgraph only points at models', () => {
    const pointer = other(
      'key',
      'type Model @key(fields: "slug", resolvable: false) { slug: String! } type Query { favourite: Model }',
    )
    const composed = compose({ whence, pointer })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, 'Query')).toContain('favourite')
  })

  test('extend type: another subgraph in the manner of Federation 1', () => {
    const extension = other(
      'key external',
      'extend type Model @key(fields: "slug") { slug: String! @external stars: Int } type Query { top: Model }',
    )
    const composed = compose({ whence, extension })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, 'Model')).toContain('stars')
  })

  test('@override: another subgraph takes a field over', () => {
    const families = other(
      'key override',
      'type Model @key(fields: "slug") { slug: String! family: String @override(from: "whence") } type Query { x: Model }',
    )
    expect(compose({ whence, families }).errors).toEqual([])
    expect(compose({ whence, families: families.replace('@override(from: "whence")', '') }).errors.join()).toContain(
      'family',
    )
  })

  test('Query.node and Query.nodes collide with those of another subgraph; the build without them does not', () => {
    const relay = other(
      'key',
      `interface Node { id: ID! } type Lab implements Node @key(fields: "id") { id: ID! }
       type Query { node(id: ID!): Node nodes(ids: [ID!]!): [Node]! }`,
    )
    expect(compose({ whence, relay }).errors.join()).toContain('node')
    const composed = compose({ whence: withoutNode.subgraphSdl, relay })
    expect(composed.errors).toEqual([])
    expect(fieldsOf(composed, 'Query')).toEqual(expect.arrayContaining(['model', 'node', 'nodes']))
  })
})

describe('what only one composer can show', () => {
  const [, compose] = composers[0] as (typeof composers)[0]

  test('@composeDirective: a directive of another subgraph reaches the supergraph', () => {
    const extension = `extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@composeDirective"])
      @link(url: "https://example.org/freshness/v1.0", import: ["@freshness"])
      @composeDirective(name: "@freshness")
      directive @freshness(days: Int!) on FIELD_DEFINITION
      type Model @key(fields: "slug") { slug: String! price: Float @freshness(days: 1) }
      type Query { cheapest: Model }`
    const composed = compose({ whence, extension })
    expect(composed.errors).toEqual([])
    expect(composed.supergraphSdl).toContain('@freshness(days: 1)')
  })

  test('@tag: a contract leaves out what the registry has tagged', () => {
    const services = Object.entries({ whence: parse(whence), ...examples }).map(([name, typeDefs]) => ({
      name,
      url: `http://${name}.example/graphql`,
      typeDefs,
    }))
    const { errors, publicSdl = '' } = composeSchemaContract(services, {
      include: new Set(),
      exclude: new Set(['prices']),
    })
    expect(errors).toBeUndefined()
    const endpoint = /type Endpoint[^}]*\}/.exec(publicSdl)?.[0]
    expect(endpoint).toContain('provider')
    expect(endpoint).not.toContain('inputPrice')
  })
})

test('without node: the public schema and what is served lack them too; ids stay', () => {
  for (const graph of [withoutNode.schema, withoutNode.subgraph]) {
    const fields = graph.getQueryType()?.getFields() ?? {}
    expect([fields.node, fields.nodes]).toEqual([undefined, undefined])
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['model', 'observations']))
    expect(graph.getType('Node')).toBeDefined()
  }
  expect(withoutNode.subgraphSdl).not.toMatch(/^ {2}nodes?\(/m)
})
