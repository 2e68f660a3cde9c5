// Serves the bundled GraphiQL: its page to browsers at the GraphQL endpoint, its hashed files under /graphiql/assets/
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'graphql-yoga'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
}

/** Vite's base and its folder of hashed files. */
const assets = '/graphiql/assets/'

/** What the page may load: nothing but this server's own files (Monaco needs inline styles and data: fonts). */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Asset {
  body: Uint8Array<ArrayBuffer>
  zipped: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** Every built file by its path in the bundle. Only what is listed here is ever served, so no path leads out of it. */
async function readBundle(directory: string): Promise<Map<string, Asset>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = async (file: string): Promise<[string, Asset]> => {
    const body = await readFile(file)
    const headers = {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
      'x-content-type-options': 'nosniff',
    }
    return [relative(directory, file).split(sep).join('/'), { body, zipped: await promisify(gzip)(body), headers }]
  }
  return new Map(await Promise.all(files.map(read)))
}

/**
 * A Yoga plugin that answers a browser's GET (Accept: text/html) on the GraphQL endpoint with GraphiQL, and
 * /graphiql/assets/* with its files; every other request goes on to Yoga. Install it with Yoga's own page off:
 * `createYoga({ graphiql: false, plugins: [useGraphiql()] })`. While the bundle is not built it answers 503
 * with the code GRAPHIQL_NOT_BUILT. The bundle is read once, at the first request for it.
 * @param options.endpoint the GraphQL endpoint; default /graphql
 * @param options.directory where `vite build` left the bundle; default graphiql/dist
 */
export function useGraphiql(options: { endpoint?: string; directory?: string } = {}): Plugin {
  const { endpoint = '/graphql', directory = fileURLToPath(new URL('../../graphiql/dist', import.meta.url)) } = options
  let bundle: Promise<Map<string, Asset>> | undefined
  const load = () => {
    bundle ??= readBundle(directory).catch((error) => {
      bundle = undefined
      if (error.code === 'ENOENT') return new Map()
      throw error
    })
    return bundle
  }

  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return
      const atEndpoint = url.pathname === endpoint || url.pathname === `${endpoint}/`
      const isPage = atEndpoint && request.headers.get('accept')?.includes('text/html')
      if (!isPage && !url.pathname.startsWith(assets)) return

      const say = (status: number, text: string) =>
        endResponse(new fetchAPI.Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } }))
      const files = await load()
      if (!files.has('index.html')) {
        bundle = undefined // read again next time: it may be built by then
        return say(
          503,
          'GRAPHIQL_NOT_BUILT: GraphiQL is not built. Run `npm run prepare`, then load this page again.\n',
        )
      }
      const asset = files.get(isPage ? 'index.html' : url.pathname.slice('/graphiql/'.length))
      if (!asset) return say(404, 'NOT_FOUND: GraphiQL has no such file.\n')

      const headers: Record<string, string> = isPage
        ? { ...asset.headers, 'cache-control': 'no-cache', 'content-security-policy': policy }
        : { ...asset.headers, 'cache-control': 'public, max-age=31536000, immutable' }
      headers.vary = isPage ? 'accept, accept-encoding' : 'accept-encoding'
      if (request.headers.get('if-none-match')?.includes(asset.headers.etag as string)) {
        return endResponse(new fetchAPI.Response(null, { status: 304, headers }))
      }
      const zips = request.headers.get('accept-encoding')?.includes('gzip')
      if (zips) headers['content-encoding'] = 'gzip'
      endResponse(new fetchAPI.Response(zips ? asset.zipped : asset.body, { headers }))
    },
  }
}
