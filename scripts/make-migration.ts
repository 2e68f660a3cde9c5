// Writes the next migration from prisma/schema.prisma (`NAME`), or fails when the two have drifted apart (`--check`).
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrationsFolder } from '../src/db/migrations.ts'
import { diffSchema } from '../src/db/schema-diff.ts'

const usage = 'Usage: npm run migration -- NAME | --check\nNAME: lower-case words joined by "_", such as add_facts.'

/** The difference, found with a throw-away server: no database of the user's is touched. */
async function findDifference(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'whence-migration-'))
  // Root hands the server to another user, who has to get in.
  await chmod(home, 0o755)
  try {
    const server = await startEmbedded({ home, durable: false, settings: { fsync: 'off' } })
    try {
      return await diffSchema(server.url)
    } finally {
      await server.close()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Returns the exit code. */
async function run(argument: string | undefined): Promise<number> {
  const check = argument === '--check'
  if (!check && !/^[a-z][a-z0-9_]*$/.test(argument ?? '')) {
    console.error(usage)
    return 2
  }
  const sql = await findDifference()
  if (sql === '') {
    console.log('The migrations give what prisma/schema.prisma says.')
    return 0
  }
  if (check) {
    console.error(`The migrations and prisma/schema.prisma have drifted apart:\n\n${sql}`)
    return 1
  }
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = join(migrationsFolder, `${time}_${argument}`)
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), sql)
  console.log(`Wrote ${join(folder, 'migration.sql')}. Read it before you commit it.`)
  return 0
}

process.exitCode = await run(process.argv[2])
