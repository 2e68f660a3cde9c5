// What a subcommand is, and how it says that it was not understood.

/** Where a command speaks, and who may ask it to stop. */
export interface Terminal {
  print(text: string): void
  complain(text: string): void
  /** Aborted when the process shall end; its reason is a text such as "SIGTERM". */
  stop: AbortSignal
}

export interface Command {
  help: string
  /** Returns the exit code. Errors are told by the caller. */
  run(args: string[], terminal: Terminal): Promise<number>
}

/** The command line can't be understood; `usage` says what can. */
export class UsageError extends Error {
  readonly usage: string

  constructor(message: string, usage: string) {
    super(message)
    this.usage = usage
  }
}

/** What to tell of an error in the command line itself; undefined for any other error. */
export function commandLineError(error: unknown): string | undefined {
  if (error instanceof UsageError) return `${error.message}\n\n${error.usage}`
  // Of parseArgs: unknown flags, missing values.
  const code = (error as { code?: string })?.code
  if (code?.startsWith('ERR_PARSE_ARGS'))
    return `${(error as Error).message}\nwhence COMMAND --help lists what there is.`
  return undefined
}
