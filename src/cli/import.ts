// whence import FORMAT FILE…: brings files into the database and prints what became of every item.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import type { Database } from '../db/client.ts'
import { createLog } from '../log.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { settingsHelp } from './settings-help.ts'

/** Imports one file and returns its account as text; throws when the file is refused. */
type ImportFile = (db: Database, file: string) => Promise<string>

const formats: Record<string, { summary: string; load: () => Promise<ImportFile> }> = {
  bundle: {
    summary: 'captured pages, transcribed into YAML (docs/bundle.md)',
    async load() {
      const [{ importBundleFile }, { formatLedger }] = await Promise.all([
        import('../importers/import-bundle-file.ts'),
        import('../importers/writer/ledger.ts'),
      ])
      return async (db, file) => formatLedger(await importBundleFile(db, file))
    },
  },
}

const help = `Usage: whence import FORMAT FILE…

Imports files, each in one transaction: a file that can't be taken is refused with every mistake, and changes nothing.
Prints what became of each item. A file imported again adds nothing. Ends with 1 if a file was refused.
Uses DATABASE_URL, or Whence's own PostgreSQL, which may be in use meanwhile.

Formats:
${Object.entries(formats)
  .map(([name, { summary }]) => `  ${name.padEnd(9)}${summary}`)
  .join('\n')}

${settingsHelp}`

/** Files one after the other; returns how many were refused. */
async function importAll(db: Database, importFile: ImportFile, files: string[], terminal: Terminal): Promise<number> {
  const { ImportError } = await import('../importers/import-error.ts')
  let refused = 0
  for (const file of files) {
    if (terminal.stop.aborted) throw new Error(`Stopped before ${file}.`)
    try {
      terminal.print(await importFile(db, file))
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      refused += 1
      terminal.complain(`${file} was refused (${error.code}), nothing of it was imported:\n${error.message}`)
    }
  }
  return refused
}

export const command: Command = {
  help,
  async run(args, terminal) {
    const [name, ...files] = parseArgs({ args, options: {}, allowPositionals: true }).positionals
    const usage = `Usage: whence import FORMAT FILE…\nFormats: ${Object.keys(formats).join(', ')}`
    if (name === undefined) throw new UsageError('Which format?', usage)
    if (!Object.hasOwn(formats, name)) throw new UsageError(`There is no format "${name}".`, usage)
    if (files.length === 0) throw new UsageError('Which files?', usage)
    const importFile = await (formats[name] as (typeof formats)[string]).load()
    const config = readConfig()
    const log = createLog(config.logLevel)
    const [{ locatePostgres }, { migrate }, { openDatabase }] = await Promise.all([
      import('../db/locate.ts'),
      import('../db/migrations.ts'),
      import('../db/client.ts'),
    ])
    const postgres = await locatePostgres(config, (message) => log.warn(message))
    try {
      await migrate(postgres.url)
      const db = openDatabase(postgres.url, { poolSize: 2 })
      try {
        return (await importAll(db, importFile, files, terminal)) > 0 ? 1 : 0
      } finally {
        await db.close()
      }
    } finally {
      await postgres.close()
    }
  },
}
