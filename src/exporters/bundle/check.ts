// Tries an exported bundle: what would importing it again change?
import type { Database } from '../../db/client.ts'
import { graphLock } from '../../db/transaction.ts'
import { parseBundle } from '../../importers/bundle/parse.ts'
import { type ImportLedger, LedgerBook } from '../../importers/writer/ledger.ts'
import { openImport, writeParts } from '../../importers/writer/write-bundle.ts'
import type { Row, Writing } from '../../importers/writer/writing.ts'

class Tried extends Error {}
const longest = 30 * 60 * 1000

/**
 * What importing the bundle into this database would bring or be refused; nothing is written whatever comes of it.
 * Throws ImportError where the text is no sound bundle.
 */
export async function tryBundle(db: Pick<Database, 'prisma'>, text: string, file: string): Promise<ImportLedger> {
  const { bundle, lineOf } = parseBundle(text, file)
  const ledger = new LedgerBook(file, lineOf)
  const [key, format, digest] = ['0'.repeat(32), 'bundle', '0'.repeat(64)]
  const disturbed = {
    models: new Set<number>(),
    benchmarks: new Set<number>(),
    sources: new Set<number>(),
    observations: new Set<number>(),
  }
  try {
    await db.prisma.$transaction(
      async (tx) => {
        const rows = <R extends object = Row>(statement: string, ...values: unknown[]) =>
          tx.$queryRawUnsafe<R[]>(statement, ...values)
        const run = (statement: string, ...values: unknown[]) => tx.$executeRawUnsafe(statement, ...values)
        await run('SET LOCAL statement_timeout = 0')
        await run(`SELECT pg_advisory_xact_lock(${graphLock})`)
        const importId = await openImport({ rows }, { key, format, file, digest })
        const writing: Writing = { bundle, ledger, importId, disturbed, rows, run }
        await writeParts(writing)
        throw new Tried()
      },
      { maxWait: longest, timeout: longest },
    )
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
  const totals = ledger.totals()
  const { kinds, rejections } = ledger
  return { file, key, format, digest, ...totals, rejections, kinds, alreadyImported: totals.accepted === 0, disturbed }
}
