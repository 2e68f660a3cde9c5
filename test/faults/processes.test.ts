// Whole server processes: two on one database, and one under the load of two hundred clients.
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { createDatabase, type Template } from '../support/database.ts'
import { killStarted, type Running, run } from '../support/processes.ts'
import { askGraph } from '../support/request.ts'
import { makeFolder } from '../support/test-server.ts'

let home = ''
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  home = await makeFolder('faults')
})
afterEach(async () => {
  killStarted()
  for (const close of closers.splice(0).reverse()) await close()
  await rm(home, { recursive: true, force: true })
})

async function database(template?: Template): Promise<string> {
  const { url, drop } = await createDatabase(template)
  closers.push(drop)
  return url
}

async function serve(databaseUrl: string, env = {}): Promise<Running & { url: string }> {
  const running = run('node', ['bin/whence.js', 'serve'], {
    PORT: '0',
    WHENCE_HOME: home,
    WHENCE_LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    ...env,
  })
  onTestFailed(() => console.error(running.errors()))
  const line = await running.line(/GraphiQL/)
  return { ...running, url: line.replace(/^.*(http:.*)\/graphql$/, '$1') }
}

test('two servers on one empty database both come up, say the same, and one outlives the other', {
  timeout: 180_000,
}, async () => {
  const url = await database('empty')
  const [one, other] = await Promise.all([serve(url), serve(url)])
  const question = '{ models { totalCount } observations { totalCount } imports { totalCount } }'
  const answers = await Promise.all([askGraph(one.url, question), askGraph(other.url, question)])
  expect(answers[0].answer.errors).toBeUndefined()
  expect(answers[1].answer).toEqual(answers[0].answer)
  const data = answers[0].answer.data as Record<string, { totalCount: number }>
  expect(data.imports?.totalCount).toBe(readdirSync('data').filter((name) => name.endsWith('.yaml')).length)
  one.child.kill('SIGKILL')
  await one.end()
  expect((await askGraph(other.url, question)).answer).toEqual(answers[0].answer)
  other.child.kill('SIGTERM')
  expect(await other.end()).toBe(0)
})

const seconds = Number(process.env.TEST_LOAD_SECONDS ?? 15)

test(`two hundred clients for ${seconds} s: no error, flat memory`, { timeout: (seconds + 120) * 1_000 }, async () => {
  // Half of a small machine's time goes to the clients: what must not fail here is the answers, not the pace.
  const server = await serve(await database('catalogue'), {
    WHENCE_POOL_WAIT_MS: '20000',
    WHENCE_REQUEST_TIMEOUT_MS: '60000',
  })
  const folder = new URL('../../examples/queries/', import.meta.url)
  const queries = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const memory = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1024 / 1024)
    return { resident: megabytes('process_resident_memory_bytes'), heap: megabytes('nodejs_heap_size_used_bytes') }
  }
  /** The least of the heap in so many milliseconds is what is left after a collection: what is really held. */
  const held = async (milliseconds: number) => {
    let least = Number.POSITIVE_INFINITY
    for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(100))
      least = Math.min(least, (await memory()).heap)
    return least
  }
  const latencies: number[] = []
  const failures: string[] = []
  let loading = true
  const clients = Array.from({ length: 200 }, async (_, client) => {
    for (let n = client; loading; n++) {
      const began = performance.now()
      try {
        const { status, answer } = await askGraph(server.url, queries[n % queries.length] as string)
        if (status !== 200 || answer.errors) failures.push(JSON.stringify(answer.errors).slice(0, 300))
      } catch (error) {
        failures.push(String(error))
      }
      latencies.push(performance.now() - began)
    }
  })
  // What is loaded late and the young generation of the heap have their place by then.
  const third = (seconds * 1_000) / 3
  await sleep(third)
  const { resident: residentAtStart } = await memory()
  const atStart = await held(third)
  const atEnd = await held(third)
  const { resident } = await memory()
  loading = false
  await Promise.all(clients)
  latencies.sort((a, b) => a - b)
  const p = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)
  console.log(
    `${latencies.length} requests in ${seconds} s; p50 ${p(0.5)} ms, p99 ${p(0.99)} ms; held ${atStart} MB, then ${atEnd} MB; RSS ${residentAtStart} MB after ${Math.round(third / 1000)} s, ${resident} MB at the end`,
  )
  expect(failures).toEqual([])
  expect(latencies.length).toBeGreaterThan(400)
  // How much more than it holds a process takes is V8's choice: it grows the heap before it collects much.
  expect(atEnd).toBeLessThan(atStart * 1.25 + 10)
  expect(resident).toBeLessThan(1_000)
  server.child.kill('SIGTERM')
  expect(await server.end()).toBe(0)
})
