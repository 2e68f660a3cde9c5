// node --import tsx bench/export/main.ts [ROWS]: does the memory of the server stay flat while it exports everything?
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/db/client.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrations.ts'
import { importBuiltIn } from '../../src/importers/built-in.ts'

const wanted = Number(process.argv[2] ?? 200_000)
const MB = 1024 * 1024

/** The catalogue's claims again and again under other keys: real texts, in real lengths. */
async function fill(url: string): Promise<number> {
  await migrate(url)
  const db = openDatabase(url, { poolSize: 2 })
  try {
    await importBuiltIn(db, { info: () => {}, warn: console.warn })
    const { rows } = await db.pool.query<{ name: string }>(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns
       WHERE table_name = 'observation' AND column_name NOT IN ('id', 'key', 'cell_id', 'supersedes_id')`,
    )
    const list = rows.map(({ name }) => name).join(', ')
    const { rows: known } = await db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM observation')
    const times = Math.ceil(wanted / (known[0]?.n ?? 1))
    await db.pool.query(
      `INSERT INTO observation (key, ${list}) SELECT md5(o.key || n), ${list} FROM observation o, generate_series(1, $1) n`,
      [times],
    )
    await db.pool.query('ANALYZE')
    const { rows: all } = await db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM observation')
    return all[0]?.n ?? 0
  } finally {
    await db.close()
  }
}

async function rssOf(child: ChildProcess): Promise<number> {
  child.send('rss')
  const [{ rss }] = (await once(child, 'message')) as [{ rss: number }]
  return rss / MB
}

/** Reads one export to its end, or waits `pauseMs` after the first megabyte and then goes away. */
async function measure(child: ChildProcess, url: string, gzip: boolean, pauseMs = 0) {
  const before = await rssOf(child)
  const started = performance.now()
  const stop = new AbortController()
  const response = await fetch(url, { headers: { 'accept-encoding': gzip ? 'gzip' : 'identity' }, signal: stop.signal })
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
  const samples: number[] = []
  let bytes = 0
  let lines = 0
  let next = 0
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
      if (bytes >= next) {
        samples.push(await rssOf(child))
        next += 8 * MB
      }
      if (pauseMs > 0 && bytes > MB) {
        for (let waited = 0; waited < pauseMs; waited += 500) {
          await sleep(500)
          samples.push(await rssOf(child))
        }
        stop.abort()
        break
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  const seconds = (performance.now() - started) / 1000
  const at = (share: number) => Math.round(samples[Math.floor((samples.length - 1) * share)] ?? before)
  return {
    lines,
    bytes,
    seconds,
    before: Math.round(before),
    quarters: [0, 0.25, 0.5, 0.75, 1].map(at),
    peak: Math.round(Math.max(...samples)),
  }
}

const home = await mkdtemp(join(tmpdir(), 'whence-bench-export-'))
// As root, PostgreSQL runs as somebody else, who must reach its folder.
await chmod(home, 0o755)
const server = await startEmbedded({ home, durable: false, settings: { fsync: 'off' }, warn: console.warn })
try {
  const rows = await fill(server.url)
  console.log(`${rows} observations`)
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), [server.url], {
    execArgv: ['--import', 'tsx'],
  })
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    const path = `${url}/export/observations`
    // Warm: code, pool and buffers are there before anything is measured.
    for (const format of ['csv', 'ndjson']) await measure(child, `${path}.${format}?benchmark=judgebench`, true)
    console.log('format            rows/s    MB/s  RSS before | at 0 25 50 75 100 % | peak (MB)')
    for (const [name, suffix, gzip] of [
      ['csv', '.csv', false],
      ['csv by value', '.csv?orderBy=VALUE:DESC', false],
      ['ndjson', '.ndjson', false],
      ['json', '.json', false],
      ['csv, gzip', '.csv', true],
    ] as const) {
      const { lines, bytes, seconds, before, quarters, peak } = await measure(child, path + suffix, gzip)
      if (lines < rows) throw new Error(`${name}: ${lines} lines of ${rows}`)
      const speeds = `${String(Math.round(rows / seconds)).padStart(8)}${(bytes / MB / seconds).toFixed(1).padStart(8)}`
      console.log(`${name.padEnd(16)}${speeds}  ${before} | ${quarters.join(' ')} | ${peak}`)
    }
    const stalled = await measure(child, `${path}.ndjson`, false, 5_000)
    console.log(
      `a client that stops reading for 5 s: ${stalled.before} | ${stalled.quarters.join(' ')} | ${stalled.peak}`,
    )
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
} finally {
  await server.close()
  await rm(home, { recursive: true, force: true })
}
