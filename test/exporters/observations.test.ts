// GET /export/observations: the same rows as the graph, as CSV, NDJSON and JSON, with what HTTP offers around them.
import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columns } from '../../src/exporters/observations/columns.ts'
import { useDatabase } from '../support/database.ts'
import { eventually } from '../support/processes.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db })
})
afterAll(() => app?.close())

const get = (query: string, format = 'ndjson', init?: RequestInit) =>
  fetch(`${app.url}/export/observations.${format}${query}`, init)
type Exported = Record<string, unknown>
const rows = async (query: string): Promise<Exported[]> => {
  const response = await get(query)
  expect(response.status, query).toBe(200)
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
/** All keys that the graph gives for a filter and order, page by page. */
async function keysInGraph(filter: object | null, orderBy: object[] | null): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | null = null; ; ) {
    const { answer } = await askGraph(
      app.url,
      `query ($filter: ObservationFilter, $orderBy: [ObservationOrder!], $after: String) {
        observations(filter: $filter, orderBy: $orderBy, first: 100, after: $after) {
          nodes { key } pageInfo { hasNextPage endCursor } } }`,
      { filter, orderBy, after },
    )
    const page = answer.data?.observations as {
      nodes: { key: string }[]
      pageInfo: { hasNextPage: boolean; endCursor: string }
    }
    keys.push(...page.nodes.map(({ key }) => key))
    if (!page.pageInfo.hasNextPage) return keys
    after = page.pageInfo.endCursor
  }
}

