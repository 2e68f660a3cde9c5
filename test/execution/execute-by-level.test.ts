// The executor by itself, on a schema of its own: what is batched, and that errors and nulls are those of graphql-js.
import { buildSchema, type ExecutionResult, execute, GraphQLError, type GraphQLObjectType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { executeByLevel } from '../../src/execution/execute-by-level.ts'

type Context = { calls: string[] }

/** Values named by what they do to a field: give a value, throw, reject, give null or an Error. */
const deeds: Record<string, () => unknown> = {
  value: () => 'v',
  none: () => null,
  error: () => new Error('given'),
  thrown: () => {
    throw new Error('thrown')
  },
  coded: () => {
    throw new GraphQLError('coded', { extensions: { code: 'X' } })
  },
  later: () => Promise.resolve('l'),
  rejected: () => Promise.reject(new Error('rejected')),
  wrong: () => ({}),
}
const deedFields = Object.keys(deeds).flatMap((name) => [`${name}: String`, `${name}Must: String!`])

const schema = buildSchema(`
  interface Named { name: String! }
  type Leaf implements Named { name: String! ${deedFields.join(' ')} parent: Tree parents: [Tree!]! }
  type Tree implements Named {
    name: String! ${deedFields.join(' ')}
    one: Leaf oneMust: Leaf! two: Leaf list: [Leaf] listMust: [Leaf!]! matrix: [[Leaf!]!]
    promised: [Leaf] any: Any named: Named batched(n: Int = 2): [Leaf!]! batchedOne: Leaf batchFails: Leaf batchFailsMust: Leaf!
    partly: Leaf partlyMust: Leaf! notList: [String] unknownKind: Named
  }
  union Any = Leaf | Tree
  type Query { tree: Tree treeMust: Tree! trees(n: Int!): [Tree!] }
`)
type Row = { kind: string; name: string }
const leaf = (name: string): Row => ({ kind: 'Leaf', name })
const tree = (name: string): Row => ({ kind: 'Tree', name })

const resolvers: Record<string, Record<string, (row: Row, args: Record<string, number>) => unknown>> = {
  Tree: {
    one: (row) => leaf(`${row.name}.one`),
    oneMust: (row) => leaf(`${row.name}.one`),
    two: async (row) => leaf(`${row.name}.two`),
    list: (row) => [leaf(`${row.name}.0`), null, new Error('item'), leaf(`${row.name}.3`)],
    listMust: (row) => [leaf(`${row.name}.0`), leaf(`${row.name}.1`)],
    matrix: (row) => [[leaf(`${row.name}.00`)], [leaf(`${row.name}.10`), leaf(`${row.name}.11`)]],
    promised: (row) => [Promise.resolve(leaf(`${row.name}.p`)), Promise.reject(new Error('item')), null],
    any: (row) => (row.name.endsWith('1') ? leaf('any') : tree('any')),
    named: (row) => leaf(`${row.name}.named`),
    notList: () => 'text',
    unknownKind: () => ({ kind: 'Query', name: 'x' }),
  },
  Leaf: { parent: (row) => tree(row.name), parents: (row) => [tree(`${row.name}a`), tree(`${row.name}b`)] },
  Query: {
    tree: () => tree('t'),
    treeMust: () => tree('t'),
    trees: (_, { n }) => Array.from({ length: n ?? 0 }, (__, i) => tree(`t${i}`)),
  },
}
const batches: Record<string, (rows: Row[], args: Record<string, number>) => unknown[]> = {
  batched: (rows, { n }) => rows.map((row) => Array.from({ length: n ?? 0 }, (_, i) => leaf(`${row.name}.b${i}`))),
  batchedOne: (rows) => rows.map((row) => leaf(`${row.name}.b`)),
  batchFails: () => {
    throw new Error('batch')
  },
  batchFailsMust: () => {
    throw new Error('batch')
  },
  partly: (rows) => rows.map((row, i) => (i % 2 === 0 ? leaf(row.name) : new Error('partly'))),
  partlyMust: (rows) => rows.map((row) => (row.name.endsWith('0') ? leaf(row.name) : new Error('partly'))),
}

for (const [typeName, fields] of Object.entries(resolvers)) {
  const type = schema.getType(typeName) as GraphQLObjectType
  for (const [name, resolve] of Object.entries(fields))
    (type.getFields()[name] as { resolve: unknown }).resolve = resolve
  for (const [name, deed] of Object.entries(deeds))
    for (const field of [type.getFields()[name], type.getFields()[`${name}Must`]]) if (field) field.resolve = deed
}
const kindOf = (row: Row) => row.kind
for (const name of ['Any', 'Named']) (schema.getType(name) as { resolveType?: unknown }).resolveType = kindOf
for (const [name, batch] of Object.entries(batches)) {
  const field = (schema.getType('Tree') as GraphQLObjectType).getFields()[name]
  if (!field) throw new Error(name)
  const run = async (rows: Row[], args: Record<string, number>, { calls }: Context) => {
    calls.push(`${name} ${rows.map((row) => row.name)}`)
    return batch(rows, args)
  }
  field.extensions = { batch: run }
  field.resolve = async (row, args, context) => {
    // As graphql-js would see it, one row at a time; which rows fail depends on their place in the whole.
    const place = Number(/\d+$/.exec(row.name)?.[0] ?? 0)
    const values = await run(
      Array.from({ length: place + 1 }, () => row),
      args,
      { ...context, calls: [] },
    )
    const value = values[place]
    if (value instanceof Error) throw value
    return value
  }
}

const told = ({ data, errors }: ExecutionResult) =>
  JSON.stringify({ data, errors: errors?.map((error) => JSON.stringify(error)).sort() })

async function bothWays(source: string, variableValues = {}, operationName?: string) {
  const calls: string[] = []
  const args = { schema, document: parse(source), variableValues, operationName }
  const ours = await executeByLevel({ ...args, contextValue: { calls } })
  const theirs = await execute({ ...args, contextValue: { calls: [] } })
  expect(told(ours), source).toBe(told(theirs))
  return { calls, result: ours }
}

describe('values', () => {
  test.each([
    '{ tree { name __typename kind: __typename one { name parent { name } } two { name } } }',
    '{ trees(n: 3) { name list { name } listMust { name parents { name } } matrix { name } } }',
    '{ trees(n: 2) { any { __typename ... on Leaf { name } ... on Tree { t: name } } named { name ... on Leaf { value } } } }',
    '{ trees(n: 2) { ...A ...A ... on Tree { name } ... on Named { n: name } } } fragment A on Tree { one { name } one { v: value } }',
    'query ($no: Boolean!) { tree { name @skip(if: $no) one @include(if: $no) { name } ...B @skip(if: $no) } } fragment B on Tree { two { name } }',
    'query ($n: Int!) { trees(n: $n) { batched(n: 1) { name parent { name } } b: batched { name } batchedOne { parent { batchedOne { name } } } } }',
    '{ trees(n: 0) { batched { name } } }',
    '{ tree { promised { name } later laterMust } }',
  ])('%s', async (source) => {
    await bothWays(source, { no: true, n: 3 })
    await bothWays(source, { no: false, n: 2 })
  })

  test('keys come in the order of the selection, whatever arrives first', async () => {
    const { result } = await bothWays('{ trees(n: 1) { later batched { name } value two { name } name } }')
    expect(JSON.stringify(result.data)).toMatch(/"later":.*"batched":.*"value":.*"two":.*"name":/)
  })
})

describe('errors and nulls', () => {
  const fields = Object.keys(deeds)
  test.each(fields.flatMap((name) => [name, `${name}Must`]))('%s', async (field) => {
    for (const around of ['tree', 'treeMust', 'trees(n: 2)'])
      for (const between of ['one', 'oneMust', 'two', 'list', 'listMust', 'matrix', 'promised', 'named', 'any'])
        await bothWays(`{ before: tree { name } ${around} { name ${between} { ... on Leaf { name ${field} } } } }`)
    await bothWays(`{ tree { ${field} } other: tree { name } }`)
    await bothWays(`{ treeMust { ${field} } }`)
  })

  test.each(['batchFails', 'batchFailsMust', 'partly', 'partlyMust'])('%s: a batch that fails', async (field) => {
    await bothWays(`{ trees(n: 3) { name ${field} { name } } }`)
    await bothWays(`{ trees(n: 1) { name ${field} { name } } }`)
    await bothWays(`{ treeMust { ${field} { name } } }`)
  })

  test.each([
    '{ tree { notList } }',
    '{ tree { unknownKind { name } } }',
    '{ trees(n: 2) { list { rejectedMust valueMust } } }',
  ])('%s', async (source) => {
    await bothWays(source)
  })
})

describe('what is batched', () => {
  test('one call a field and level, for all rows', async () => {
    const { calls } = await bothWays('{ trees(n: 3) { batchedOne { parent { batchedOne { name } } } } }')
    expect(calls).toEqual(['batchedOne t0,t1,t2', 'batchedOne t0.b,t1.b,t2.b'])
  })

  test('rows behind promises are batched, too', async () => {
    const { calls } = await bothWays('{ trees(n: 2) { two { parent { batchedOne { name } } } } }')
    expect(calls).toEqual(['batchedOne t0.two,t1.two'])
  })

  test('rows that an error has made null are not read any more', async () => {
    const { calls } = await bothWays('{ trees(n: 1) { list { parent { x: thrownMust batchedOne { name } } } } }')
    expect(calls).toEqual([])
  })
})

describe('what graphql-js does itself', () => {
  test.each([
    ['introspection', '{ __schema { queryType { name } } __type(name: "Leaf") { name } }', {}, undefined],
    ['introspection in a fragment', '{ ...I } fragment I on Query { __type(name: "Leaf") { name } }', {}, undefined],
    ['a variable that does not fit', 'query ($n: Int!) { trees(n: $n) { name } }', { n: 'x' }, undefined],
    ['no operation of that name', 'query A { tree { name } }', {}, 'B'],
    ['two operations and no name', 'query A { tree { name } } query B { tree { name } }', {}, undefined],
    ['one of two operations', 'query A { tree { name } } query B { treeMust { name } }', {}, 'B'],
  ])('%s', async (_, source, variables, operationName) => {
    await bothWays(source, variables, operationName)
  })
})
