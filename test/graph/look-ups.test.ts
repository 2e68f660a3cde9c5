// Finding nodes again: by slug, key, id and printed name; and what is no slug, key or id.
import { describe, expect, test } from 'vitest'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')

const everyNode = `{
  models(first: 100) { nodes { id slug } } benchmarks { nodes { id slug } } settings(first: 100) { nodes { id key } }
  observations(first: 100) { nodes { id key importedBy { id key } } } sources(first: 100) { nodes { id slug tables { nodes { id key } } } }
  authors(first: 100) { nodes { id slug } } unresolvedIssues { nodes { id key } } notPublished { nodes { id key } }
  model(slug: "internlm2-chat-20b") { facts { nodes { id property } } remarks { nodes { id key } } }
}`

type Identified = { id: string }
function idsIn(value: unknown): Identified[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(idsIn)
  return 'id' in value ? [value as Identified, ...inside] : inside
}

describe('ids', () => {
  test('every node is found again by its id, as itself', async () => {
    const nodes = idsIn((await ask(db, everyNode)).data)
    const unique = [...new Map(nodes.map((node) => [node.id, node])).values()]
    expect(unique.length).toBeGreaterThan(200)
    for (let start = 0; start < unique.length; start += 50) {
      const some = unique.slice(start, start + 50)
      const { data } = await ask<{ nodes: Identified[] }>(
        db,
        `query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }`,
        { ids: some.map((node) => node.id) },
      )
      expect(data.nodes.map((node) => node.id)).toEqual(some.map((node) => node.id))
    }
  })

  test('an id names its type: that of an issue does not find a gap with the same key', async () => {
    const { data } = await ask<{ notPublished: { nodes: { key: string }[] } }>(
      db,
      '{ notPublished(first: 1) { nodes { key } } }',
    )
    const id = Buffer.from(`UnresolvedIssue:${data.notPublished.nodes[0]?.key}`).toString('base64')
    expect((await ask(db, `{ node(id: "${id}") { id } }`)).data).toEqual({ node: null })
  })

  test('unknown ones are null, malformed ones an error for themselves alone', async () => {
    const known = Buffer.from('Model:internlm-20b').toString('base64')
    const unknown = [
      Buffer.from('Model:nobody').toString('base64'),
      Buffer.from('Nothing:x').toString('base64'),
      Buffer.from('Model:a\0b').toString('base64'),
    ]
    const { data, errors } = await askRaw(db, `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Model { slug } } }`, {
      ids: [...unknown, 'nonsense', known, ''],
    })
    expect(data).toEqual({ nodes: [null, null, null, null, { slug: 'internlm-20b' }, null] })
    expect(errors?.map((error) => error.path)).toEqual([
      ['nodes', 3],
      ['nodes', 5],
    ])
    expect(errors?.[0]?.message).toContain('not an id of Whence')
  })
})

describe('slugs and keys', () => {
  test.each(['model', 'benchmark', 'source', 'author'])('an unknown %s is null', async (kind) => {
    expect((await ask(db, `{ found: ${kind}(slug: "no-such-thing") { slug } }`)).data).toEqual({ found: null })
    expect((await ask(db, `{ found: ${kind}(slug: "\\u0000") { slug } }`)).data).toEqual({ found: null })
  })

  test.each(['setting', 'observation'])('an unknown %s is null', async (kind) => {
    expect((await ask(db, `{ found: ${kind}(key: "no-such-thing") { key } }`)).data).toEqual({ found: null })
  })

  test('a hundred models by slug take one statement', async () => {
    const aliases = Array.from({ length: 49 }, (_, i) => `m${i}: model(slug: "x${i}") { slug }`).join('\n')
    const { statements } = await ask(db, `{ ${aliases} real: model(slug: "internlm-20b") { slug } }`)
    // One for today's slugs and one for former ones.
    expect(statements).toHaveLength(2)
  })

  test('a former slug leads to its model; one where several met is an error that lists them', async () => {
    await db.pool.query(`INSERT INTO former_slug (slug, model_id)
      SELECT 'once', id FROM model WHERE slug = 'internlm-20b'
      UNION ALL SELECT 'met', id FROM model WHERE slug IN ('internlm-20b', 'internlm2-chat-20b')`)
    const { data, errors } = await askRaw(
      db,
      `{ once: model(slug: "once") { slug formerSlugs } met: model(slug: "met") { slug } }`,
    )
    expect(data).toEqual({ once: { slug: 'internlm-20b', formerSlugs: ['met', 'once'] }, met: null })
    expect(errors?.[0]?.message).toContain('internlm-20b, internlm2-chat-20b')
  })
})

