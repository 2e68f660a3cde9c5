// What a request costs besides time: CPU of the processes, statements, rows and buffers of PostgreSQL, memory.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client as Database } from 'pg'

const ticksPerSecond = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100

/** Milliseconds of CPU that a process has used so far; 0 for one that is gone (and where there is no /proc). */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold blanks; utime and stime are the 14th and 15th fields.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user + system) * 1000) / ticksPerSecond
}

/** Megabytes that a process holds in memory, and the most it ever held. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const field = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { now: field('VmRSS'), most: field('VmHWM') }
}

/** CPU so far, in milliseconds: of a server process, and of each PostgreSQL backend that serves it. */
export interface CpuReading {
  server: number
  backends: Map<number, number>
}

export async function readCpu(database: Database, pid: number, application: string): Promise<CpuReading> {
  const { rows } = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [application],
  )
  const backends = await Promise.all(rows.map(async (row) => [row.pid, await cpuOf(row.pid)] as const))
  return { server: await cpuOf(pid), backends: new Map(backends) }
}

export interface Cpu {
  server: number
  postgres: number
}

/** What was used between two readings. A pool may have closed backends meanwhile: what those used is not known. */
export function cpuBetween(before: CpuReading, after: CpuReading): Cpu {
  let postgres = 0
  for (const [pid, used] of after.backends) postgres += used - (before.backends.get(pid) ?? 0)
  return { server: after.server - before.server, postgres }
}

export interface Reads {
  statements: number
  /** That PostgreSQL gave to the server. */
  rows: number
  /** Pages of 8 kB touched. */
  buffers: number
  /** Rows that PostgreSQL read from tables; undefined where it was not counted. */
  tuples?: number
}

const tuplesSoFar = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ n: string }>(
    'SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read) AS n FROM pg_stat_user_tables',
  )
  return Number(rows[0]?.n)
}

/**
 * What one request makes PostgreSQL read. The server must hold a single connection: a backend hands over its table
 * counts at most once a second, at the end of a statement, so two requests more than a second apart lie exactly one
 * request apart.
 */
export async function countReads(database: Database, ask: () => Promise<unknown>, tuples: boolean): Promise<Reads> {
  // PostgreSQL settles on a plan for a prepared statement after five runs.
  for (let i = 0; i < 8; i++) await ask()
  await database.query('SELECT bench.pg_stat_statements_reset()')
  await ask()
  const { rows } = await database.query<{ calls: number; rows: number; buffers: number }>(
    `SELECT coalesce(sum(calls), 0)::int AS calls, coalesce(sum(rows), 0)::int AS rows,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int AS buffers
     FROM bench.pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = current_database() AND query NOT LIKE '%pg_stat_%'`,
  )
  const counted = { statements: rows[0]?.calls ?? 0, rows: rows[0]?.rows ?? 0, buffers: rows[0]?.buffers ?? 0 }
  if (!tuples) return counted
  const snapshots: number[] = []
  for (let i = 0; i < 2; i++) {
    await sleep(1_100)
    await ask()
    snapshots.push(await tuplesSoFar(database))
  }
  return { ...counted, tuples: (snapshots[1] ?? 0) - (snapshots[0] ?? 0) }
}
