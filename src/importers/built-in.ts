// Imports the built-in catalogue: the bundles in data/.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../db/client.ts'
import { bundleFormat, importBundleText } from './import-bundle-file.ts'
import { readTextFile } from './read-text-file.ts'
import { formatLedger, type ImportLedger } from './writer/ledger.ts'

const catalogue = fileURLToPath(new URL('../../data/', import.meta.url))

/** What importing tells of; a pino logger is one. */
export interface ImportLog {
  info(message: string): void
  warn(message: string): void
}

/**
 * Imports every bundle of the built-in catalogue (data/*.yaml, in the order of their names) whose bytes are not in the ledger
 * yet; one statement where all are. Gives the accounts of those that were imported. Throws as importBundleFile does.
 */
export async function importBuiltIn(
  db: Pick<Database, 'prisma' | 'pool'>,
  log: ImportLog,
  folder = catalogue,
): Promise<ImportLedger[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const files = await Promise.all(names.map(async (name) => ({ name, file: await readTextFile(join(folder, name)) })))
  const known = await db.prisma.import.findMany({
    where: { format: bundleFormat, digest: { in: files.map(({ file }) => file.digest) } },
    select: { digest: true },
  })
  const done = new Set(known.map(({ digest }) => digest))
  const ledgers: ImportLedger[] = []
  for (const { name, file } of files) {
    if (done.has(file.digest)) continue
    const ledger = await importBundleText(db, `data/${name}`, file)
    ledgers.push(ledger)
    if (ledger.rejected > 0) log.warn(formatLedger(ledger))
    else log.info(`${ledger.file}: ${ledger.accepted} accepted, ${ledger.duplicates} duplicate`)
  }
  return ledgers
}
