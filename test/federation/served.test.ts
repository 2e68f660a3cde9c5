// The subgraph as it is served: its SDL in both ways, references with their errors as clients get them, and the setting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { buildGraph } from '../../src/graph.ts'
import { listen } from '../../src/http-server.ts'
import { createLog } from '../../src/log.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph } from '../support/request.ts'

const db = useDatabase('catalogue')
const closers: (() => Promise<unknown>)[] = []
const urls: Record<'withNode' | 'withoutNode', string> = { withNode: '', withoutNode: '' }

beforeAll(async () => {
  await db.pool.query(`UPDATE source SET doi = '10.48550/arXiv.2410.12784' WHERE work = 'arxiv:2410.12784'`)
  for (const subgraphNode of [true, false]) {
    const app = createApp({ db, config: { corsOrigins: '*', subgraphNode }, log: createLog('silent') })
    const server = await listen(app.handler, '127.0.0.1', 0)
    closers.push(app.dispose, () => server.close(1_000))
    urls[subgraphNode ? 'withNode' : 'withoutNode'] = server.url
  }
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

describe.each(['withNode', 'withoutNode'] as const)('%s', (name) => {
  const { subgraphSdl } = buildGraph({ node: name === 'withNode' })

  test('/subgraph.graphql and _service give the SDL', async () => {
    const response = await fetch(`${urls[name]}/subgraph.graphql`, { headers: { origin: 'https://page.example' } })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe(`${subgraphSdl}\n`)
    const { answer } = await askGraph(urls[name], '{ _service { sdl } }')
    expect(answer).toEqual({ data: { _service: { sdl: subgraphSdl } } })
  })

  test('Query.node is there, or is not', async () => {
    const { answer } = await askGraph(urls[name], '{ nodes(ids: []) { id } }')
    if (name === 'withNode') expect(answer).toEqual({ data: { nodes: [] } })
    else expect(answer.errors?.[0]?.message).toContain('Cannot query field "nodes"')
    const text = await (await fetch(`${urls[name]}/schema.graphql`)).text()
    expect(/^ {2}nodes\(/m.test(text)).toBe(name === 'withNode')
  })
})

test('wrong references are errors for themselves, with their codes and nothing internal', async () => {
  const { answer } = await askGraph(
    urls.withNode,
    'query ($references: [_Any!]!) { _entities(representations: $references) { ... on Model { slug family } ... on Source { title } } }',
    {
      references: [
        { __typename: 'Model', slug: 'internlm2-chat-20b' },
        { __typename: 'Model', slug: { contains: 'x' } },
        { __typename: 'Spam', slug: 'x' },
        { __typename: 'Source', doi: '10.48550/arXiv.2410.12784' },
        { __typename: 'Model', slug: 'nobody' },
        { __typename: 'Source', arxivId: '2410.12784', version: 'v2' },
      ],
    },
  )
  expect(answer.data?._entities).toEqual([
    { slug: 'internlm2-chat-20b', family: 'InternLM2' },
    null,
    null,
    null,
    null,
    { title: 'JudgeBench: A Benchmark for Evaluating LLM-Based Judges' },
  ])
  expect(answer.errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([
    [['_entities', 1], 'BAD_REFERENCE'],
    [['_entities', 2], 'BAD_REFERENCE'],
    [['_entities', 3], 'AMBIGUOUS_REFERENCE'],
  ])
  expect(answer.errors?.[2]?.extensions?.slugs).toHaveLength(2)
})

test('more than 500 references are refused, with the limit and what was asked', async () => {
  const references = Array.from({ length: 501 }, (_, i) => ({ __typename: 'Model', slug: `m${i}` }))
  const query = 'query ($references: [_Any!]!) { _entities(representations: $references) { __typename } }'
  const { answer } = await askGraph(urls.withNode, query, { references })
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_REFERENCES', limit: 500, asked: 501 })
})

test('a request for federated tracing is answered without a trace', async () => {
  const response = await fetch(`${urls.withNode}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'apollo-federation-include-trace': 'ftv1' },
    body: JSON.stringify({ query: '{ __typename }' }),
  })
  expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
})
