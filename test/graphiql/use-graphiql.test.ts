// The plugin over HTTP: page, hashed files, caching, and what it leaves to Yoga
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBundle, startStandIn } from './stand-in-server.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
let server: Awaited<ReturnType<typeof startStandIn>>
let assets: string[]

beforeAll(async () => {
  const directory = await buildBundle()
  assets = await readdir(join(directory, 'assets'))
  server = await startStandIn(directory)
}, 60_000)
afterAll(() => server?.close())

/** Sends the path as it is; fetch would resolve its dots first. */
function getRaw(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(server.url, { path, headers: browser }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    call.on('error', reject).end()
  })
}

describe('the page', () => {
  it.each(['/graphql', '/graphql/', '/graphql?query={models{totalCount}}'])(
    'is served at %s to a browser',
    async (path) => {
      const response = await fetch(server.url + path, { headers: browser })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      const html = await response.text()
      expect(html).toContain('<title>Whence</title>')
      expect(html.match(/<script(?![^>]*\ssrc=)/g), 'no inline script').toBeNull()
      for (const [, url] of html.matchAll(/(?:src|href)="([^"]*)"/g))
        expect(url).toMatch(/^(\/graphiql\/assets\/|data:)/)
    },
  )

  it('answers 304 to its own ETag and the whole page to another', async () => {
    const etag = (await fetch(`${server.url}/graphql`, { headers: browser })).headers.get('etag') as string
    const again = await fetch(`${server.url}/graphql`, { headers: { ...browser, 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const other = await fetch(`${server.url}/graphql`, { headers: { ...browser, 'if-none-match': 'W/"old"' } })
    expect(other.status).toBe(200)
  })

  it('leaves GraphQL requests to Yoga', async () => {
    const query = '{ models { totalCount } }'
    const get = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'application/json' },
    })
    expect(await get.json()).toEqual({ data: { models: { totalCount: 1 } } })
    const post = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(await post.json()).toEqual({ data: { models: { totalCount: 1 } } })
  })
})

describe('the files', () => {
  it('all have their type, may be kept for ever, and arrive whole with and without gzip', async () => {
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' }
    expect(assets.length).toBeGreaterThan(5)
    for (const name of assets) {
      const url = `${server.url}/graphiql/assets/${name}`
      const zipped = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      expect(zipped.headers.get('content-encoding')).toBe('gzip')
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('content-type')).toContain(types[name.slice(name.lastIndexOf('.') + 1)])
      expect(Buffer.from(await zipped.arrayBuffer()).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    }
  })

  it.each([
    '/graphiql/assets/../../package.json',
    '/graphiql/assets/..%2f..%2fpackage.json',
    '/graphiql/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/graphiql/assets//etc/passwd',
    '/graphiql/assets/..\\index.html',
    '/graphiql/assets/none.js',
    '/graphiql/assets/',
    '/graphiql/index.html',
  ])('%s is not found', async (path) => {
    const { status, body } = await getRaw(path)
    expect(status).toBe(404)
    expect(body).not.toMatch(/root:|"name"|<title>/)
  })
})

it('says what to do while the bundle is not built, and serves it once it is', async () => {
  const directory = join(tmpdir(), `whence-graphiql-later-${process.pid}`)
  const later = await startStandIn(directory)
  try {
    const response = await fetch(`${later.url}/graphql`, { headers: browser })
    expect(response.status).toBe(503)
    expect(await response.text()).toMatch(/^GRAPHIQL_NOT_BUILT: .*npm run prepare/)
    const get = await fetch(`${later.url}/graphql?query={models{totalCount}}`, {
      headers: { accept: 'application/json' },
    })
    expect(get.status).toBe(200)

    await mkdir(directory)
    expect((await fetch(`${later.url}/graphql`, { headers: browser })).status).toBe(503)
    await writeFile(join(directory, 'index.html'), '<title>built</title>')
    expect(await (await fetch(`${later.url}/graphql`, { headers: browser })).text()).toBe('<title>built</title>')
  } finally {
    await later.close()
  }
})
