// Starts Hive Gateway over subgraphs that run.
import { setTimeout as sleep } from 'node:timers/promises'
import { folder, freePort, type Program, start } from './programs.ts'

/** What plans and runs queries in Hive Gateway: its own engine, or the query planner of Hive Router. */
export type Runtime = 'default' | 'router'

/** The GraphQL endpoints of the three subgraphs. */
export interface SubgraphUrls {
  whence: string
  registry: string
  reading: string
}

/** Longest that the gateway may take until it has composed the supergraph, in milliseconds. */
const READY_MS = 60_000

/** The gateway on `port` (0 for any) of loopback, ready for queries at `${url}/graphql`. Installs nothing. */
export async function startGateway(urls: SubgraphUrls, runtime: Runtime, port = 0): Promise<Program> {
  const args = ['node_modules/@graphql-hive/gateway/dist/bin.js', 'supergraph', '--config-path', 'gateway.config.js']
  args.push('--host', '127.0.0.1', '--port', String(port || (await freePort())))
  if (runtime === 'router') args.push('--hive-router-runtime')
  const env = { WHENCE_URL: urls.whence, REGISTRY_URL: urls.registry, READING_LIST_URL: urls.reading }
  const program = await start(folder('gateway'), args, env, /(http:\/\/127\.0\.0\.1:\d+)/)
  const deadline = Date.now() + READY_MS
  for (;;) {
    const answer = await fetch(`${program.url}/readiness`).catch(() => undefined)
    if (answer?.ok) return program
    if (Date.now() > deadline) {
      await program.close()
      throw new Error(`the gateway was not ready within ${READY_MS / 1000} s:\n${program.output()}`)
    }
    await sleep(100)
  }
}
