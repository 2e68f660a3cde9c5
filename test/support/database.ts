// A database of its own for each test file: a copy of a template, dropped after the file.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { withDatabase } from '../../src/db/database-url.ts'
import { makeCatalogueTemplate } from './catalogue-template.ts'
import { EMPTY_TEMPLATE } from './global-setup.ts'
import { execute } from './test-server.ts'

export type Template = 'empty' | 'catalogue'

export interface TestDatabase extends Database {
  /** Connection URL, for what opens its own connections. */
  readonly url: string
}

/** A new database: migrated and empty, with the built-in catalogue, or (no template) not even migrated. */
export async function createDatabase(template?: Template): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `whence_${randomUUID().replaceAll('-', '')}`
  const from = template === 'catalogue' ? await makeCatalogueTemplate(server) : EMPTY_TEMPLATE
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template ? from : 'template0'}`)
  return {
    url: withDatabase(server, name),
    drop: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/**
 * Call it at the top of a test file (or of a `describe`): its tests share one copy of the template.
 * The object is filled before the first test; don't read it outside of tests and hooks.
 */
export function useDatabase(template: Template = 'empty'): TestDatabase {
  const current = {} as TestDatabase
  let made: Awaited<ReturnType<typeof createDatabase>> | undefined
  beforeAll(async () => {
    made = await createDatabase(template)
    Object.assign(current, openDatabase(made.url, { poolSize: 4 }), { url: made.url })
  })
  afterAll(async () => {
    await current.close?.()
    await made?.drop()
  })
  return current
}

/** Whether a database can be reached and answers: for tests of what is left behind. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
