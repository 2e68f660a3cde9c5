// whence migrate: brings the database up to date, and says what was done.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Command } from './command.ts'
import { settingsHelp } from './settings-help.ts'

export const command: Command = {
  help: `Usage: whence migrate

Applies the migrations that the database does not have yet. \`whence serve\` does it by itself; this is for those who
want it as a step of its own. Uses DATABASE_URL, or Whence's own PostgreSQL, which may be in use meanwhile.

${settingsHelp}`,

  async run(args, terminal) {
    parseArgs({ args, options: {} })
    const config = readConfig()
    const log = createLog(config.logLevel)
    const [{ locatePostgres }, { migrate }] = await Promise.all([
      import('../db/locate.ts'),
      import('../db/migrations.ts'),
    ])
    const postgres = await locatePostgres(config, (message) => log.warn(message))
    try {
      const { applied } = await migrate(postgres.url)
      terminal.print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.')
      return 0
    } finally {
      await postgres.close()
    }
  },
}
