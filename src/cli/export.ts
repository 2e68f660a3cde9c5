// whence export bundle: gives what was captured of a page back as a file.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import type { Database } from '../db/client.ts'
import { createLog } from '../log.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { settingsHelp } from './settings-help.ts'

const usage = 'Usage: whence export bundle --source SLUG [--out FILE] [--no-check]'

const help = `${usage}

Gives a source back as a bundle (docs/bundle.md): the captured page with what it publishes and quotes, its tables, its notes
and gaps, and what it says of models. Importing the bundle into the same database changes nothing, which is tried before the
command ends; into another one, it brings the page there. What audits and curators added is not part of it.
Lists and graphs are exported over HTTP: docs/exporting.md.

  --source SLUG  which source: its slug, or a former one
  --out FILE     write to a file, not to standard output
  --no-check     don't try whether importing it again would change anything

Ends with 1 if there is no such source, or if importing the bundle again would change something, which is then told.
Uses DATABASE_URL, or Whence's own PostgreSQL, which may be in use meanwhile.

${settingsHelp}`

interface Options {
  source: string
  out: string | undefined
  check: boolean
}

async function exportOne(db: Database, { source, out, check }: Options, terminal: Terminal): Promise<number> {
  const { exportBundle } = await import('../exporters/bundle/export-bundle.ts')
  const bundle = await exportBundle(db, source)
  if (!bundle) {
    terminal.complain(`There is no source with the slug "${source}".`)
    return 1
  }
  if (out === undefined) terminal.print(bundle.text.trimEnd())
  else {
    await writeFile(out, bundle.text)
    terminal.complain(`${out} written`)
  }
  for (const { slug, count } of bundle.elsewhere)
    terminal.complain(`Not in it: ${count} claims of this source in tables of ${slug}; export that page to have them.`)
  return !check || (await changesNothing(db, bundle.text, out ?? `${source}.yaml`, terminal)) ? 0 : 1
}

/** Whether importing it again would change nothing; tells what it would change. */
async function changesNothing(db: Database, text: string, file: string, terminal: Terminal): Promise<boolean> {
  const [{ tryBundle }, { ImportError }, { formatLedger }] = await Promise.all([
    import('../exporters/bundle/check.ts'),
    import('../importers/import-error.ts'),
    import('../importers/writer/ledger.ts'),
  ])
  try {
    const tried = await tryBundle(db, text, file)
    if (tried.accepted === 0 && tried.rejected === 0) return true
    terminal.complain('Importing this bundle again would change something, so it does not hold all as it was written:')
    terminal.complain(formatLedger(tried).replace(/: imported/, ': would be imported'))
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    terminal.complain(`This bundle could not be imported again (${error.code}):\n${error.message}`)
  }
  return false
}

export const command: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { source: { type: 'string' }, out: { type: 'string' }, 'no-check': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [what, ...rest] = positionals
    if (what !== 'bundle' || rest.length > 0) throw new UsageError('What is exported from here is a bundle.', usage)
    if (values.source === undefined) throw new UsageError('Which source?', usage)
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
        const { source, out } = values
        return await exportOne(db, { source, out, check: !values['no-check'] }, terminal)
      } finally {
        await db.close()
      }
    } finally {
      await postgres.close()
    }
  },
}
