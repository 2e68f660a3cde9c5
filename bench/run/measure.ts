// Measures: the peers take turns, round by round and in rotating order, so that whatever else happens hits all alike.
import type { Client as Database } from 'pg'
import type { Query } from '../queries/query.ts'
import type { Client } from './client.ts'
import { type Cpu, cpuBetween, readCpu } from './counters.ts'
import type { Peer } from './peers.ts'

export interface Runner {
  peer: Peer
  client: Client
  database: Database
}

export interface Pace {
  rounds: number
  warmUpMs: number
  latencyMs: number
  throughputMs: number
  clients: number
}
export const paces = {
  full: { rounds: 5, warmUpMs: 1_000, latencyMs: 800, throughputMs: 1_500, clients: 16 },
  quick: { rounds: 2, warmUpMs: 300, latencyMs: 300, throughputMs: 500, clients: 16 },
} satisfies Record<string, Pace>

export interface Figures {
  /** Milliseconds at one client. */
  p50: number
  p95: number
  /** Requests a second with 16 clients: the median of the rounds. */
  throughput: number
  /** Milliseconds of CPU a request, with 16 clients. */
  cpu: Cpu
}

export const quantile = (values: number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

interface Measured {
  times: number[]
  throughputs: number[]
  requests: number
  cpu: Cpu
}

async function underLoad(
  { peer, client, database }: Runner,
  body: string,
  pace: Pace,
  record: Measured,
): Promise<void> {
  const before = await readCpu(database, peer.pid, peer.name)
  const { times, seconds } = await client.load(body, pace.clients, pace.throughputMs)
  const after = await readCpu(database, peer.pid, peer.name)
  record.throughputs.push(times.length / seconds)
  record.requests += times.length
  const used = cpuBetween(before, after)
  record.cpu.server += used.server
  record.cpu.postgres += used.postgres
}

/** The figures of one query for each runner that has it; `loaded` says which are measured with many clients, too. */
export async function measure(
  query: Query,
  runners: readonly Runner[],
  pace: Pace,
  loaded: (runner: Runner) => boolean,
): Promise<Map<Runner, Figures>> {
  const able = runners.filter(({ peer }) => peer.bodyOf(query) !== undefined)
  const records = new Map<Runner, Measured>()
  for (const runner of able) {
    const body = runner.peer.bodyOf(query) ?? ''
    records.set(runner, { times: [], throughputs: [], requests: 0, cpu: { server: 0, postgres: 0 } })
    await runner.client.load(body, loaded(runner) ? pace.clients : 1, pace.warmUpMs)
  }
  for (let round = 0; round < pace.rounds; round++) {
    const order = able.map((_, i) => able[(i + round) % able.length] as Runner)
    for (const runner of order) {
      const record = records.get(runner) as Measured
      const body = runner.peer.bodyOf(query) ?? ''
      record.times.push(...(await runner.client.load(body, 1, pace.latencyMs)).times)
      if (loaded(runner)) await underLoad(runner, body, pace, record)
    }
  }
  return new Map(
    [...records].map(([runner, { times, throughputs, requests, cpu }]) => [
      runner,
      {
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        throughput: quantile(throughputs, 0.5),
        cpu: { server: cpu.server / requests, postgres: cpu.postgres / requests },
      },
    ]),
  )
}
