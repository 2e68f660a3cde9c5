// Imports files of any format: finds them, recognises them, and imports dump after dump, each in a transaction of its own.
import type { Readable } from 'node:stream'
import { auditImport } from '../auditing/run-audits.ts'
import type { Database } from '../db/client.ts'
import { findFiles } from './dump/find-files.ts'
import { formatNamed, formats } from './dump/formats.ts'
import { type DumpAccount, importDump } from './dump/import-dump.ts'
import { digestOfFile, type InputFile, wholeText } from './dump/input-file.ts'
import { bundle, type PlannedDump, planAs, planAuto } from './dump/plan.ts'
import type { FormatName } from './format-names.ts'
import { importBundleFile, importBundleText } from './import-bundle-file.ts'
import { ImportError, type Mistake } from './import-error.ts'
import type { ImportLedger } from './writer/ledger.ts'

export interface ImportFilesOptions {
  /** A day or a moment: the date of the dumps. */
  asOf?: string
  /** Of the format csv. */
  mapping?: string
  dryRun?: boolean
  /** For those who audit later. */
  withoutAudits?: boolean
  /** Standard input, for the path "-". */
  input?: Readable
  stop?: AbortSignal
  progress?: (dump: string, rows: number) => void
  /** Told as each dump ends. */
  done: (result: ImportResult) => void | Promise<void>
}

export type ImportResult =
  | { outcome: 'IMPORTED'; format: string; account: DumpAccount | ImportLedger }
  | { outcome: 'REFUSED'; format: string; file: string; code: string; mistakes: readonly Mistake[] }
  | { outcome: 'NOT_RECOGNISED'; file: string; reason: string }

type Db = Pick<Database, 'prisma' | 'pool'>

/**
 * Imports what the paths lead to: files, folders, patterns, "-". What is refused changes nothing, and the others go on.
 * Throws what the database throws, and where it is told to stop.
 */
export async function importFiles(
  db: Db,
  format: FormatName,
  paths: readonly string[],
  options: ImportFilesOptions,
): Promise<void> {
  for (const path of paths) {
    try {
      await importPath(db, format, path, options)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      await options.done({ outcome: 'REFUSED', format, file: path, code: error.code, mistakes: error.items })
    }
  }
}

async function importPath(db: Db, format: FormatName, path: string, options: ImportFilesOptions): Promise<void> {
  const found = await findFiles([path], options.input)
  try {
    const known = format === bundle ? bundle : formatNamed(format)
    const plan = known === undefined ? await planAuto(found.arguments, formats) : planAs(known, found.arguments)
    for (const { file, reason } of plan.unknown) await options.done({ outcome: 'NOT_RECOGNISED', file, reason })
    for (const planned of plan.dumps) {
      if (options.stop?.aborted) throw new Error(`Stopped before ${planned.dump.name}.`)
      await options.done(await importPlanned(db, planned, options))
    }
  } finally {
    await found.clean()
  }
}

async function importPlanned(
  db: Db,
  { format, dump }: PlannedDump,
  options: ImportFilesOptions,
): Promise<ImportResult> {
  const name = format === bundle ? bundle : format.name
  const { done: _, progress, withoutAudits = false, ...rest } = options
  try {
    if (format === bundle) {
      const [file] = dump.files
      if (!file) throw new TypeError('a dump without a file')
      return { outcome: 'IMPORTED', format: name, account: await importBundle(db, file, options) }
    }
    const account = await importDump(db, format, dump, {
      ...rest,
      ...(progress ? { progress: (rows: number) => progress(dump.name, rows) } : {}),
    })
    if (!account.dryRun && !withoutAudits) await auditImport(db, account)
    return { outcome: 'IMPORTED', format: name, account }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { outcome: 'REFUSED', format: name, file: dump.name, code: error.code, mistakes: error.items }
  }
}

async function importBundle(
  db: Db,
  file: InputFile,
  { dryRun = false, withoutAudits = false }: ImportFilesOptions,
): Promise<ImportLedger> {
  const options = { dryRun, withoutAudits }
  if (file.path === file.name && !/\.gz$/i.test(file.path)) return importBundleFile(db, file.path, options)
  return importBundleText(db, file.name, { text: await wholeText(file), digest: await digestOfFile(file) }, options)
}