describe('what is exported', () => {
  test.each<[string, object | null, object[] | null]>([
    ['', null, null],
    ['?model=internlm2-20b-reward', { model: { equals: 'internlm2-20b-reward' } }, null],
    [
      '?benchmark=rm-bench&benchmark=judgebench&evidence=BENCHMARK_MAINTAINER&orderBy=VALUE:DESC',
      { benchmark: { in: ['rm-bench', 'judgebench'] }, evidence: ['BENCHMARK_MAINTAINER'] },
      [{ field: 'VALUE', direction: 'DESC' }],
    ],
    [
      '?hasReadFrom=true&status=ACTIVE&orderBy=model&orderBy=VALUE',
      { hasReadFrom: true, status: ['ACTIVE'] },
      [{ field: 'MODEL' }, { field: 'VALUE' }],
    ],
    [
      `?filter=${encodeURIComponent('{"value":{"gte":"90","lt":92.0},"not":{"subset":{"equals":"Chat"}}}')}`,
      { value: { gte: '90', lt: '92.0' }, not: { subset: { equals: 'Chat' } } },
      null,
    ],
    [
      `?subset=chat&filter=${encodeURIComponent('{"subset":{"startsWith":"Ch"},"or":[{"value":{"gt":"80"}}]}')}`,
      { subset: { equals: 'chat', startsWith: 'Ch' }, value: { gt: '80' } },
      null,
    ],
    [
      `?orderBy=${encodeURIComponent('[{"field":"PUBLISHED_AT","direction":"DESC"}]')}&source=reward-modeling-on-rm-bench-test`,
      { source: { equals: 'reward-modeling-on-rm-bench-test' } },
      [{ field: 'PUBLISHED_AT', direction: 'DESC' }],
    ],
    ['?model=no-such-model', { model: { equals: 'no-such-model' } }, null],
  ])('%s: the rows of the graph, in its order', async (query, filter, orderBy) => {
    const exported = (await rows(query)).map(({ key }) => key)
    expect(exported).toEqual(await keysInGraph(filter, orderBy))
    if (!query.includes('no-such')) expect(exported.length).toBeGreaterThan(0)
  })

  test('each row has printed text, exact value, setting, provenance and licence', async () => {
    const [row] = await rows('?model=internlm2-chat-20b&benchmark=proteinlmbench')
    const { answer } = await askGraph(
      app.url,
      `{ observation(key: "${row?.key}") { id importedBy { key startedAt } } }`,
    )
    type Known = { id: string; importedBy: { key: string; startedAt: string } }
    const { id, importedBy } = (answer.data as { observation: Known }).observation
    expect(row).toMatchObject({
      id,
      import: importedBy.key,
      importedAt: importedBy.startedAt,
      ...{ model: 'internlm2-chat-20b', modelName: 'InternLM2-Chat-20B', developers: ['Shanghai AI Lab'] },
      ...{ printed: '51.38', value: '51.38', decimals: 2, lower: '51.375', upper: '51.385', sampleSize: 944 },
      ...{ metric: 'correct rate', unit: '%', higherIsBetter: true, edition: 'proteinlmbench-paper-v2-full-official' },
      ...{ evidence: 'INDEPENDENT', party: 'THIRD', measuredBy: ['TourSynbio'], sourceArxivId: '2408.15299' },
      ...{
        readFrom: 'model-page-internlm2-chat-20b',
        retrievedAt: '2026-10-17',
        place: 'ProteinLMBench, Correct Rate',
      },
    })
    expect(row?.protocol).toContainEqual(expect.objectContaining({ name: 'shots', value: '0', basis: 'STATED' }))
    expect(row?.configuration).toContainEqual(expect.objectContaining({ value: null, basis: 'UNSTATED' }))
    const [app_] = await rows('?source=judgebench-leaderboard-app')
    expect(app_).toMatchObject({
      attribution: expect.stringContaining('Sijun Tan and colleagues'),
      readFromAttribution: expect.stringContaining('BenchLM'),
      sourceUrl: 'https://huggingface.co/spaces/ScalerLab/JudgeBench',
    })
  })

  test('the three formats say the same', async () => {
    const query = '?benchmark=rm-bench'
    const lines = await rows(query)
    expect(await (await get(query, 'json')).json()).toEqual(lines)
    const csv = parse(await (await get(query, 'csv')).text(), { columns: true }) as Record<string, string>[]
    expect(Object.keys(csv[0] ?? {})).toEqual(columns.map(({ name }) => name))
    expect(csv).toHaveLength(lines.length)
    csv.forEach((record, index) => {
      for (const { name, type } of columns) {
        if (type === 'names' || type === 'parameters') continue
        const value = lines[index]?.[name]
        expect(record[name]?.replace(/^'/, ''), name).toBe(value == null ? '' : String(value))
      }
    })
    expect(csv.map(({ configuration }) => configuration)).toContain(
      'Judge Backbone=Qwen3.6-35B-A3B; Evaluation Strategy=full',
    )
    expect(await (await get('?model=none', 'json')).json()).toEqual([])
    expect(await (await get('?model=none', 'csv')).text()).toBe(`${columns.map(({ name }) => name).join(',')}\r\n`)
    expect((await (await get('?model=none&bom=true', 'csv')).arrayBuffer()).slice(0, 3)).toEqual(
      new Uint8Array([0xef, 0xbb, 0xbf]).buffer,
    )
  })
})

describe('over HTTP', () => {
  test('names type, file and validator; other origins may read', async () => {
    const response = await get('', 'csv', { headers: { origin: 'https://example.org' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="whence-observations.csv"',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      vary: 'accept-encoding',
    })
    await response.text()
    const head = await get('', 'csv', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, response.headers.get('etag'), ''])
  })

  test('304 while nothing has changed and the same is asked; 200 after an act', async () => {
    const etag = async (query: string, format?: string) => {
      const response = await get(query, format)
      await response.text()
      return response.headers.get('etag') as string
    }
    const tag = await etag('?model=internlm2-chat-20b')
    const again = (query: string, known = tag) => get(query, 'ndjson', { headers: { 'if-none-match': known } })
    const known = await again('?model=internlm2-chat-20b')
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag])
    expect((await again('?model=internlm2-chat-20b', `"other", ${tag}`)).status).toBe(304)
    expect(new Set([tag, await etag('?model=internlm-20b'), await etag('?model=internlm2-chat-20b', 'csv')]).size).toBe(
      3,
    )
    await db.pool.query(`INSERT INTO act (key, kind, at, by) VALUES (md5('x'), 'AUDIT', now(), 'audit')`)
    const changed = await again('?model=internlm2-chat-20b')
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
    await changed.text()
  })

  test('gzip where it is accepted', async () => {
    const raw = (encoding?: string) =>
      new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
        const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
        httpRequest(`${app.url}/export/observations.csv`, { headers }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part) => parts.push(part))
          response.on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) }),
          )
        })
          .on('error', reject)
          .end()
      })
    const [plain, zipped, refused] = [await raw(), await raw('br;q=1.0, gzip;q=0.8'), await raw('gzip;q=0')]
    expect([plain.encoding, zipped.encoding, refused.encoding]).toEqual([undefined, 'gzip', undefined])
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(zipped.body.length * 5).toBeLessThan(plain.body.length)
  })

  test.each<[string, string, RegExp]>([
    ['?modle=x', 'modle', /There is no parameter "modle"/],
    ['?filter={', 'filter', /no JSON/],
    ['?filter={"modle":{"equals":"x"}}', 'filter', /Field "modle" is not defined .* Did you mean "model"/],
    ['?filter={"value":{"gt":"many"}}', 'filter.value.gt', /no decimal number/],
    ['?filter={"or":[{},{"evidence":["SELF"]}]}', 'filter.or[1].evidence[0]', /EvidenceOrderDirection|Evidence/],
    ['?filter=[]', 'filter', /ObservationFilter/],
    [`?filter=${'{"not":'.repeat(30)}{}${'}'.repeat(30)}`, 'filter', /nested more than 20/],
    ['?filter={}&filter={}', 'filter', /given 2 times/],
    ['?evidence=SELF', 'evidence[0]', /"SELF"/],
    ['?orderBy=SIZE', 'orderBy[0].field', /SIZE/],
    ['?orderBy=VALUE:UP', 'orderBy[0].direction', /UP/],
    ['?orderBy=VALUE:ASC:x', 'orderBy', /VALUE:DESC/],
    ['?hasPeers=maybe', 'hasPeers', /true or false/],
  ])('%s is 400 and names %s', async (query, parameter, message) => {
    const response = await get(query)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
    const { error } = (await response.json()) as { error: Record<string, string> }
    expect(error).toEqual({ code: 'BAD_USER_INPUT', parameter, message: expect.stringMatching(message) })
  })

  test('other methods and other exports are refused with a code', async () => {
    const posted = await get('', 'csv', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow'), await posted.json()]).toMatchObject([
      405,
      'GET, HEAD',
      { error: { code: 'METHOD_NOT_ALLOWED' } },
    ])
    const other = await get('', 'xlsx')
    expect([other.status, await other.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  })
})

