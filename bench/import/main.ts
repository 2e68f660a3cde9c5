// Measures imports: rows a second, peak memory, and how near it comes to COPY of the same rows. Audits are measured apart.
// node --import tsx bench/import/main.ts [--rows N] [PATH…]     (default: ../shared/corpus; --rows adds a made-up file)
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditImport } from '../../src/auditing/run-audits.ts'
import { openDatabase } from '../../src/db/client.ts'
import { withDatabase } from '../../src/db/database-url.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrations.ts'
import type { DumpAccount } from '../../src/importers/dump/import-dump.ts'
import { importFiles } from '../../src/importers/import-files.ts'
import { makeFolder } from '../../test/support/test-server.ts'
import { copyLimit } from './copy-limit.ts'
import { writeRecords } from './synthetic.ts'

const { values, positionals } = parseArgs({ options: { rows: { type: 'string' } }, allowPositionals: true })

/** The largest memory of this process while `work` runs, in MiB, and what it was before. */
async function watchMemory(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
  const now = () => process.memoryUsage().rss / 2 ** 20
  const before = now()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, now())
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { before, peak: Math.max(peak, now()) }
}

const folder = await makeFolder('import-bench')
// As a user has it: fully durable.
const server = await startEmbedded({ home: join(folder, 'home'), durable: true })
try {
  const paths = [...positionals]
  if (values.rows !== undefined) {
    const path = join(folder, 'made-up.ndjson')
    await writeRecords(path, Number(values.rows))
    paths.push(path)
  }
  if (paths.length === 0) paths.push('../shared/corpus')
  const urls = ['import_bench', 'copy_bench'].map((name) => withDatabase(server.url, name))
  const admin = openDatabase(server.url, { poolSize: 1 })
  for (const name of ['import_bench', 'copy_bench']) await admin.pool.query(`CREATE DATABASE ${name}`)
  await admin.close()
  for (const url of urls) await migrate(url)
  const [imported, copied] = urls.map((url) => openDatabase(url, { poolSize: 2 }))
  if (!imported || !copied) throw new Error('no database')
  const byFormat = new Map<
    string,
    { dumps: number; accepted: number; duplicates: number; rejected: number; seconds: number }
  >()
  const accounts: DumpAccount[] = []
  let seconds = 0
  const started = performance.now()
  const memory = await watchMemory(() =>
    importFiles(imported, 'auto', paths, {
      withoutAudits: true,
      done(result) {
        if (result.outcome !== 'IMPORTED' || !('rows' in result.account)) return
        const { rows, format } = result.account
        accounts.push(result.account)
        const sum = byFormat.get(format) ?? { dumps: 0, accepted: 0, duplicates: 0, rejected: 0, seconds: 0 }
        sum.dumps += 1
        for (const outcome of ['accepted', 'duplicates', 'rejected'] as const) sum[outcome] += rows[outcome]
        sum.seconds += result.account.seconds
        byFormat.set(format, sum)
      },
    }),
  )
  seconds = (performance.now() - started) / 1000
  console.table(
    Object.fromEntries(
      [...byFormat].map(([format, sum]) => [format, { ...sum, seconds: Number(sum.seconds.toFixed(1)) }]),
    ),
  )
  const limit = await copyLimit(imported, copied)
  const rows = [...byFormat.values()].reduce(
    (sum, { accepted, duplicates, rejected }) => sum + accepted + duplicates + rejected,
    0,
  )
  const before = performance.now()
  for (const account of accounts) await auditImport(imported, account)
  const audits = (performance.now() - before) / 1000
  console.log(`${rows} rows of input in ${seconds.toFixed(1)} s: ${(rows / seconds).toFixed(0)} a second`)
  console.log(
    `${limit.rows} rows of tables; COPY of the same takes ${limit.seconds.toFixed(1)} s: the import reaches ${((100 * limit.seconds) / seconds).toFixed(0)} % of it`,
  )
  console.log(`memory: ${memory.before.toFixed(0)} MiB before, ${memory.peak.toFixed(0)} MiB at most`)
  console.log(`audits, apart: ${audits.toFixed(1)} s`)
  await imported.close()
  await copied.close()
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
