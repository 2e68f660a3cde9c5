// The request handler: the paths beside the graph, CORS, what is refused, and what clients learn of faults.
import { Writable } from 'node:stream'
import { buildSchema } from 'graphql'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/client.ts'
import { createDatabase, useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase()
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(options: Partial<Parameters<typeof serveApp>[0]> = {}) {
  const app = await serveApp({ db, ...options })
  closers.push(app.close)
  return app
}

/** An app whose database has gone away. */
async function serveWithoutDatabase(log = pino({ level: 'silent' })) {
  const { url, drop } = await createDatabase('empty')
  const gone = openDatabase(url, { poolSize: 2 })
  closers.push(gone.close)
  await drop()
  return serve({ db: gone, log })
}

describe('paths', () => {
  test('/graphql answers queries by POST and by GET', async () => {
    const { url } = await serve()
    expect(await askGraph(url, '{ __typename }')).toEqual({ status: 200, answer: { data: { __typename: 'Query' } } })
    const got = await fetch(`${url}/graphql?query=${encodeURIComponent('{ models(first: 1) { totalCount } }')}`)
    expect(await got.json()).toEqual({ data: { models: { totalCount: 0 } } })
  })

  test('/ leads to /graphql', async () => {
    const { url } = await serve()
    const response = await fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/graphql'])
  })

  test('/schema.graphql is the schema as text', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/schema.graphql`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = buildSchema(await response.text())
      .getQueryType()
      ?.getFields()
    expect(Object.keys(fields ?? {})).toEqual(expect.arrayContaining(['model', 'models', 'observations', 'sources']))
  })

  test('/health and /ready tell that all is well; they are only read', async () => {
    const { url } = await serve()
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'alive' })
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' })
    expect((await fetch(`${url}/ready`, { method: 'HEAD' })).status).toBe(200)
    const posted = await fetch(`${url}/health`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('/ready says no, and why, when the database is gone; /health still lives', async () => {
    const { url } = await serveWithoutDatabase()
    const ready = await fetch(`${url}/ready`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'not ready', reason: expect.stringContaining('3D000') })
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  test('/ready says no once the server is to stop', async () => {
    const { url, retire } = await serve()
    retire()
    expect((await fetch(`${url}/ready`)).status).toBe(503)
  })

  test('any other path is not found', async () => {
    const { url } = await serve()
    expect((await fetch(`${url}/nothing`)).status).toBe(404)
    expect((await fetch(`${url}/__proto__`)).status).toBe(404)
  })
})

describe('what is refused', () => {
  test('several operations in one request', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    })
    expect(response.status).toBe(400)
  })

  test('multipart bodies, which pages may send without asking', async () => {
    const { url } = await serve()
    const body = new FormData()
    body.set('operations', JSON.stringify({ query: '{ __typename }' }))
    body.set('map', '{}')
    expect((await fetch(`${url}/graphql`, { method: 'POST', body })).status).toBe(415)
  })
})

describe('CORS', () => {
  const origin = 'https://page.example'
  const allowed = async (url: string, path: string, from = origin) =>
    (await fetch(`${url}${path}`, { headers: { origin: from } })).headers.get('access-control-allow-origin')
  const query = '/graphql?query=%7B__typename%7D'

  test('is open for reads by default, without credentials', async () => {
    const { url } = await serve()
    expect(await allowed(url, query)).toMatch(/^(\*|https:\/\/page\.example)$/)
    expect(await allowed(url, '/schema.graphql')).toBe('*')
    const preflight = await fetch(`${url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    expect(preflight.headers.get('access-control-allow-credentials')).not.toBe('true')
  })

  test('can be kept to some origins', async () => {
    const { url } = await serve({ corsOrigins: [origin, 'https://other.example'] })
    for (const path of [query, '/schema.graphql']) {
      expect(await allowed(url, path)).toBe(origin)
      expect(await allowed(url, path, 'https://stranger.example')).not.toBe('https://stranger.example')
    }
  })

  test('can be shut', async () => {
    const { url } = await serve({ corsOrigins: [] })
    expect(await allowed(url, query)).toBeNull()
    expect(await allowed(url, '/schema.graphql')).toBeNull()
  })
})

describe('errors', () => {
  test('made for clients arrive as they are', async () => {
    const { url } = await serve()
    const { answer } = await askGraph(url, '{ shoeSize }')
    expect(answer.errors?.[0]?.message).toContain('shoeSize')
  })

  test('that nobody expected arrive as an id, under which the log has the rest', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const { url } = await serveWithoutDatabase(pino(sink))
    const { answer } = await askGraph(url, '{ models(first: 1) { totalCount nodes { slug } } }')
    const [error] = answer.errors ?? []
    expect(error).toMatchObject({ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } })
    expect(JSON.stringify(answer)).not.toContain('whence_')
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.id === error?.extensions?.id)
    expect(logged.err.message).toMatch(/database "whence_\w+" does not exist/)
  })
})
