// Writes a bundle into the graph: one transaction, all or nothing, and the same bundle twice changes nothing.

import type { Database } from '../../db/client.ts'
import { graphLock } from '../../db/transaction.ts'
import { hashKey } from '../../domain/content-hash.ts'
import type { Bundle } from '../bundle/format.ts'
import { type ImportLedger, LedgerBook } from './ledger.ts'
import type { Parts } from './parts.ts'
import { refreshDerived } from './refresh-derived.ts'
import { writeAliases } from './write-aliases.ts'
import { writeAuthors } from './write-authors.ts'
import { writeBenchmarks } from './write-benchmarks.ts'
import { writeDerivations } from './write-derivations.ts'
import { writeFacts } from './write-facts.ts'
import { writeModels } from './write-models.ts'
import { writeNotes } from './write-notes.ts'
import { type Observations, writeObservations } from './write-observations.ts'
import { writeSettings } from './write-settings.ts'
import { writeSources } from './write-sources.ts'
import { writeTables } from './write-tables.ts'
import { type Disturbed, insertRows, type Row, type Writing } from './writing.ts'

export interface BundleToWrite {
  bundle: Bundle
  /** How the account names the file. */
  file: string
  /** SHA-256 of its bytes, in hex. */
  digest: string
  /** "bundle", or the format that was mapped to one. */
  format: string
  /** The line of an entry, where the format has lines. */
  lineOf?: (path: readonly PropertyKey[]) => number | null
  /** Gives the account and writes nothing. */
  dryRun?: boolean
}

const longest = 30 * 60 * 1000

/** Thrown to leave the transaction without a trace. */
class NothingNew extends Error {}

/**
 * Writes everything in the bundle that is new, and gives an account of all of it. The bundle must have passed the reference
 * checks (src/importers/bundle/references.ts). Where nothing is new, nothing is written, not even the import itself.
 * Throws what the database throws; then nothing is written either.
 */
export async function writeBundle(db: Pick<Database, 'prisma'>, input: BundleToWrite): Promise<ImportLedger> {
  const { file, digest, format } = input
  const key = hashKey({ of: 'import', format, digest })
  const ledger = new LedgerBook(file, input.lineOf ?? (() => null))
  const disturbed: Disturbed = {
    ...{ models: new Set(), benchmarks: new Set(), sources: new Set(), observations: new Set() },
  }
  const account = (): ImportLedger => {
    const totals = ledger.totals()
    const { kinds, rejections } = ledger
    const alreadyImported = totals.accepted === 0
    return { file, key, format, digest, ...totals, rejections, kinds, alreadyImported, disturbed }
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
        const writing: Writing = { bundle: input.bundle, ledger, importId, disturbed, rows, run }
        const { models } = await writeParts(writing)
        await refreshDerived(writing, models.touched)
        if (ledger.totals().accepted === 0 || input.dryRun) throw new NothingNew()
        await closeImport(writing)
      },
      { maxWait: longest, timeout: longest },
    )
  } catch (error) {
    if (!(error instanceof NothingNew)) throw error
  }
  return account()
}

/** Writes all parts of a bundle; what follows from the rows (parties, counts) is left to refreshDerived. */
export async function writeParts(writing: Writing): Promise<Parts & { observations: Observations }> {
  const authors = await writeAuthors(writing)
  const benchmarks = await writeBenchmarks(writing)
  const sources = await writeSources(writing, authors)
  const models = await writeModels(writing, authors, sources)
  await writeAliases(writing, sources, models)
  const settings = await writeSettings(writing, benchmarks)
  const tables = await writeTables(writing, sources, models, settings)
  const parts = { authors, benchmarks, sources, models, settings, tables }
  const observations = await writeObservations(writing, parts)
  const notes = await writeNotes(writing, parts, observations)
  await writeFacts(writing, parts, notes)
  await writeDerivations(writing, observations)
  return { ...parts, observations }
}

/** The row of this import; that of an earlier one of the same bytes, where there is one. */
export async function openImport({ rows }: Pick<Writing, 'rows'>, { key, format, file, digest }: Row): Promise<number> {
  await rows(
    `INSERT INTO import (key, format, file, digest, started_at) VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (format, digest) DO NOTHING RETURNING id`,
    ...[key, format, file, digest],
  )
  const [row] = await rows<{ id: number }>('SELECT id FROM import WHERE format = $1 AND digest = $2', format, digest)
  if (!row) throw new Error('the writer lost its import')
  return row.id
}

async function closeImport(writing: Writing): Promise<void> {
  const { importId, ledger } = writing
  const { accepted, duplicates, rejected } = ledger.totals()
  await writing.run(
    `UPDATE import SET finished_at = clock_timestamp(), accepted = accepted + $2, duplicates = duplicates + $3, rejected = rejected + $4
     WHERE id = $1`,
    ...[importId, accepted, duplicates, rejected],
  )
  const [last] = await writing.rows<{ position: number | null }>(
    'SELECT max(position)::int AS position FROM rejection WHERE import_id = $1',
    importId,
  )
  const start = last?.position ?? 0
  await insertRows(
    writing,
    'rejection',
    ledger.rejections.map((rejection, index) => ({ import_id: importId, position: start + index + 1, ...rejection })),
  )
}
