// Starts Whence, PostGraphile and the limit, each as a process of its own with the same pool.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Query } from '../queries/query.ts'

export const peerNames = ['whence', 'postgraphile', 'limit'] as const
export type PeerName = (typeof peerNames)[number]

export interface Peer {
  name: PeerName
  url: string
  pid: number
  /** The body of the request that asks a query; undefined where the peer has no counterpart. */
  bodyOf(query: Query): string | undefined
  stop(): Promise<void>
}

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
export const postgraphileNode = at('peers/postgraphile/node_modules/node/bin/node')

const commands: Record<PeerName, { runtime: string; arguments: string[]; folder: string }> = {
  whence: {
    runtime: process.execPath,
    arguments: ['--max-semi-space-size=32', '--import', 'tsx', at('peers/whence/server.ts')],
    folder: at('..'),
  },
  postgraphile: { runtime: postgraphileNode, arguments: ['server.mjs'], folder: at('peers/postgraphile') },
  limit: { runtime: process.execPath, arguments: ['--import', 'tsx', at('peers/limit/server.ts')], folder: at('..') },
}

const bodies: Record<PeerName, Peer['bodyOf']> = {
  whence: ({ whence }) => JSON.stringify(whence),
  postgraphile: ({ postgraphile }) => postgraphile && JSON.stringify(postgraphile),
  limit: ({ id, limit }) => JSON.stringify({ id, values: limit.values }),
}

/** The first line a server prints: its URL. */
async function urlOf(child: ChildProcess, name: string): Promise<string> {
  const output = child.stdout
  if (!output) throw new Error(`${name} has no output`)
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('{"url"')) return JSON.parse(line).url
  }
  throw new Error(`${name} ended before it listened`)
}

export interface PeerOptions {
  database: string
  poolSize: number
  /** Folder that Whence writes a CPU profile to when it is stopped. */
  profile?: string
}

export async function startPeer(name: PeerName, { database, poolSize, profile }: PeerOptions): Promise<Peer> {
  const { runtime, arguments: given, folder } = commands[name]
  const profiling = profile && name === 'whence' ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const child = spawn(runtime, [...profiling, ...given], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      BENCH_DATABASE_URL: database,
      BENCH_POOL_SIZE: String(poolSize),
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await urlOf(child, name)
  child.stdout?.resume()
  return {
    name,
    url,
    pid: child.pid ?? 0,
    bodyOf: bodies[name],
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
