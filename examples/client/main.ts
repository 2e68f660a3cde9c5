// Prints where the scores of a model come from:
//   npm run client -- http://127.0.0.1:4000/graphql internlm2-20b-reward
// Exit codes: 0 printed, 1 the server could not answer, 2 the command line was not understood, 3 no such model.
import { parseArgs } from 'node:util'
import { ClientError } from 'graphql-request'
import { connect, readEvidence, suggest } from './evidence.ts'
import { printEvidence } from './print.ts'

const usage = 'Usage: npm run client -- URL MODEL [--page-size N]    (N: nodes a page, 50 unless given)'

/** What went wrong with a request, and what to do about it; errors that are no fault of a request are thrown on. */
function explain(error: unknown, url: string): string {
  if (error instanceof ClientError) {
    const { errors, status } = error.response
    if (!errors?.length) return `${url} answered with status ${status}, not as GraphQL. The path is usually /graphql.`
    return errors.map(({ message, extensions }) => `${extensions?.code ?? 'ERROR'}: ${message}`).join('\n')
  }
  // What Node's fetch throws when no answer arrives.
  if (error instanceof TypeError && error.cause instanceof Error) {
    const reason = (error.cause as NodeJS.ErrnoException).code ?? error.cause.message
    return `No answer from ${url} (${reason}). Is Whence running there? \`npm start\` starts it.`
  }
  throw error
}

async function run(args: string[]): Promise<number> {
  let url: string | undefined
  let slug: string | undefined
  let pageSize: number
  try {
    const options = { 'page-size': { type: 'string', default: '50' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    ;[url, slug] = positionals
    pageSize = Number(values['page-size'])
    if (positionals.length !== 2 || !url || !slug) throw new Error('Which server, and which model?')
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new Error(`"${url}" is not the URL of a server.`)
    if (!Number.isInteger(pageSize)) throw new Error('--page-size takes a whole number.')
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return 2
  }
  try {
    const client = connect(url)
    const evidence = await readEvidence(client, slug, pageSize)
    if (evidence) {
      console.log(printEvidence(evidence))
      return 0
    }
    const suggestions = await suggest(client, slug)
    const hint = suggestions.length > 0 ? ['Did you mean:', ...suggestions.map((line) => `  ${line}`)] : []
    console.error([`There is no model "${slug}".`, ...hint].join('\n'))
    return 3
  } catch (error) {
    console.error(explain(error, url))
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
