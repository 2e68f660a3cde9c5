// A real primary with streaming standbys, made with the PostgreSQL of the system, on loopback and free ports.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../src/db/free-port.ts'
import { findOwner } from '../../src/db/postgres-owner.ts'
import { makeFolder } from '../support/test-server.ts'

const run = promisify(execFile)

/** Where the system has its PostgreSQL; undefined where it has none, or not all of it. */
export const systemBinaries = ((): string | undefined => {
  try {
    const folder = execFileSync('pg_config', ['--bindir'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))) ? folder : undefined
  } catch {
    return undefined
  }
})()

/** Said instead of a silent skip. */
export function warnWithoutBinaries(): boolean {
  if (systemBinaries) return false
  console.warn('SKIPPED: no PostgreSQL of the system with initdb, postgres and pg_basebackup (pg_config --bindir)')
  return true
}

export interface Server {
  url: string
  start(): Promise<void>
  /** SIGKILL to the postmaster and all its children: no farewell to anybody. */
  kill(): Promise<void>
  /** Stops it in its tracks, with all its connections open; `thaw` lets it go on. */
  freeze(): void
  thaw(): void
}

/** Nothing here has to survive a power cut. */
const settings = [
  'fsync=off',
  'shared_buffers=32MB',
  'max_connections=100',
  'listen_addresses=127.0.0.1',
  'max_standby_streaming_delay=100ms',
]

async function makeServer(data: string): Promise<Server> {
  const owner = await findOwner()
  const port = await freePort()
  const url = `postgresql://postgres@127.0.0.1:${port}/whence`
  let child: ChildProcess | undefined
  let gone: Promise<unknown> = Promise.resolve()
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid === undefined) throw new Error('the server does not run')
    for (const pid of processesOf(child.pid)) process.kill(pid, name)
  }
  return {
    url,
    async start() {
      const options = [...settings, `port=${port}`, 'unix_socket_directories='].flatMap((setting) => ['-c', setting])
      const started = spawn(join(systemBinaries as string, 'postgres'), ['-D', data, ...options], {
        ...owner,
        cwd: data,
        stdio: 'ignore',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      })
      child = started
      gone = new Promise((resolve) => started.once('exit', resolve))
      const administration = url.replace(/whence$/, 'postgres')
      for (let attempt = 0; !(await answers(administration)); attempt += 1) {
        if (attempt > 100 || started.exitCode !== null) throw new Error(`PostgreSQL in ${data} does not start`)
        await sleep(100)
      }
    },
    async kill() {
      signal('SIGKILL')
      await gone
      child = undefined
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A process and its children, from the table of processes. */
function processesOf(parent: number): number[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, of]) => of === parent)
    .map(([pid]) => pid as number)
  return [parent, ...children]
}

/** A running primary with an empty database "whence", and that many running standbys of it. */
export async function startServers(standbys: number) {
  const bin = systemBinaries as string
  const folder = await makeFolder('standbys')
  const owner = await findOwner()
  const place = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path, { mode: 0o700 })
    if (owner.uid !== undefined) await chown(path, owner.uid, owner.gid)
    return path
  }
  const primaryData = await place('primary')
  await run(join(bin, 'initdb'), ['-D', primaryData, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...owner,
    cwd: primaryData,
  })
  await appendFile(join(primaryData, 'postgresql.conf'), "wal_level = replica\nwal_keep_size = '256MB'\n")
  const primary = await makeServer(primaryData)
  const all = [primary]
  await primary.start()
  const administration = primary.url.replace(/whence$/, 'postgres')
  await run(join(bin, 'createdb'), ['--maintenance-db', administration, 'whence'])
  const replicas: Server[] = []
  for (let number = 1; number <= standbys; number += 1) {
    const data = await place(`standby-${number}`)
    const target = ['-D', data, '-d', administration, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    await run(join(bin, 'pg_basebackup'), target, { ...owner, cwd: data })
    const standby = await makeServer(data)
    await standby.start()
    replicas.push(standby)
    all.push(standby)
  }
  return {
    primary,
    replicas,
    async close() {
      for (const server of all) await server.kill().catch(() => {})
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
