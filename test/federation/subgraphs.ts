// The three subgraphs of examples/federation for tests, with what a gateway asks of each counted.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'graphql'
import { folder, type Program, start } from '../../examples/federation/programs.ts'
import type { Database } from '../../src/db/client.ts'
import { StatementBatch } from '../../src/db/statement-batch.ts'
import { serveApp } from '../support/request.ts'

export type SubgraphName = 'whence' | 'registry' | 'reading'

/** What a query cost behind the gateway. */
export interface Cost {
  /** Requests to each subgraph that looked up entities, and how many references they held. */
  entities: Partial<Record<SubgraphName, { calls: number; references: number }>>
  /** Requests of any kind. */
  requests: number
  /** Statements that Whence sent to PostgreSQL. */
  statements: number
}

/** The SDL of a subgraph of the example. */
export const exampleSdl = (name: 'model-registry' | 'reading-list') =>
  parse(readFileSync(new URL(`../../examples/federation/${name}/schema.graphql`, import.meta.url), 'utf8'))

/** Runs the subgraphs over `db`, behind proxies that count. `counted` resets the counts, runs, and tells them. */
export async function startSubgraphs(db: Database) {
  const closers: (() => Promise<unknown>)[] = []
  let cost: Cost = { entities: {}, requests: 0, statements: 0 }

  async function countingProxy(name: SubgraphName, target: string): Promise<string> {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const body = Buffer.concat(parts)
      const { query = '', variables = {} } = JSON.parse(body.toString() || '{}')
      cost.requests++
      if (query.includes('_entities')) {
        const found = cost.entities[name] ?? { calls: 0, references: 0 }
        const lists = Object.values(variables).filter((value) => Array.isArray(value) && value[0]?.__typename)
        const references = lists.reduce((sum: number, list) => sum + (list as unknown[]).length, found.references)
        cost.entities[name] = { calls: found.calls + 1, references }
      }
      const headers = { 'content-type': 'application/json', accept: request.headers.accept ?? '*/*' }
      const answer = await fetch(target, { method: 'POST', headers, body })
      const text = await answer.text()
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
        .end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(
      async () => server.closeAllConnections(),
      async () => server.close(),
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  }

  /** What the pool hands out, with its statements counted. */
  const counted = <Target extends { query: unknown }>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (name === 'query') cost.statements += given[0] instanceof StatementBatch ? given[0].size : 1
          const result = value.apply(target, given)
          return name === 'connect' ? Promise.resolve(result).then(counted as never) : result
        }
      },
    })
  const pool = counted(db.pool)
  const whence = await serveApp({ db: { ...db, pool } })
  closers.push(whence.close)
  const program = async (name: string): Promise<Program> => {
    const started = await start(folder(name), ['server.js'], { PORT: '0' }, /(http:\/\/127\.0\.0\.1:\d+)\/graphql/)
    closers.push(started.close)
    return started
  }
  const [registry, reading] = [await program('model-registry'), await program('reading-list')]
  return {
    urls: {
      whence: await countingProxy('whence', `${whence.url}/graphql`),
      registry: await countingProxy('registry', `${registry.url}/graphql`),
      reading: await countingProxy('reading', `${reading.url}/graphql`),
    },
    /** The registry itself, behind no proxy. */
    registryUrl: registry.url,
    async counted<Result>(run: () => Promise<Result>): Promise<{ result: Result; cost: Cost }> {
      cost = { entities: {}, requests: 0, statements: 0 }
      const result = await run()
      return { result, cost: structuredClone(cost) }
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}
