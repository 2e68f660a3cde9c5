// whence serve: the GraphQL server, until it is asked to stop.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Command } from './command.ts'
import { settingsHelp } from './settings-help.ts'

export const command: Command = {
  help: `Usage: whence serve

Starts the GraphQL server. Without DATABASE_URL it runs a PostgreSQL of its own. Brings the database up to date and
imports the built-in catalogue first. Stops on SIGTERM or Ctrl-C, after answering the requests under way.

${settingsHelp}`,

  async run(args, terminal) {
    parseArgs({ args, options: {} })
    const config = readConfig()
    const { startServer } = await import('../server.ts')
    const log = createLog(config.logLevel)
    const server = await startServer({ config, log })
    terminal.print(`Whence is ready. GraphiQL and the GraphQL endpoint: ${server.url}/graphql`)
    if (!terminal.stop.aborted) await once(terminal.stop, 'abort')
    log.info({ reason: terminal.stop.reason }, 'stopping')
    await server.close()
    return 0
  },
}