describe('a client that goes away or stalls', () => {
  /** Asks, reads the head of the answer and then nothing more. */
  const begin = () =>
    new Promise<{ status: number | undefined; leave(): void; closed: Promise<unknown> }>((resolve, reject) => {
      const request = httpRequest(`${many.url}/export/observations.json`, (response) => {
        response.pause()
        const closed = new Promise((done) => response.once('close', () => done(undefined)))
        response.on('error', () => {})
        resolve({ status: response.statusCode, leave: () => void request.destroy(), closed })
      })
      request.on('error', reject)
      request.end()
    })
  const cursors = async () =>
    (
      await db.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      )
    ).rowCount
  let many: Awaited<ReturnType<typeof serveApp>>

  beforeAll(async () => {
    // Enough rows that no buffer between us holds them all: the same claims again under other keys.
    const names = Object.keys((await db.pool.query('SELECT * FROM observation LIMIT 1')).rows[0]).filter(
      (name) => name !== 'id' && name !== 'key' && name !== 'cell_id' && name !== 'supersedes_id',
    )
    const list = names.map((name) => `"${name}"`).join(', ')
    await db.pool.query(
      `INSERT INTO observation (key, ${list}) SELECT md5(o.key || n), ${list} FROM observation o, generate_series(1, 20) n`,
    )
    many = await serveApp({ db })
  })
  afterAll(() => many?.close())

  test('frees cursor and connection; more than half of the pool is not given to exports', async () => {
    const first = await begin()
    const second = await begin()
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await eventually(async () => (await cursors()) === 2, 5_000)).toBe(true)
    const third = await fetch(`${many.url}/export/observations.csv`)
    expect([third.status, third.headers.get('retry-after'), await third.json()]).toMatchObject([
      503,
      '5',
      { error: { code: 'TOO_MANY_EXPORTS' } },
    ])
    // The graph still answers.
    expect((await askGraph(many.url, '{ models { totalCount } }')).answer.errors).toBeUndefined()
    first.leave()
    second.leave()
    expect(await eventually(async () => (await cursors()) === 0, 5_000)).toBe(true)
    const whole = await fetch(`${many.url}/export/observations.json`)
    expect(((await whole.json()) as unknown[]).length).toBeGreaterThan(10_000)
    await sleep(50)
    expect(await cursors()).toBe(0)
  })
})
