// The public contract: every type, field, argument and nullability that clients were promised is in the schema.
import { readFileSync } from 'node:fs'
import { buildSchema, findBreakingChanges, isObjectType, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/graph.ts'
import listed from './still-to-come.json' with { type: 'json' }

const stillToCome: { types: string[]; fields: string[] } = listed
const written = readFileSync(new URL('contract.graphql', import.meta.url), 'utf8')
const pageArguments = 'first: Int, after: String, last: Int, before: String'

/** The contract as a whole schema: it writes `XConnection` for the connection types and their paging arguments. */
function contract() {
  const nodes = new Set([...written.matchAll(/(\w+)Connection!/g)].map(([, name]) => name as string))
  const nodeType = (name: string) => ({ Search: 'SearchResult', Leaderboard: 'LeaderboardEntry' })[name] ?? name
  const connections = [...nodes].map(
    (name) => `
      type ${name}Connection { edges: [${name}Edge!]! nodes: [${nodeType(name)}!]! pageInfo: PageInfo! totalCount: Int! }
      type ${name}Edge { cursor: String! node: ${nodeType(name)}! }`,
  )
  const fields = written.replace(
    /(\b\w+)(?:\(([^)]*)\))?: (\w+Connection!)/g,
    (_, field, args, type) => `${field}(${args ? `${args}, ` : ''}${pageArguments}): ${type}`,
  )
  return buildSchema(`${fields}${connections.join('')}
    union SearchResult = Model | Benchmark | Source | Author
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }`)
}

const { schema } = buildGraph({ curation: true })
const missing = findBreakingChanges(contract(), schema)

describe('the contract', () => {
  test('is kept, but for what is named as still to come', () => {
    const subject = (description: string) => description.replace(/ (was|changed|on) .*$/, '')
    const differences = missing.map(({ description }) => subject(description)).sort()
    expect(differences).toEqual([...stillToCome.types, ...stillToCome.fields].sort())
  })

  test('what is named as still to come is not there yet', () => {
    const types = stillToCome.types.filter((name) => schema.getType(name))
    const fields = stillToCome.fields.filter((path) => {
      const [type, field] = path.split('.') as [string, string]
      const parent = schema.getType(type)
      return parent && 'getFields' in parent && parent.getFields()[field]
    })
    expect([types, fields]).toEqual([[], []])
  })

  test('the root has all its fields, whatever the order of imports', () => {
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).sort()).toEqual(
      Object.keys(contract().getQueryType()?.getFields() ?? {})
        .filter((name) => !stillToCome.fields.includes(`Query.${name}`))
        .sort(),
    )
  })

  test('every type, field, argument and value is described', () => {
    const silent: string[] = []
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__') || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) continue
      if (!type.description) silent.push(type.name)
      const fields = 'getFields' in type ? Object.values(type.getFields()) : 'getValues' in type ? type.getValues() : []
      for (const field of fields) {
        if (!field.description) silent.push(`${type.name}.${field.name}`)
        for (const arg of 'args' in field ? field.args : [])
          if (!arg.description) silent.push(`${type.name}.${field.name}(${arg.name})`)
      }
    }
    expect(silent).toEqual([])
  })

  test('one connection type a node type', () => {
    const connections = Object.values(schema.getTypeMap()).filter((type) => type.name.endsWith('Connection'))
    const nodes = connections.map((type) => isObjectType(type) && String(type.getFields().nodes?.type))
    expect(new Set(nodes).size).toBe(connections.length)
  })

  test('the committed schema.graphql is what the code says', () => {
    const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
    expect(committed).toBe(`${printSchema(schema)}\n`)
  })
})
