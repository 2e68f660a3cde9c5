// Imports files of any format: finds them, recognises them, and imports dump after dump, each in a transaction of its own.
import type { Readable } from 'node:stream'
import { auditImport } from '../auditing/run-audits.ts'
import type { Database } from '../db/client.ts'
import { findFiles } from './dump/find-files.ts'
import { formatNamed, formats } from './dump/formats.ts'
import { type DumpLedgerAccount, importDump } from './dump/import-dump.ts'
import { bundle, type PlannedDump, planAs, planAuto } from './dump/plan.ts'
import { importBundleFile } from './import-bundle-file.ts'
import { ImportError, type Mistake } from './import-error.ts'
import type { ImportLedger } from './writer/ledger.ts'

export interface ImportFilesOptions {
  asOf?: string
  mapping?: string
  dryRun?: boolean
  /** Leaves the audits out, for those who run them later. */
  withoutAudits?: boolean
  input?: Readable
  stop?: AbortSignal
  progress?: (dump: string, rows: number) => void
  /** Told as each dump ends. */
  done: (result: ImportResult) => void
}

export type ImportResult =
  | { outcome: 'IMPORTED'; format: string; account: DumpLedgerAccount | ImportLedger }
  | { outcome: 'REFUSED'; format: string; file: string; code: string; mistakes: readonly Mistake[] }
  | { outcome: 'NOT_RECOGNISED'; file: string; reason: string }

/** The names that `format` may have beside those of the formats: auto, bundle. */
export const formatNames = (): string[] => ['auto', bundle, ...formats.map(({ name }) => name)]

/**
 * Imports what the paths lead to. A dump that is refused changes nothing, and the others go on. Throws ImportError for a path
 * that leads nowhere, and what the database throws.
 */
export async function importFiles(
  db: Pick<Database, 'prisma' | 'pool'>,
  format: string,
  paths: readonly string[],
  options: ImportFilesOptions,
): Promise<void> {
  const found = await findFiles(paths, options.input)
  try {
    const known = format === bundle ? bundle : formatNamed(format)
    if (known === undefined && format !== 'auto') throw new TypeError(`there is no format '${format}'`)
    const plan = known === undefined ? await planAuto(found.arguments, formats) : planAs(known, found.arguments)
    for (const { file, reason } of plan.unknown) options.done({ outcome: 'NOT_RECOGNISED', file, reason })
    for (const planned of plan.dumps) {
      if (options.stop?.aborted) throw new Error(`Stopped before ${planned.dump.name}.`)
      options.done(await importPlanned(db, planned, options))
    }
  } finally {
    await found.clean()
  }
}

async function importPlanned(
  db: Pick<Database, 'prisma' | 'pool'>,
  { format, dump }: PlannedDump,
  { done: _, progress, withoutAudits, ...options }: ImportFilesOptions,
): Promise<ImportResult> {
  const name = format === bundle ? bundle : format.name
  try {
    if (format === bundle) return { outcome: 'IMPORTED', format: name, account: await importBundleFile(db, dump.files[0]?.path ?? '') }
    const account = await importDump(db, format, dump, {
      ...options,
      ...(progress ? { progress: (rows: number) => progress(dump.name, rows) } : {}),
    })
    if (!account.dryRun && !withoutAudits) await auditImport(db, account)
    return { outcome: 'IMPORTED', format: name, account }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { outcome: 'REFUSED', format: name, file: dump.name, code: error.code, mistakes: error.items }
  }
}
