// GET /export/provenance: PROV-JSON that the published schema accepts, and that says what the graph says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'
import { provJsonDocument } from './prov-json-rules.ts'

const db = useDatabase('catalogue')
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db })
})
afterAll(() => app?.close())

type Statement = Record<string, unknown>
type Document = Record<string, Record<string, Statement>>

const get = (id: string, query = '', init?: RequestInit) =>
  fetch(`${app.url}/export/provenance/${encodeURIComponent(id)}.provn.json${query}`, init)
const documentOf = async (id: string, query = ''): Promise<Document> => {
  const response = await get(id, query)
  expect(response.status).toBe(200)
  const document = await response.json()
  expect(provJsonDocument.safeParse(document).error?.issues ?? []).toEqual([])
  return document as Document
}
const ask = async (query: string): Promise<unknown> => (await askGraph(app.url, query)).answer.data
const idOfFirst = async (list: string): Promise<string> => {
  const { rows } = (await ask(`{ rows: ${list}(first: 1) { nodes { id } } }`)) as {
    rows: { nodes: { id: string }[] }
  }
  return rows.nodes[0]?.id as string
}
/** One quoted score of the JudgeBench page. */
const quoted = async () => {
  const { rows } = (await ask(
    `{ rows: observations(filter: { source: { equals: "judgebench-leaderboard-app" } }, first: 1) { nodes { id key printed } } }`,
  )) as { rows: { nodes: { id: string; key: string; printed: string }[] } }
  return rows.nodes[0] as { id: string; key: string; printed: string }
}

describe('PROV-JSON', () => {
  test('of a quoted score: its primary source, the page it was quoted from, the import that recorded it', async () => {
    const { id, key, printed } = await quoted()
    const document = await documentOf(id)
    const name = `observation:${key}`
    const page = 'source:benchlm-internlm2-20b-reward-judgebench'
    expect(document.entity?.[name]).toMatchObject({
      'prov:type': { $: 'whence:Observation', type: 'prov:QUALIFIED_NAME' },
      'prov:value': { $: printed, type: 'xsd:decimal' },
      'whence:printed': printed,
    })
    expect(document.entity?.['source:judgebench-leaderboard-app']).toMatchObject({
      'whence:attribution': expect.stringContaining('Sijun Tan'),
      'whence:url': { $: 'https://huggingface.co/spaces/ScalerLab/JudgeBench', type: 'xsd:anyURI' },
    })
    const derivations = Object.values(document.wasDerivedFrom ?? {})
    const qualified = (text: string) => ({ $: text, type: 'prov:QUALIFIED_NAME' })
    expect(derivations).toContainEqual({
      'prov:generatedEntity': name,
      'prov:usedEntity': 'source:judgebench-leaderboard-app',
      'prov:type': qualified('prov:PrimarySource'),
    })
    expect(derivations).toContainEqual({
      'prov:generatedEntity': name,
      'prov:usedEntity': page,
      'prov:type': qualified('prov:Quotation'),
    })
    expect(derivations).toContainEqual({
      'prov:generatedEntity': page,
      'prov:usedEntity': 'source:judgebench-leaderboard-app',
    })
    expect(document.agent?.['author:benchlm']).toEqual({
      'prov:type': [qualified('whence:Author'), qualified('prov:Organization')],
      'prov:label': 'BenchLM',
    })
    expect(Object.values(document.wasAttributedTo ?? {})).toContainEqual({
      'prov:entity': page,
      'prov:agent': 'author:benchlm',
    })
    const [generation] = Object.values(document.wasGeneratedBy ?? {})
    expect(generation?.['prov:entity']).toBe(name)
    expect(document.activity?.[generation?.['prov:activity'] as string]).toMatchObject({ 'whence:format': 'bundle' })
  })

  test('has the nodes and edges of the graph’s provenance, each end declared', async () => {
    const { id } = await quoted()
    const { provenance } = (await ask(
      `{ provenance(id: "${id}") { nodes { __typename } edges { relation } truncated } }`,
    )) as { provenance: { nodes: unknown[]; edges: { relation: string }[] } }
    const { prefix, entity = {}, agent = {}, activity = {}, wasGeneratedBy = {}, ...relations } = await documentOf(id)
    expect(Object.keys({ ...entity, ...agent })).toHaveLength(provenance.nodes.length)
    const statements = Object.values(relations).flatMap((some) => Object.values(some))
    expect(statements).toHaveLength(provenance.edges.length)
    const declared = new Set(Object.keys({ ...entity, ...agent, ...activity }))
    const namespaces = new Set([...Object.keys(prefix ?? {}), 'prov', 'xsd'])
    for (const statement of [...statements, ...Object.values(wasGeneratedBy)])
      for (const [attribute, value] of Object.entries(statement))
        if (attribute !== 'prov:type') expect(declared).toContain(value)
    for (const name of declared) expect(namespaces).toContain(name.split(':')[0])
  })

  test.each(['models', 'benchmarks', 'settings', 'sources', 'authors', 'unresolvedIssues', 'notPublished'])(
    'of one of the %s',
    async (list) => {
      const document = await documentOf(await idOfFirst(list))
      expect(Object.keys({ ...document.entity, ...document.agent }).length).toBeGreaterThan(0)
    },
  )

  test('bounds are told', async () => {
    const { id, key } = await quoted()
    const cut = await get(id, '?depth=0')
    expect(cut.headers.get('x-whence-truncated')).toBe('true')
    const document = (await cut.json()) as Document
    expect(Object.keys(document.entity ?? {})).toEqual([`observation:${key}`])
    expect(document.entity?.[`observation:${key}`]?.['whence:truncated']).toBe(true)
    expect((await get(id)).headers.get('x-whence-truncated')).toBe('false')
  })
})

