// The databases of the benchmark: made once for a seed and a schema, and kept.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { keepBoards } from '../../src/auditing/keep-boards.ts'
import { withDatabase } from '../../src/db/database-url.ts'
import { migrate, readMigrations } from '../../src/db/migrations.ts'
import type { Transaction } from '../../src/db/transaction.ts'
import { refreshDerived } from '../../src/importers/writer/refresh-derived.ts'
import { refreshReached } from '../../src/importers/writer/subjects.ts'
import type { Writing } from '../../src/importers/writer/writing.ts'
import { makeClaims } from './claims.ts'
import { copyIn } from './copy.ts'
import { nodeTables, type Table } from './node-rows.ts'
import { makeNotes } from './note-rows.ts'
import { importTable, observationTables } from './observation-rows.ts'
import { preparePeers } from './peer-schema.ts'
import * as size from './size.ts'

/** Changes with the migrations, and with whatever decides what the rows are. */
async function digest(): Promise<string> {
  const { migrationDirectories } = await readMigrations()
  const here = fileURLToPath(new URL('.', import.meta.url))
  const files = (await readdir(here)).filter((name) => /rows|claims|random|size/.test(name)).sort()
  const texts = await Promise.all(files.map((name) => readFile(here + name, 'utf8')))
  return createHash('sha256')
    .update(JSON.stringify([migrationDirectories, texts]))
    .digest('hex')
}

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'whence bench' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

async function isMade(server: string, database: string, wanted: string): Promise<boolean> {
  const exists = await connected(server, (client) =>
    client.query('SELECT FROM pg_database WHERE datname = $1', [database]),
  )
  if (!exists.rowCount) return false
  return connected(withDatabase(server, database), async (client) => {
    const { rows } = await client
      .query<{ digest: string }>('SELECT digest FROM bench.made')
      .catch(() => ({ rows: [] as { digest: string }[] }))
    return rows[0]?.digest === wanted
  })
}

/** Plain indexes are dropped while rows come in, and made again: the same schema, in a third of the time. */
async function withoutIndexes(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND NOT i.indisunique`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  await load()
  for (const { definition } of rows) await client.query(definition)
}

/** The writer's own way of finding what notes reach and of counting, so that both are what an import leaves. */
async function refresh(client: pg.Client, notes: string[]): Promise<void> {
  const writing = {
    ...transactionOn(client),
    importId: 1,
    disturbed: { models: new Set<number>() },
  } as unknown as Writing
  for (let at = 0; at < notes.length; at += 20_000) await refreshReached(writing, notes.slice(at, at + 20_000))
  await client.query('ANALYZE')
  const models = Array.from({ length: size.models }, (_, i) => i + 1)
  for (let at = 0; at < models.length; at += 4_000) {
    const batch = new Set(models.slice(at, at + 4_000))
    await refreshDerived({ ...writing, disturbed: { ...writing.disturbed, models: batch } }, batch)
  }
}

/** The client as the writer and the audits know it. */
const transactionOn = (client: pg.Client) =>
  ({
    db: client,
    rows: async (text: string, ...values: unknown[]) => (await client.query(text, values)).rows,
    run: async (text: string, ...values: unknown[]) => (await client.query(text, values)).rowCount ?? 0,
  }) as unknown as Transaction

async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND column_default LIKE 'nextval%'`,
  )
  for (const { name } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('"${name}"', 'id'), (SELECT coalesce(max(id), 1) FROM "${name}"))`,
    )
}

async function fill(url: string, count: number, log: (line: string) => void): Promise<void> {
  const claims = makeClaims(count)
  const notes = makeNotes(claims)
  const tables: Table[] = [
    importTable(claims),
    ...nodeTables(),
    ...observationTables(claims, notes.openIssues),
    ...notes.tables,
  ]
  await connected(url, async (client) => {
    const step = async (name: string, run: () => Promise<unknown>) => {
      const start = performance.now()
      await run()
      log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
    await client.query("SET maintenance_work_mem = '1GB'")
    await withoutIndexes(client, async () => {
      for (const table of tables) await step(table.name, () => copyIn(client, table))
    })
    await setSequences(client)
    await step('what notes reach, and counts', () => refresh(client, notes.keys))
    await step('leaderboards', () => keepBoards(transactionOn(client), null))
    await step('vacuum', () => client.query('VACUUM (ANALYZE, FREEZE)'))
    await client.query('CHECKPOINT')
  })
}

/** The URL of the database of a scale, made first where it is missing or of another schema or seed. */
export async function makeDatabase(server: string, scale: size.Scale, log: (line: string) => void): Promise<string> {
  const name = `whence_bench_${scale}`
  const url = withDatabase(server, name)
  const wanted = await digest()
  if (await isMade(server, name, wanted)) {
    await connected(url, preparePeers)
    return url
  }
  log(`Making ${size.scales[scale].toLocaleString('en')} observations, once:`)
  await connected(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
  })
  await migrate(url)
  await fill(url, size.scales[scale], log)
  await connected(url, async (client) => {
    await preparePeers(client)
    await client.query('DROP TABLE IF EXISTS bench.made')
    await client.query('CREATE TABLE bench.made AS SELECT $1::text AS digest', [wanted])
  })
  return url
}
