// References of gateways: every key of every entity, what is refused for itself alone, and what they cost.
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/graph.ts'
import { entities } from '../../src/resolvers/entities.ts'
import { globalId } from '../../src/schema/global-id.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')
const { subgraph } = buildGraph()
const query = `query ($references: [_Any!]!) { _entities(representations: $references) { __typename
  ... on Model { slug } ... on Benchmark { slug } ... on Source { slug } ... on Author { slug }
  ... on Setting { key } ... on Observation { key } ... on Note { key } } }`

type Entity = { __typename: string; slug?: string; key?: string } | null
interface Entities {
  _entities: Entity[]
}
const resolve = (references: unknown[]) => askRaw<Entities>(db, query, { references }, subgraph)
const codes = (answer: Awaited<ReturnType<typeof resolve>>) =>
  answer.errors?.map(({ path, extensions, originalError }) => [
    path?.[1],
    extensions.code ?? (originalError as { code?: string } | undefined)?.code,
  ])

/** A reference by one key, of one field or of several; the values of several have a space between them. */
function referenceTo(__typename: string, key: string, value: string): Record<string, unknown> {
  const fields = key.split(' ')
  const values = fields.length === 1 ? [value] : value.split(' ')
  return { __typename, ...Object.fromEntries(fields.map((field, i) => [field, values[i] ?? ''])) }
}

/** The first hundred keys of each kind that the catalogue has; fewer where it has fewer. */
const keys: Record<string, string[]> = {}

beforeAll(async () => {
  await db.pool.query(`UPDATE author SET orcid = '0000-0002-1825-0097' WHERE slug = 'ion-stoica'`)
  await db.pool.query(`UPDATE source SET doi = '10.48550/arXiv.2403.17297' WHERE arxiv_id = '2403.17297'`)
  await db.pool.query(`UPDATE source SET doi = '10.48550/arXiv.2410.12784' WHERE work = 'arxiv:2410.12784'`)
  const { data } = await ask<Record<string, { nodes: { slug?: string; key?: string }[] }>>(
    db,
    `{ Model: models(first: 100) { nodes { slug } } Benchmark: benchmarks { nodes { slug } }
      Source: sources { nodes { slug } } Author: authors { nodes { slug } } Setting: settings { nodes { key } }
      Observation: observations(first: 100) { nodes { key } } UnresolvedIssue: unresolvedIssues { nodes { key } }
      NotPublished: notPublished(first: 100) { nodes { key } } }`,
  )
  for (const [type, { nodes }] of Object.entries(data))
    keys[type] = nodes.map((node) => (node.slug ?? node.key) as string)
})

describe('keys', () => {
  test.each([
    ['Model', 'slug', 'internlm2-20b-reward'],
    ['Model', 'huggingFaceId', 'internlm/internlm2-20b-reward'],
    ['Benchmark', 'slug', 'rm-bench'],
    ['Source', 'arxivVersionedId', '2410.12784v2'],
    ['Source', 'arxivId version', '2410.12784 v2'],
    ['Source', 'doi', '10.48550/ARXIV.2403.17297'],
    ['Author', 'slug', 'ion-stoica'],
    ['Author', 'orcid', '0000-0002-1825-0097'],
  ])('%s by %s', async (__typename, key, value) => {
    const { data, errors } = await resolve([referenceTo(__typename, key, value)])
    expect(errors).toBeUndefined()
    expect(data._entities).toMatchObject([{ __typename, ...(key === 'slug' && { slug: value }) }])
  })

  test('all slugs and keys of the catalogue, in their order', async () => {
    for (const [type, values] of Object.entries(keys)) {
      const name = Object.keys(entities[type as keyof typeof entities])[0] as string
      expect(values.length, type).toBeGreaterThan(0)
      const { data } = await resolve(values.map((value) => ({ __typename: type, [name]: value })))
      expect(data._entities).toEqual(values.map((value) => ({ __typename: type, [name]: value })))
    }
  })

  test('a note by its interface is found as what it is', async () => {
    const references = ['UnresolvedIssue', 'NotPublished'].map((type) => ({ __typename: 'Note', key: keys[type]?.[0] }))
    const { data } = await resolve(references)
    expect(data._entities.map((note) => note?.__typename)).toEqual(['UnresolvedIssue', 'NotPublished'])
  })

  test('what does not exist is null, without an error', async () => {
    const references = [
      ...Object.entries(entities).flatMap(([__typename, names]) =>
        Object.keys(names).flatMap((name) =>
          ['no-such-thing', '', 'a\0b', '2410.12784v9', '%'].map((value) => referenceTo(__typename, name, value)),
        ),
      ),
      { __typename: 'NotPublished', key: keys.UnresolvedIssue?.[0] },
    ]
    const answer = await resolve(references)
    expect(answer.errors).toBeUndefined()
    expect(answer.data._entities).toEqual(references.map(() => null))
  })

  test('several sources under one DOI are an error that lists them', async () => {
    const answer = await resolve([{ __typename: 'Source', doi: '10.48550/arxiv.2410.12784' }])
    expect(answer.data._entities).toEqual([null])
    expect(codes(answer)).toEqual([[0, 'AMBIGUOUS_REFERENCE']])
    expect(answer.errors?.[0]?.message).toContain('judgebench')
  })
})

