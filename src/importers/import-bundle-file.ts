// Imports one bundle that a person names, and audits what it touched.
import { auditImport } from '../auditing/run-audits.ts'
import type { Database } from '../db/client.ts'
import { parseBundle } from './bundle/parse.ts'
import { readTextFile, type TextFile } from './read-text-file.ts'
import type { ImportLedger } from './writer/ledger.ts'
import { writeBundle } from './writer/write-bundle.ts'

/** The format's name in the ledger. */
export const bundleFormat = 'bundle'

/**
 * Imports one bundle and gives its account, which names the file by its path.
 * Throws ImportError where the file cannot be read or is no sound bundle, and what the database throws; then nothing is written.
 */
export async function importBundleFile(
  db: Pick<Database, 'prisma' | 'pool'>,
  path: string,
  options: BundleOptions = {},
): Promise<ImportLedger> {
  return importBundleText(db, path, await readTextFile(path), options)
}

export interface BundleOptions {
  /** Says what would happen, and changes nothing. */
  dryRun?: boolean
  /** For those who audit later. */
  withoutAudits?: boolean
}

/** The same for text that was read already; `file` is how the account names it. */
export async function importBundleText(
  db: Pick<Database, 'prisma' | 'pool'>,
  file: string,
  { text, digest }: TextFile,
  { dryRun = false, withoutAudits = false }: BundleOptions = {},
): Promise<ImportLedger> {
  const { bundle, lineOf } = parseBundle(text, file)
  const ledger = await writeBundle(db, { bundle, file, digest, format: bundleFormat, lineOf, dryRun })
  if (!dryRun && !withoutAudits) await auditImport(db, ledger)
  return ledger
}
