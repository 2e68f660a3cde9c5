// Brings a database up to date with prisma/migrations, in this process.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationList, SchemaFilter } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { withSchemaEngine } from './schema-engine.ts'

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** Nothing in the database is exempt from migrations. */
export const wholeSchema: SchemaFilter = { externalTables: [], externalEnums: [] }

// Any number that nobody else uses; Prisma's own (72707369) is taken by the engine itself.
const MIGRATION_LOCK = 8_301_947_123n

/** The migrations of `folder` (name/migration.sql), oldest first, as the engine wants them. */
export async function readMigrations(folder = migrationsFolder): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  // An installation without them would otherwise start with an empty database, and fail at the first question.
  if (names.length === 0) throw new StartupError('MIGRATIONS_MISSING', `There are no migrations in ${folder}.`)
  const migrationDirectories = names.sort().map(async (path) => ({
    path,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(folder, path, 'migration.sql'), 'utf8') },
    },
  }))
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(folder, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(migrationDirectories),
  }
}

/**
 * Applies what is not applied yet, recorded in `_prisma_migrations` as `prisma migrate deploy` does, and names it.
 * Processes that do it at once wait for one another. A migration that fails changes nothing.
 * @throws StartupError MIGRATION_FAILED, MIGRATIONS_MISSING
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<{ applied: string[] }> {
  const migrationsList = await readMigrations(folder)
  const lock = new pg.Client({ connectionString: url, application_name: 'whence migrate' })
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const output = await withSchemaEngine(url, (engine) =>
      engine.applyMigrations({ migrationsList, filters: wholeSchema }),
    )
    return { applied: output.appliedMigrationNames }
  } catch (error) {
    throw new StartupError(
      'MIGRATION_FAILED',
      `The database could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
      'If an earlier start of another version failed half-way, look into the table _prisma_migrations.',
      { cause: error },
    )
  } finally {
    await lock.end()
  }
}