describe('what is refused, for itself alone', () => {
  const good = { __typename: 'Model', slug: 'internlm-20b' }

  test.each<[string, unknown]>([
    ['an unknown type', { __typename: 'Nothing', slug: 'x' }],
    ['a type that is no entity', { __typename: 'Fact', key: 'x' }],
    ['a type from the prototype', { __typename: 'constructor', slug: 'x' }],
    ['no type', { slug: 'internlm-20b' }],
    ['a type that is no string', { __typename: ['Model'], slug: 'internlm-20b' }],
    ['no key', { __typename: 'Model' }],
    ['a key of another type', { __typename: 'Model', key: 'x' }],
    ['an id', { __typename: 'Model', id: globalId('Model', 'internlm-20b') }],
    ['half of a composed key', { __typename: 'Source', arxivId: '2410.12784' }],
    ['null', { __typename: 'Source', slug: null, arxivVersionedId: null }],
    ['a number', { __typename: 'Model', slug: 7 }],
    ['an operator', { __typename: 'Model', slug: { contains: 'internlm' } }],
    ['an operator beside a good key', { __typename: 'Model', slug: 'internlm-20b', huggingFaceId: { not: null } }],
    ['a list', { __typename: 'Model', slug: ['internlm-20b'] }],
    ['a global id of another type', { __typename: 'Model', slug: globalId('Author', 'ion-stoica') }],
    ['a global id of its own type', { __typename: 'Model', slug: globalId('Model', 'internlm-20b') }],
    ['a string', 'Model'],
    ['a list for a reference', [good]],
    ['a number for a reference', 5],
  ])('%s', async (_, reference) => {
    const answer = await resolve([good, reference, good])
    const found = { __typename: 'Model', slug: 'internlm-20b' }
    expect(answer.data._entities).toEqual([found, null, found])
    expect(codes(answer)).toEqual([[1, 'BAD_REFERENCE']])
  })

  test('written into the document, too', async () => {
    const text = `{ _entities(representations: [{ __typename: "Model", slug: { equals: "x" } },
      { __typename: "Model", slug: "internlm-20b" }]) { ... on Model { slug } } }`
    const answer = await askRaw<Entities>(db, text, {}, subgraph)
    expect(answer.data._entities).toEqual([null, { slug: 'internlm-20b' }])
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_REFERENCE'])
  })

  test('more than 500 are refused before any is looked up; 500 are not', async () => {
    const many = Array.from({ length: 501 }, () => good)
    const refused = await resolve(many)
    expect(refused.data).toBeNull()
    expect(refused.errors?.[0]?.extensions).toEqual({ code: 'TOO_MANY_REFERENCES', limit: 500, asked: 501 })
    expect(refused.statements).toEqual([])
    expect((await resolve(many.slice(1))).data._entities).toHaveLength(500)
    const few = await askRaw(db, query, { references: many.slice(0, 3) }, buildGraph({ maxReferences: 2 }).subgraph)
    expect(few.errors?.[0]?.extensions.code).toBe('TOO_MANY_REFERENCES')
  })
})

describe('a hundred references cost the statements of one', () => {
  const kinds = Object.entries(entities).flatMap(([type, names]) => Object.keys(names).map((name) => [type, name]))

  test.each(kinds as [string, string][])('%s by %s', async (type, name) => {
    const reference = (i: number) => referenceTo(type, name, `none-${i} v1`)
    const one = await resolve([reference(0)])
    const hundred = await resolve(Array.from({ length: 100 }, (_, i) => reference(i)))
    expect(one.statements.length).toBeLessThanOrEqual(2)
    expect(hundred.statements).toEqual(one.statements)
  })

  test('those that exist, too', async () => {
    for (const [type, values] of Object.entries(keys)) {
      const name = Object.keys(entities[type as keyof typeof entities])[0] as string
      const { statements } = await resolve(values.map((value) => ({ __typename: type, [name]: value })))
      expect(statements, type).toHaveLength(1)
    }
  })

  test.each([
    ['doi', '10.48550/arxiv.2403.17297', 'source_lower_doi_idx'],
    ['arxivVersionedId', '2410.12784v2', 'source_arxiv_id_idx'],
  ])('sources by %s are found through an index', async (name, value, index) => {
    const { statements } = await resolve([{ __typename: 'Source', [name]: value }])
    const client = await db.pool.connect()
    try {
      // The catalogue is so small that PostgreSQL would rather read all of it.
      await client.query('BEGIN; SET LOCAL enable_seqscan = off')
      const { rows } = await client.query(`EXPLAIN ${statements[0]}`, [[value]])
      expect(JSON.stringify(rows)).toContain(index)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
