// What prisma/schema.prisma says beyond the migrations: the text of the next one, or proof that there is no drift.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { migrationsFolder, readMigrations, wholeSchema } from './migrations.ts'
import { withSchemaEngine } from './schema-engine.ts'

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))

/**
 * The SQL that leads from the migrations to the schema; empty when they agree. Collations, checks and indexes on
 * expressions exist only in migrations: the schema language can't say them, and the engine leaves them alone.
 * @param url a PostgreSQL where a scratch database may be made, and is dropped afterwards
 */
export async function diffSchema(url: string, folder = migrationsFolder): Promise<string> {
  const content = await readFile(schemaFile, 'utf8')
  const migrations = await readMigrations(folder)
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content }] },
      script: true,
      exitCode: null,
      filters: wholeSchema,
    }),
  )
  const sql = stdout ?? ''
  // Without differences, the engine says so in a comment.
  return sql.replaceAll(/^\s*--.*$/gm, '').trim() === '' ? '' : sql
}
