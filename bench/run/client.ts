// Asks a server over kept-alive connections and times it. undici is not among Whence's own packages, so its types are
// those that come with Node's.
import type { Data, Query } from '../queries/query.ts'
import type { Peer } from './peers.ts'

type Undici = typeof import('undici-types')
const entry = new URL('../load/node_modules/undici/index.js', import.meta.url)

async function undici(): Promise<Undici> {
  const loaded = await import(entry.href)
  return loaded.default ?? loaded
}

export interface Client {
  /** The parsed answer. Throws where it has errors. */
  ask(body: string): Promise<Data>
  /** Asks again and again, `clients` at once, for so long; gives the milliseconds that each took. */
  load(body: string, clients: number, milliseconds: number): Promise<{ times: number[]; seconds: number }>
  close(): Promise<void>
}

export async function openClient(url: string): Promise<Client> {
  const { Pool } = await undici()
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: 16, pipelining: 1 })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const send = async (body: string) => {
    const answer = await pool.request({ path: pathname, method: 'POST', headers, body })
    const bytes = await answer.body.arrayBuffer()
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${Buffer.from(bytes).toString()}`)
    return bytes
  }
  return {
    async ask(body) {
      const { data, errors } = JSON.parse(Buffer.from(await send(body)).toString('utf8'))
      if (errors) throw new Error(`${url}: ${JSON.stringify(errors).slice(0, 2_000)}`)
      return data
    },
    async load(body, clients, milliseconds) {
      const times: number[] = []
      const start = performance.now()
      const one = async () => {
        for (let before = performance.now(); before - start < milliseconds; ) {
          await send(body)
          const after = performance.now()
          times.push(after - before)
          before = after
        }
      }
      await Promise.all(Array.from({ length: clients }, one))
      return { times, seconds: (performance.now() - start) / 1000 }
    },
    close: () => pool.close(),
  }
}

/** Finds the cursor of a page deep in a list by walking there, as a reader would, and puts it into the question. */
export async function findDeepPages(queries: readonly Query[], peers: readonly { peer: Peer; client: Client }[]) {
  for (const { deep, ...query } of queries) {
    if (!deep) continue
    for (const { peer, client } of peers) {
      const question = peer.name === 'limit' ? undefined : query[peer.name]
      if (!question) continue
      const first = peer.name === 'whence' ? 100 : 1000
      const { after: _, ...variables } = question.variables
      let after: string | undefined
      for (let seen = 0; seen < deep.rows; seen += first) {
        const data = await client.ask(JSON.stringify({ ...question, variables: { ...variables, first, after } }))
        after = data[deep.list].pageInfo.endCursor
      }
      question.variables = { ...variables, after }
    }
  }
}
