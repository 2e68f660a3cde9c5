// whence audit: looks for contradictions in all that is known, and says what there is.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Command } from './command.ts'
import { settingsHelp } from './settings-help.ts'

export const command: Command = {
  help: `Usage: whence audit [--json] [--fail-on-open]

Audits everything: do the sources contradict each other, do printed means follow from their parts, are shares possible
at all? What it finds is kept as issues, and what it no longer finds is closed, with its history; run twice, it changes
nothing. Imports are audited as they happen; this is for a check of the whole, and for jobs that shall stop at open issues.
Uses DATABASE_URL, or Whence's own PostgreSQL, which may be in use meanwhile.

  --json          print the summary as JSON
  --fail-on-open  end with 1 if issues are open, whoever tells of them

${settingsHelp}`,

  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean' }, 'fail-on-open': { type: 'boolean' } },
    })
    const config = readConfig()
    const log = createLog(config.logLevel)
    const [{ locatePostgres }, { migrate }, { openDatabase }, { runAudits }, { formatSummary, stateOfIssues }] =
      await Promise.all([
        import('../db/locate.ts'),
        import('../db/migrations.ts'),
        import('../db/client.ts'),
        import('../auditing/run-audits.ts'),
        import('../auditing/summary.ts'),
      ])
    const postgres = await locatePostgres(config, (message) => log.warn(message))
    try {
      await migrate(postgres.url)
      const db = openDatabase(postgres.url, { poolSize: 2 })
      try {
        const audit = await runAudits(db, { touched: 'all' })
        const state = await stateOfIssues(db)
        const open = state.reduce((sum, kind) => sum + kind.open, 0)
        terminal.print(
          values.json ? JSON.stringify({ open, kinds: state, audit }, null, 2) : formatSummary(audit, state),
        )
        return values['fail-on-open'] && open > 0 ? 1 : 0
      } finally {
        await db.close()
      }
    } finally {
      await postgres.close()
    }
  },
}
