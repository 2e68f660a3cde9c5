// A template database with the built-in catalogue, imported when the first test file asks for it.
import pg from 'pg'
import { withDatabase } from '../../src/db/database-url.ts'

const CATALOGUE_TEMPLATE = 'whence_catalogue'
const LOCK = 6_402_117_330n

/** Imports the catalogue into `database`, then gives it its name as a template: a half-made one is never copied. */
async function make(client: pg.Client, server: string): Promise<void> {
  const { openDatabase } = await import('../../src/db/client.ts')
  const { importBuiltIn } = await import('../../src/importers/built-in.ts')
  const { pino } = await import('pino')
  const half = `${CATALOGUE_TEMPLATE}_half`
  await client.query(`DROP DATABASE IF EXISTS ${half} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${half} TEMPLATE whence_empty`)
  const db = openDatabase(withDatabase(server, half), { poolSize: 4 })
  try {
    await importBuiltIn(db, pino({ level: 'warn' }))
  } finally {
    await db.close()
  }
  await client.query(`ALTER DATABASE ${half} RENAME TO ${CATALOGUE_TEMPLATE}`)
}

/** The name of the template; made once a test run, whichever test file comes first. */
export async function makeCatalogueTemplate(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [CATALOGUE_TEMPLATE])
    if (!rowCount) await make(client, server)
    return CATALOGUE_TEMPLATE
  } finally {
    await client.end()
  }
}
