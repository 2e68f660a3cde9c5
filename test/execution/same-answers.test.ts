// Executed level by level, every query has the answer that graphql-js gives, to the letter.
import { readdirSync, readFileSync } from 'node:fs'
import { type DocumentNode, execute, parse, validate } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import { executeByLevel } from '../../src/execution/execute-by-level.ts'
import { buildGraph } from '../../src/graph.ts'
import { inOrder } from '../support/both-ways.ts'
import { useDatabase } from '../support/database.ts'
import { generateQuery, type Pool, randomFrom } from '../support/generate-query.ts'

const db = useDatabase('catalogue')
const { schema } = buildGraph()

async function bothWays(document: DocumentNode, variableValues: Record<string, unknown> = {}) {
  const args = () => ({ schema, document, variableValues, contextValue: createContext(db) })
  const [ours, theirs] = [await executeByLevel(args()), await execute(args())]
  return { ours: inOrder(ours), theirs: inOrder(theirs), result: theirs }
}

describe('the example queries', () => {
  const folder = new URL('../../examples/queries/', import.meta.url)
  test.each(readdirSync(folder).filter((name) => name.endsWith('.graphql')))('%s', async (name) => {
    const { ours, theirs } = await bothWays(parse(readFileSync(new URL(name, folder), 'utf8')))
    expect(ours).toBe(theirs)
  })
})

describe('one document with other variables', () => {
  const documents = [
    'query ($v: Boolean = true) { models(first: 2) { nodes { slug name @include(if: $v) } } }',
    'query ($v: Boolean = true) { a: __typename @skip(if: $v) nodes(ids: []) { id @include(if: $v) } }',
    'query ($v: Boolean = true) { models(first: 2) { nodes { ...More @skip(if: $v) slug } } } fragment More on Model { name }',
    'query ($n: Int = 1, $v: Boolean) { models(first: $n) { totalCount nodes { slug } pageInfo { endCursor } } a: __typename @skip(if: true) b: __typename }',
  ]
  test.each(documents)('%s', async (source) => {
    const document = parse(source)
    for (const v of [true, false, undefined, null, true])
      for (const n of [1, 3]) {
        const { ours, theirs } = await bothWays(document, { ...(v === undefined ? {} : { v }), n })
        expect(ours).toBe(theirs)
      }
  })
})

describe('generated queries', () => {
  let pool: Pool
  beforeAll(async () => {
    const rows = async (sql: string) => (await db.pool.query({ text: sql, rowMode: 'array' })).rows.flat() as string[]
    const slugs = await rows(
      'SELECT slug FROM model UNION ALL SELECT slug FROM benchmark UNION ALL SELECT slug FROM author',
    )
    const keys = await rows('(SELECT key FROM observation LIMIT 50) UNION ALL (SELECT key FROM setting)')
    const id = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64')
    const ids = [
      ...(await rows('SELECT slug FROM model')).map((slug) => id('Model', slug)),
      ...(await rows('SELECT key FROM observation LIMIT 50')).map((key) => id('Observation', key)),
      ...(await rows("SELECT key FROM note WHERE type = 'UNRESOLVED_ISSUE'")).map((key) => id('UnresolvedIssue', key)),
    ]
    pool = { slugs, keys, ids, texts: ['', 'overall', 'accuracy', 'RM-Bench', '%', 'internlm', '2026'] }
  })

  test.each(Array.from({ length: 20 }, (_, i) => i + 1))('fifty of seed %i', { timeout: 60_000 }, async (seed) => {
    const random = randomFrom(seed)
    let withData = 0
    for (let n = 0; n < 50; n++) {
      const { source, variables } = generateQuery(schema, pool, random)
      const document = parse(source)
      expect(validate(schema, document), source).toEqual([])
      const { ours, theirs, result } = await bothWays(document, variables)
      expect(ours, source).toBe(theirs)
      if (result.data && JSON.stringify(result.data).length > 100) withData += 1
    }
    expect(withData).toBeGreaterThan(10)
  })
})
