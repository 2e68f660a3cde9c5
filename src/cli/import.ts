// whence import FORMAT PATH…: brings files into the database and prints what became of every row.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { parsePartialDate } from '../domain/partial-date.ts'
import { type FormatName, formatSummaries } from '../importers/format-names.ts'
import type { ImportResult } from '../importers/import-files.ts'
import { createLog } from '../log.ts'
import { type Command, type Terminal, UsageError } from './command.ts'
import { settingsHelp } from './settings-help.ts'

const usage = `Usage: whence import FORMAT PATH…\nFormats: ${Object.keys(formatSummaries).join(', ')}`

const help = `Usage: whence import FORMAT PATH… [--as-of DATE] [--mapping FILE] [--dry-run] [--json]

Imports files. PATH is a file, a folder, a pattern such as 'runs/**/*.json', or - for standard input; .gz files are
unpacked. A file that can't be taken is refused with every mistake, and changes nothing; every row that can't be taken is
told with file, line, field and reason. A file imported again adds nothing; a newer dump of the same page replaces the
values that changed (docs/importing.md). Ends with 1 if a file was refused or not recognised.
Uses DATABASE_URL, or Whence's own PostgreSQL, which may be in use meanwhile.

  --as-of DATE    the day of the dump (2026-02-17), where the files don't state it, or against what they state
  --mapping FILE  which column is what (format csv)
  --dry-run       say what would happen, and change nothing
  --json          print the accounts as JSON, one line a dump

Formats:
${Object.entries(formatSummaries)
  .map(([name, summary]) => `  ${name.padEnd(18)}${summary}`)
  .join('\n')}

${settingsHelp}`

const isFormat = (name: string): name is FormatName => Object.hasOwn(formatSummaries, name)

/** Prints a result; returns whether it was taken. */
async function tell(result: ImportResult, json: boolean, terminal: Terminal): Promise<boolean> {
  if (json) {
    const account = 'account' in result ? { ...result.account, disturbed: undefined } : {}
    terminal.print(JSON.stringify({ ...result, account: 'account' in result ? account : undefined }))
  } else if (result.outcome === 'NOT_RECOGNISED') {
    terminal.complain(`${result.file} was not recognised: ${result.reason}`)
  } else if (result.outcome === 'REFUSED') {
    const { formatMistake } = await import('../importers/import-error.ts')
    terminal.complain(
      `${result.file} was refused (${result.code}), nothing of it was imported:\n${result.mistakes.map(formatMistake).join('\n')}`,
    )
  } else if ('rows' in result.account) {
    const { formatAccount } = await import('../importers/format-account.ts')
    terminal.print(formatAccount(result.account))
  } else {
    const { formatLedger } = await import('../importers/writer/ledger.ts')
    terminal.print(formatLedger(result.account))
  }
  return result.outcome === 'IMPORTED'
}

/** How many rows have been read, on one line of a terminal that is written over; nothing elsewhere. */
function progressLine(): { show?: (dump: string, rows: number) => void; clear(): void } {
  const { stderr } = process
  if (!stderr.isTTY) return { clear: () => {} }
  const write = (text: string) => stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns ?? 80) - 1)}`)
  return { show: (dump, rows) => write(`${rows} rows of ${dump}`), clear: () => write('') }
}

export const command: Command = {
  help,
  async run(args, terminal) {
    const { positionals, values } = parseArgs({
      args,
      options: {
        'as-of': { type: 'string' },
        mapping: { type: 'string' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const [name, ...paths] = positionals
    if (name === undefined) throw new UsageError('Which format?', usage)
    if (!isFormat(name)) throw new UsageError(`There is no format "${name}".`, usage)
    if (paths.length === 0) throw new UsageError('Which files?', usage)
    const asOf = values['as-of']
    if (asOf !== undefined && (asOf.length !== 10 || parsePartialDate(asOf) === null))
      throw new UsageError(`--as-of must be a day such as 2026-02-17, not "${asOf}".`, usage)
    const config = readConfig()
    const log = createLog(config.logLevel)
    const [{ locatePostgres }, { migrate }, { openDatabase }, { importFiles }] = await Promise.all([
      import('../db/locate.ts'),
      import('../db/migrations.ts'),
      import('../db/client.ts'),
      import('../importers/import-files.ts'),
    ])
    const postgres = await locatePostgres(config, (message) => log.warn(message))
    try {
      await migrate(postgres.url)
      const db = openDatabase(postgres.url, { poolSize: 2 })
      const line = progressLine()
      let taken = true
      try {
        await importFiles(db, name, paths, {
          ...(asOf === undefined ? {} : { asOf }),
          ...(values.mapping === undefined ? {} : { mapping: values.mapping }),
          dryRun: values['dry-run'] ?? false,
          stop: terminal.stop,
          ...(line.show ? { progress: line.show } : {}),
          done: async (result) => {
            line.clear()
            taken = (await tell(result, values.json ?? false, terminal)) && taken
          },
        })
        return taken ? 0 : 1
      } finally {
        line.clear()
        await db.close()
      }
    } finally {
      await postgres.close()
    }
  },
}