describe('over HTTP', () => {
  test('304 for what is known, HEAD without a body, ids with the signs of base64url', async () => {
    const { id } = await quoted()
    const first = await get(id)
    const etag = first.headers.get('etag') as string
    expect((await get(id, '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get(id, '?depth=2', { headers: { 'if-none-match': etag } })).status).toBe(200)
    const head = await get(id, '', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    const bare = await get(id.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    expect(await bare.json()).toEqual(await first.json())
  })

  test.each([
    ['nonsense', '', 400, 'BAD_USER_INPUT', 'id'],
    [Buffer.from('Model:no-such').toString('base64'), '', 404, 'NOT_FOUND', 'id'],
    [Buffer.from('Model:internlm-20b').toString('base64'), '?depth=21', 400, 'BAD_USER_INPUT', 'depth'],
    [Buffer.from('Model:internlm-20b').toString('base64'), '?deep=2', 400, 'BAD_USER_INPUT', 'deep'],
  ])('%s%s is %i %s, which names %s', async (id, query, status, code, parameter) => {
    const response = await get(id, query)
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code, parameter } }])
  })
})

describe('the rules of the schema', () => {
  test.each([
    [{ entity: { 'e:1': { 'a:b': null } } }],
    [{ wasDerivedFrom: { '_:1': { 'prov:generatedEntity': 'e:1' } } }],
    [{ wasDerivedFrom: { '_:1': { 'prov:generatedEntity': 'e:1', 'prov:usedEntity': 'no name' } } }],
    [{ activity: { 'a:1': { 'prov:startTime': 'yesterday' } } }],
    [{ prefix: { e: 'no uri' } }],
    [{ entities: {} }],
    [{ entity: { 'e:1': { 'prov:type': { $: 'x', kind: 'y' } } } }],
    [{ entity: { 'e:1': { 'a:b': [] } } }],
  ])('refuse %j', (document) => expect(provJsonDocument.safeParse(document).success).toBe(false))
})