describe('names', () => {
  const match = async (name: string) => {
    const { data } = await ask<{ matchModels: { how: string; matchedName: string; model: { slug: string } }[] }>(
      db,
      `query ($name: String!) { matchModels(name: $name) { how matchedName model { slug } } }`,
      { name },
    )
    return data.matchModels.map(({ how, matchedName, model }) => [how, matchedName, model.slug])
  }

  test.each([
    ['internlm2-20b-reward', [['SLUG', 'internlm2-20b-reward', 'internlm2-20b-reward']]],
    ['internLM2-20B-Reward', [['ALIAS', 'internLM2-20B-Reward', 'internlm2-20b-reward']]],
    ['  InternLM2-20B-Reward ', [['ALIAS', 'InternLM2-20B-Reward', 'internlm2-20b-reward']]],
    ['INTERNLM2-20B-REWARD', [['FOLDED', 'InternLM2-20B-Reward', 'internlm2-20b-reward']]],
    ['InternLM2-7B-Reward', []],
    ['InternLM2 20B Reward', []],
    ['', []],
    ['\0', []],
  ])('%j', async (name, expected) => {
    expect(await match(name)).toEqual(expected)
  })
})

describe('search', () => {
  const search = async (text: string, first = 100) => {
    const { data } = await ask<{ search: { totalCount: number; nodes: { __typename: string; slug: string }[] } }>(
      db,
      `query ($text: String!, $first: Int) { search(text: $text, first: $first) { totalCount nodes { __typename
        ... on Model { slug } ... on Benchmark { slug } ... on Source { slug } ... on Author { slug } } } }`,
      { text, first },
    )
    return data.search
  }

  test('finds each kind of node by words of its name, the whole name first', async () => {
    const rmBench = await search('RM-Bench')
    expect(rmBench.nodes[0]).toEqual({ __typename: 'Benchmark', slug: 'rm-bench' })
    expect(new Set(rmBench.nodes.map((node) => node.__typename))).toEqual(new Set(['Benchmark', 'Source']))
    expect((await search('stoica')).nodes).toEqual([{ __typename: 'Author', slug: 'ion-stoica' }])
    expect((await search('intern reward')).nodes[0]).toEqual({ __typename: 'Model', slug: 'internlm2-20b-reward' })
  })

  test('a name with dots and dashes is found as it is printed, and by its beginning', async () => {
    expect((await search('Llama-3.1-Nemotron-70B')).nodes.map((node) => node.slug)).toEqual(['llama-3.1-nemotron-70b'])
    expect((await search('llama-3.1-nemo')).nodes.map((node) => node.slug)).toEqual(['llama-3.1-nemotron-70b'])
  })

  test('counts what it finds, whatever the page', async () => {
    const all = await search('llama')
    expect(all.totalCount).toBe(all.nodes.length)
    expect((await search('llama', 1)).totalCount).toBe(all.totalCount)
  })

  test.each(['', '  ', '-', '\0'])('%j holds no word', async (text) => {
    const { errors } = await askRaw(db, `query ($text: String!) { search(text: $text) { totalCount } }`, { text })
    expect(errors?.[0]?.message).toContain('no word')
  })

  test.each(["'", "a' | b", ':* & !', 'x:* <-> y', '\\'])('%j is ordinary text', async (text) => {
    const { errors } = await askRaw(db, `query ($text: String!) { search(text: $text) { totalCount } }`, { text })
    for (const error of errors ?? []) expect(error.message).toContain('no word')
  })
})
