// npm run bench: makes the data once, starts the peers, checks that they agree, measures, and reports.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { makeDatabase } from '../data/make.ts'
import { startServer } from '../data/server.ts'
import { scales } from '../data/size.ts'
import { makeQueries } from '../queries/all.ts'
import type { Query } from '../queries/query.ts'
import { findDeepPages, openClient } from './client.ts'
import { countReads, memoryOf } from './counters.ts'
import { installPeers } from './install.ts'
import { measure, paces, type Runner } from './measure.ts'
import { readOptions } from './options.ts'
import { type PeerName, peerNames, startPeer } from './peers.ts'
import { figureTable, memoryTable, type Result, ratioTable, withMeasured } from './report.ts'
import { assertSame } from './same-answers.ts'
import { readVersions } from './versions.ts'

const POOL_SIZE = 10
const options = readOptions()
const log = (line: string) => console.log(line)

/** What ends the run, whatever happens. */
const closers: (() => Promise<unknown>)[] = []

async function openDatabase(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'whence bench' })
  await client.connect()
  closers.push(() => client.end())
  return client
}

async function openRunner(name: PeerName, url: string, database: pg.Client, poolSize: number, profile?: string) {
  const peer = await startPeer(name, { database: url, poolSize, profile })
  const client = await openClient(peer.url)
  const close = async () => {
    await client.close()
    await peer.stop()
  }
  closers.push(close)
  return { peer, client, database, close }
}

/** Counts with servers of a single connection, which is what makes counting exact. */
async function countAll(queries: Query[], url: string, database: pg.Client): Promise<Map<Query, Result['reads']>> {
  const counted = new Map<Query, Result['reads']>(queries.map((query) => [query, {}]))
  for (const name of peerNames) {
    const runner = await openRunner(name, url, database, 1)
    for (const query of queries) {
      const body = runner.peer.bodyOf(query)
      const reads = counted.get(query)
      if (body && reads) reads[name] = await countReads(database, () => runner.client.ask(body), !options.quick)
    }
    await runner.close()
  }
  return counted
}

async function run(): Promise<void> {
  installPeers()
  const server = await startServer()
  closers.push(server.close)
  const smallUrl = await makeDatabase(server.url, '100k', log)
  const url = options.scale === '100k' ? smallUrl : await makeDatabase(server.url, options.scale, log)
  const database = await openDatabase(url)
  const smallDatabase = await openDatabase(smallUrl)
  const all = await makeQueries(database)
  const queries = all.filter(({ id }) => options.only?.includes(id) ?? true)
  const smallQueries = new Map((await makeQueries(smallDatabase)).map((query) => [query.id, query]))
  const runners: Runner[] = []
  for (const name of peerNames) runners.push(await openRunner(name, url, database, POOL_SIZE, options.profile))
  const small = await openRunner('whence', smallUrl, smallDatabase, POOL_SIZE)
  await findDeepPages(queries, runners)
  await findDeepPages([...smallQueries.values()], [small])
  for (const query of queries) log(`${query.id}: the same ${await assertSame(query, runners)} values from all`)

  const results: Result[] = []
  const pace = options.quick ? paces.quick : paces.full
  for (const query of queries) {
    // The same question at both scales, each with what its own database knows it by.
    const smallPeer = { ...small.peer, bodyOf: () => small.peer.bodyOf(smallQueries.get(query.id) ?? query) }
    const smallRunner: Runner = { ...small, peer: smallPeer }
    const figures = await measure(query, [...runners, smallRunner], pace, (runner) => runner !== smallRunner)
    const named = runners.map((runner) => [runner.peer.name, figures.get(runner)])
    results.push({ query, figures: Object.fromEntries(named), small: figures.get(smallRunner), reads: {} })
    const shown = named.map(([name, f]) => (f && typeof f === 'object' ? `${name} ${f.throughput.toFixed(0)}/s` : ''))
    log(`${query.id}: ${shown.filter(Boolean).join(', ')}`)
  }
  const memory: Parameters<typeof memoryTable>[0] = {}
  for (const { peer } of runners) memory[peer.name] = await memoryOf(peer.pid)
  const counted = await countAll(queries, url, database)
  for (const result of results) result.reads = counted.get(result.query) ?? {}

  const given = process.argv.slice(2)
  const command = given.length > 0 ? `npm run bench -- ${given.join(' ')}` : 'npm run bench'
  const versions = await readVersions(database)
  const where = `${new Date().toISOString().slice(0, 10)}, \`${command}\`, ${scales[options.scale].toLocaleString('en')} observations, ${cpus().length} cores (${cpus()[0]?.model}). ${versions}`
  const measured = [where, ratioTable(results), figureTable(results), memoryTable(memory)].join('\n\n')
  log(`\n${measured}`)
  if (options.write) {
    const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
    await writeFile(page, withMeasured(await readFile(page, 'utf8'), measured))
  }
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch(() => {})
}
// Servers are children of their own: whoever stops the run stops them with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => closeAll().finally(() => process.exit(130)))

try {
  await run()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await closeAll()
}
