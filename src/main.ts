// The process: signals in, exit code out. Everything else is in src/cli.ts.
import { runCli } from './cli.ts'
import { isRunByNpm } from './config.ts'
import { describeFailure } from './failure.ts'
import { whenNpmEnds } from './npm-parent.ts'

/** Signals closer together than this are one wish: npm passes on the Ctrl-C that the terminal sent us already. */
const SAME_WISH_MS = 1_000
/** Closing takes at most this long, in milliseconds; what is left then is cut. */
const LAST_FUSE_MS = 25_000

const stop = new AbortController()
let asked = 0
let failed = false

function askToStop(reason: string): void {
  if (stop.signal.aborted) {
    if (Date.now() - asked > SAME_WISH_MS) process.exit(130)
    return
  }
  asked = Date.now()
  setTimeout(() => process.exit(1), LAST_FUSE_MS).unref()
  stop.abort(reason)
}

process.on('SIGINT', askToStop)
process.on('SIGTERM', askToStop)
if (isRunByNpm()) whenNpmEnds(() => askToStop('npm ended'))

// Nobody caught it, so nothing is certain any more: say so, close what can be closed, and end.
process.on('uncaughtException', (error) => {
  console.error(describeFailure(error))
  failed = true
  askToStop('unexpected error')
})

const code = await runCli(process.argv.slice(2), {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  stop: stop.signal,
})
process.exit(failed ? 1 : code)
