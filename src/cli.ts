// The command line: finds the subcommand, loads only that one, and turns errors into words and exit codes.
import type { Command, Terminal } from './cli/command.ts'
import { commandLineError, UsageError } from './cli/command.ts'
import { describeFailure } from './failure.ts'

/** What there is, with a line for each; loaded when it is called. */
const commands: Record<string, { summary: string; load: () => Promise<{ command: Command }> }> = {
  serve: { summary: 'start the GraphQL server', load: () => import('./cli/serve.ts') },
  migrate: { summary: 'bring the database up to date', load: () => import('./cli/migrate.ts') },
  import: { summary: 'import files', load: () => import('./cli/import.ts') },
  export: { summary: 'give a captured page back', load: () => import('./cli/export.ts') },
  audit: { summary: 'look for contradictions', load: () => import('./cli/audit.ts') },
  token: { summary: 'make a curator’s token', load: () => import('./cli/token.ts') },
}

const overview = `Whence: where does this number come from?

Usage: whence COMMAND

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(9)}${summary}`)
  .join('\n')}

whence COMMAND --help tells more.`

/** Runs one command line (without "node" and the script). Returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCli(argv: string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv
  try {
    if (name === undefined) throw new UsageError('Which command?', overview)
    if (name === '--help' || name === '-h' || name === 'help') {
      terminal.print(overview)
      return 0
    }
    if (!Object.hasOwn(commands, name)) throw new UsageError(`There is no command "${name}".`, overview)
    const { command } = await (commands[name] as (typeof commands)[string]).load()
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.print(command.help)
      return 0
    }
    return await command.run(rest, terminal)
  } catch (error) {
    const usage = commandLineError(error)
    terminal.complain(usage ?? describeFailure(error))
    return usage === undefined ? 1 : 2
  }
}
