// whence token NAME: makes a curator's token, and prints it once.
import { parseArgs } from 'node:util'
import { curatorNameProblem, makeToken } from '../curation/tokens.ts'
import { type Command, UsageError } from './command.ts'

const usage = 'Usage: whence token NAME'

export const command: Command = {
  help: `${usage}

Makes a token for a curator and prints it, this once, with the entry that makes the server know it. The server keeps no
token: add the entry to WHENCE_CURATOR_TOKENS (joined by commas) and start it again. The curator sends the token with
each request as "Authorization: Bearer TOKEN". NAME is what histories say who did something. To take a token back,
remove its entry. Needs no database.`,

  async run(args, terminal) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const [name, ...rest] = positionals
    if (name === undefined) throw new UsageError('Whose token?', usage)
    if (rest.length > 0)
      throw new UsageError(`One name at a time; quote one that has blanks: "${positionals.join(' ')}".`, usage)
    const problem = curatorNameProblem(name)
    if (problem) throw new UsageError(`"${name}" will not do: ${problem}.`, usage)
    const { token, hash } = makeToken()
    terminal.print(`The token of ${name}, shown only now:

  ${token}

What the server is to know (WHENCE_CURATOR_TOKENS):

  ${name}:${hash}`)
    return 0
  },
}
