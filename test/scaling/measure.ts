// Measures the steps of docs/scaling.md on this machine, in turns, and prints ratios: node --import tsx test/scaling/measure.ts
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/db/free-port.ts'
import { findOwner } from '../../src/db/postgres-owner.ts'
import { hashOf } from '../../src/documents.ts'
import { makeFolder } from '../support/test-server.ts'
import { startServers } from './servers.ts'

const [clients, rounds, roundMs] = [8, 5, 2_000]
/** Requests to each process before anything counts: Node compiles, PostgreSQL plans, caches fill. */
const warmUp = 400
const names = ['01-model-page', '02-trace-a-score', '08-highest-values']
const root = new URL('../../', import.meta.url)
const bodies = names.map((name) => {
  const text = readFileSync(new URL(`examples/queries/${name}.graphql`, root), 'utf8')
  return JSON.stringify({ documentId: hashOf(text) })
})
const children: ChildProcess[] = []
const folders: string[] = []
const agent = new Agent({ keepAlive: true, maxSockets: clients })

function ask(url: string, body: string): Promise<{ failed: boolean }> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ failed: response.statusCode !== 200 || text.startsWith('{"errors"') || text.includes('"errors":') }),
      )
    })
    asked.on('error', () => resolve({ failed: true }))
    asked.end(body)
  })
}

/** A Whence in a process of its own. */
async function serve(settings: Record<string, string>): Promise<{ url: string; pid: number }> {
  const port = await freePort()
  const env = { ...process.env, WHENCE_LOG_LEVEL: 'silent', WHENCE_POOL_SIZE: '5', PORT: String(port), ...settings }
  const child = spawn(process.execPath, ['bin/whence.js', 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (
      await fetch(`${url}/ready`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return { url, pid: child.pid as number }
    await sleep(200)
  }
  throw new Error('Whence does not start')
}

/** Ticks of CPU of a process, user and system. */
const ticks = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

async function pooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const folder = await makeFolder('pgbouncer')
  folders.push(folder)
  const owner = await findOwner()
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid)
  const port = await freePort()
  const primary = new URL(url)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]\nwhence = host=127.0.0.1 port=${primary.port} user=postgres dbname=whence\n[pgbouncer]\nlisten_addr=127.0.0.1\n` +
      `listen_port=${port}\nauth_type=any\npool_mode=${mode}\ndefault_pool_size=${mode === 'session' ? 20 : 4}\nunix_socket_dir=\nignore_startup_parameters=statement_timeout\n`,
  )
  children.push(spawn('pgbouncer', ['-q', file], { ...owner, stdio: 'ignore' }))
  await sleep(500)
  return `postgresql://postgres@127.0.0.1:${port}/whence`
}

const servers = await startServers(2)
try {
  const direct = { DATABASE_URL: servers.primary.url }
  const one = await serve(direct)
  const redisPort = await freePort()
  children.push(
    spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' }),
  )
  const steps: Record<string, { url: string; pid: number }[]> = {
    'one process': [one],
    'two processes': [await serve(direct), await serve(direct)],
    'one process, two replicas': [
      await serve({ ...direct, WHENCE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(',') }),
    ],
    'answers in memory': [await serve({ ...direct, WHENCE_RESPONSE_CACHE_MB: '64' })],
    'answers in Redis': [await serve({ ...direct, REDIS_URL: `redis://127.0.0.1:${redisPort}` })],
  }
  for (const mode of ['session', 'transaction'] as const) {
    const url = await pooler(servers.primary.url, mode)
    const found = await serve({ DATABASE_URL: url }).catch(() => undefined)
    if (found) steps[`PgBouncer, ${mode}`] = [found]
    else console.log(`PgBouncer, ${mode}: Whence does not start`)
  }
  const results = Object.fromEntries(
    Object.keys(steps).map((name) => [name, { rates: [] as number[], cpu: [] as number[], failed: 0 }]),
  )
  for (const { url } of Object.values(steps).flat())
    for (let turn = 0; turn < warmUp / clients; turn += 1)
      await Promise.all(
        Array.from({ length: clients }, (_, client) => ask(url, bodies[(turn + client) % bodies.length] as string)),
      )
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, processes] of Object.entries(steps)) {
      const before = processes.map(({ pid }) => ticks(pid))
      const began = performance.now()
      let answered = 0
      let failed = 0
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let turn = client; performance.now() - began < roundMs; turn += 1) {
            const { url } = processes[turn % processes.length] as { url: string }
            if ((await ask(url, bodies[turn % bodies.length] as string)).failed) failed += 1
            answered += 1
          }
        }),
      )
      const spent = processes.reduce((sum, { pid }, at) => sum + ticks(pid) - (before[at] ?? 0), 0)
      results[name]?.rates.push((answered / (performance.now() - began)) * 1_000)
      results[name]?.cpu.push(spent / answered)
      if (results[name]) results[name].failed += failed
    }
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const base = results['one process'] as (typeof results)[string]
  console.log(`one process: ${median(base.rates).toFixed(0)} requests a second`)
  console.log('| step | throughput | CPU of Whence a request | failed |\n|---|---|---|---|')
  for (const [name, { rates, cpu, failed }] of Object.entries(results)) {
    const ratio = (median(rates) / median(base.rates)).toFixed(2)
    console.log(`| ${name} | ${ratio} | ${(median(cpu) / median(base.cpu)).toFixed(2)} | ${failed} |`)
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await sleep(1_500)
  for (const child of children) child.kill('SIGKILL')
  agent.destroy()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await servers.close()
}
