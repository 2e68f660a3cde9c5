// What HTTP carries beside the graph: content types, security headers, request ids, and coded errors.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultCodes } from '../../src/db/faults.ts'
import { errorCodes } from '../../src/error-codes.ts'
import { limitCodes } from '../../src/limits/limit-error.ts'
import { useDatabase } from '../support/database.ts'
import { createTestLog } from '../support/log-lines.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase()
const { log, lines, ofRequest } = createTestLog()
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db, log })
})
afterAll(() => app.close())

const send = (init: RequestInit, path = '/graphql') => fetch(`${app.url}${path}`, init)
const query = JSON.stringify({ query: '{ __typename }' })

describe('what pages may send without asking is refused', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'text/json',
    '',
  ])('content type "%s"', async (type) => {
    const response = await send({
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: type ? query : new Blob([query]),
    })
    expect(response.status).toBe(415)
    expect((await response.json()).errors[0].extensions).toEqual({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test.each(['application/json', 'APPLICATION/JSON; charset=utf-8', 'application/graphql+json'])(
    '%s is read',
    async (type) => {
      const response = await send({ method: 'POST', headers: { 'content-type': type }, body: query })
      expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
    },
  )
})

const graphql = 'application/graphql-response+json'

describe('what is no request', () => {
  test.each([
    ['no JSON', '{"query": '],
    ['nothing', ''],
    ['a number', '1'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['no list', '[]'],
    ['a batch', `[${query}]`],
    ['a query that is no text', '{"query": {"a": 1}}'],
    ['an unknown parameter', '{"query": "{ __typename }", "quary": "x"}'],
    ['variables that are no object', '{"query": "{ __typename }", "variables": [1]}'],
  ])('%s', async (_what, body) => {
    const response = await send({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: graphql },
      body,
    })
    const text = await response.text()
    expect([response.status, JSON.parse(text).errors[0].extensions], text).toEqual([400, { code: 'BAD_REQUEST' }])
  })

  test.each([
    'variables=%7B',
    'query=%7B__typename%7D&variables=%7B',
    'query=%7B__typename%7D&extensions=no',
    'query=',
  ])('GET ?%s', async (parameters) => {
    const response = await send({ headers: { accept: graphql } }, `/graphql?${parameters}`)
    expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
  })

  test('a method that is none', async () => {
    const response = await send({ method: 'PUT', headers: { 'content-type': 'application/json' }, body: query })
    expect(response.status).toBe(405)
  })
})

describe('every answer', () => {
  test.each(['/graphql?query=%7B__typename%7D', '/health', '/ready', '/schema.graphql', '/metrics', '/nothing'])(
    'of %s forbids what a page could make of it',
    async (path) => {
      const { headers } = await send({}, path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    },
  )

  test('GraphiQL’s page has a policy of its own, that lets nobody frame it', async () => {
    const { headers, status } = await send({ headers: { accept: 'text/html' } })
    if (status === 200)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
  })

  test('carries the id of its request: the caller’s, or a new one where that could be something else', async () => {
    const idOf = async (id?: string) =>
      (await send(id === undefined ? {} : { headers: { 'x-request-id': id } }, '/health')).headers.get('x-request-id')
    expect(await idOf('req-7/a:b')).toBe('req-7/a:b')
    const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
    for (const id of [undefined, 'a b', 'x'.repeat(200), '<script>']) expect(await idOf(id)).toMatch(uuid)
  })
})

describe('the log', () => {
  test('has one line a request: operation, cost, statements, duration, status', async () => {
    await askGraph(app.url, 'query Seven { models(first: 7) { nodes { slug } } }', {}, { 'x-request-id': 'log-1' })
    const line = await ofRequest('log-1')
    expect(line).toMatchObject({
      level: 30,
      method: 'POST',
      path: '/graphql',
      operation: 'query Seven',
      cost: 8,
      statements: 1,
      status: 200,
    })
    expect(line.durationMs).toBeGreaterThan(0)
    expect(line).not.toHaveProperty('errors')
    expect(lines.filter(({ requestId }) => requestId === 'log-1')).toHaveLength(1)
  })

  test('has the codes of what was refused', async () => {
    await askGraph(app.url, '{ models(first: 0) { totalCount } }', {}, { 'x-request-id': 'log-2' })
    expect(await ofRequest('log-2')).toMatchObject({ status: 200, errors: ['BAD_USER_INPUT'] })
    await askGraph(app.url, '{', {}, { 'x-request-id': 'log-3' })
    expect(await ofRequest('log-3')).toMatchObject({ errors: ['GRAPHQL_PARSE_FAILED'] })
  })
})

test('/metrics counts requests, costs, statements and errors as OpenMetrics', async () => {
  const served = await serveApp({ db })
  try {
    await askGraph(served.url, '{ models(first: 7) { nodes { slug } } }')
    await askGraph(served.url, '{ models(first: 0) { totalCount } }')
    await fetch(`${served.url}/wp-login.php`)
    const response = await fetch(`${served.url}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
    const text = await response.text()
    expect(text.endsWith('# EOF\n')).toBe(true)
    for (const part of [
      'whence_request_duration_seconds_count{path="/graphql",status="200"} 2',
      'whence_request_duration_seconds_count{path="other",status="404"} 1',
      'whence_query_cost_sum 9',
      'whence_statements_total 1',
      'whence_errors_total{code="BAD_USER_INPUT"} 1',
      'whence_pool_connections{server="primary",state="busy"} 0',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(part)
  } finally {
    await served.close()
  }
  const without = await serveApp({ db, config: { metrics: false } })
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404)
  await without.close()
})

describe('docs/errors.md', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

  test('lists every code of the vocabulary with its meaning', () => {
    const rows = Array.from(page.matchAll(/^\| `([A-Z_]+)` \| (\w+) \| (.*) \|$/gm), ([, code, where, means]) => [
      code,
      where,
      means,
    ])
    expect(rows).toEqual(Object.entries(errorCodes).map(([code, { where, means }]) => [code, where, means]))
  })

  test('the vocabulary has every code that the sources give to an error', () => {
    const top = new URL('../../src/', import.meta.url)
    const folders = ['', 'exporters/', 'limits/', 'loaders/', 'plugins/', 'resolvers/', 'schema/']
    const files = folders.flatMap((folder) =>
      readdirSync(new URL(folder, top), { recursive: folder !== '' })
        .filter((name) => String(name).endsWith('.ts'))
        .map((name) => new URL(`${folder}${name}`, top)),
    )
    const given = files.flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(
          /(?:\bcode: |\brefuse\(\s*|BodyError\(\d+,\s*|InputError\([^)]*,\s*)'([A-Z_]{4,})'/g,
        ),
        ([, code]) => code,
      ),
    )
    expect(new Set(given).size).toBeGreaterThan(15)
    for (const code of given) expect(Object.keys(errorCodes)).toContain(code)
  })

  test('the vocabulary has the codes of limits and of faults', () => {
    expect(Object.keys(errorCodes)).toEqual(expect.arrayContaining([...limitCodes, ...faultCodes]))
  })
})
