// Migrations: applied once, also by two processes at a time, whole or not at all, and equal to the schema.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from '../../src/db/migrations.ts'
import { diffSchema } from '../../src/db/schema-diff.ts'
import { createDatabase } from '../support/database.ts'
import { makeFolder } from '../support/test-server.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const action of cleanUp.splice(0)) await action()
})

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase()
  cleanUp.push(drop)
  return url
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The real migrations, followed by one more. */
async function withExtra(sql: string): Promise<string> {
  const folder = await makeFolder('migrations')
  cleanUp.push(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, { recursive: true })
  await mkdir(join(folder, '29990101000000_extra'))
  await writeFile(join(folder, '29990101000000_extra', 'migration.sql'), sql)
  return folder
}

const names = async () => (await readMigrations()).migrationDirectories.map(({ path }) => path)

describe('migrate', () => {
  test('applies every migration to an empty database, and nothing the second time', async () => {
    const url = await emptyDatabase()
    expect((await migrate(url)).applied).toEqual(await names())
    expect((await migrate(url)).applied).toEqual([])
    const recorded = await ask<{ migration_name: string }>(
      url,
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    )
    expect(recorded.map((row) => row.migration_name)).toEqual(await names())
  })

  test('lets one of two do it when both start at once', async () => {
    const url = await emptyDatabase()
    const results = await Promise.all([migrate(url), migrate(url)])
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, (await names()).length])
  })

  test('runs scripts uncut: semicolons inside of strings, comments and function bodies', async () => {
    const url = await emptyDatabase()
    const folder = await withExtra(`
      -- a comment; with a semicolon
      CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END; $$;
      COMMENT ON FUNCTION two() IS 'one; two';`)
    await migrate(url, folder)
    expect(await ask(url, 'SELECT two()')).toEqual([{ two: 'a;b' }])
  })

  test('leaves nothing of a migration that fails half-way', async () => {
    const url = await emptyDatabase()
    const folder = await withExtra('CREATE TABLE half (id int); SELECT 1 / 0;')
    await expect(migrate(url, folder)).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('division by zero'),
    })
    expect(await ask(url, "SELECT to_regclass('half') AS half, to_regclass('author')::text AS author")).toEqual([
      { half: null, author: 'author' },
    ])
  })
})

describe('diffSchema', () => {
  test('finds no drift between the migrations and prisma/schema.prisma', async () => {
    expect(await diffSchema(inject('postgresUrl'))).toBe('')
  })

  test('tells a column that only a migration has', async () => {
    const folder = await withExtra('ALTER TABLE author ADD COLUMN shoe_size int;')
    expect(await diffSchema(inject('postgresUrl'), folder)).toContain('DROP COLUMN "shoe_size"')
  })

  test('leaves checks, collations and indexes on expressions to the migrations', async () => {
    const folder = await withExtra(`
      ALTER TABLE author ADD CONSTRAINT author_named CHECK (name <> '');
      ALTER TABLE author ALTER COLUMN name TYPE text COLLATE "C";
      CREATE INDEX author_folded ON author (lower(name));`)
    expect(await diffSchema(inject('postgresUrl'), folder)).toBe('')
  })
})
