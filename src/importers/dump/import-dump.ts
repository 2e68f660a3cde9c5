// Imports one dump: its rows are read, mapped and written in portions, in one transaction.
import type { Database } from '../../db/client.ts'
import { copyRows } from '../../db/copy-rows.ts'
import { graphLock, inTransaction } from '../../db/transaction.ts'
import { hashKey } from '../../domain/content-hash.ts'
import type { Mistake } from '../import-error.ts'
import { ImportError } from '../import-error.ts'
import { digestOf as sha256Of } from '../read-text-file.ts'
import type { Claim } from '../writer/claims.ts'
import type { Counts, ImportLedger } from '../writer/ledger.ts'
import type { Parts } from '../writer/parts.ts'
import { refreshDerived } from '../writer/refresh-derived.ts'
import { openImport, writeParts } from '../writer/write-bundle.ts'
import { type Disturbed, insertRows, type Writing } from '../writer/writing.ts'
import type { BundleBuilder } from './bundle-builder.ts'
import { DumpLedger } from './dump-ledger.ts'
import { type Dump, type DumpOptions, FileFault, type Format, Refusal } from './format.ts'
import { digestOfFile } from './input-file.ts'
import { noteSeen, openSightings, type ReadSeries, type Seen, settleSightings } from './sightings.ts'

/** So many values are written at once: few statements, and memory that does not grow with the dump. */
const portion = 4_000

export interface DumpAccount extends ImportLedger {
  files: number
  /** Rows of the input: each ends as one of the three. The counts above are of nodes (see `kinds`). */
  rows: Counts
  /** All rejections, of which `rejections` holds the first 10,000. */
  rejectionCount: number
  /** How often each reason was given, most often first. */
  reasons: { reason: string; count: number }[]
  /** Values that replaced older ones, and rows that the page has no more. */
  superseding: number
  gone: number
  dryRun: boolean
  seconds: number
}

export interface ImportDumpOptions extends DumpOptions {
  /** Says what would happen, and changes nothing. */
  dryRun?: boolean
  /** Told from time to time how many rows have been read. */
  progress?: (rows: number) => void
  stop?: AbortSignal
}

/** Thrown to leave the transaction without a trace. */
class NothingToKeep extends Error {}

/**
 * Imports a dump: all of it or nothing. A file of a tree that is broken, and a row that cannot be taken, are rejected with
 * their place; a table that breaks in the middle refuses the dump. Throws ImportError for that, and what the database throws.
 */
export async function importDump<T>(
  db: Pick<Database, 'pool'>,
  format: Format<T>,
  dump: Dump,
  options: ImportDumpOptions = {},
): Promise<DumpAccount> {
  const started = performance.now()
  const digest = await digestOf(dump)
  const key = hashKey({ of: 'import', format: format.name, digest })
  const ledger = new DumpLedger(dump.name)
  const disturbed: Disturbed = { models: new Set(), benchmarks: new Set(), sources: new Set(), observations: new Set() }
  let settled = { superseding: 0, gone: 0, renewed: false }
  let kept = false
  try {
    await inTransaction(db.pool, async ({ db: client, rows, run }) => {
      await run('SET LOCAL statement_timeout = 0')
      await run(`SELECT pg_advisory_xact_lock(${graphLock})`)
      const importId = await openImport({ rows }, { key, format: format.name, file: dump.name, digest })
      const copy: Writing['copy'] = (table, columns, records) => copyRows(client, table, columns, records)
      const shared = { ledger, importId, disturbed, rows, run, copy, dump: true }
      await openSightings(shared)
      const { touched, series } = await writeRows(format, dump, options, shared)
      const latest = [...series.values()]
        .map(({ as_of }) => as_of)
        .sort()
        .at(-1)
      const below = dump.whole && latest !== undefined ? { name: '', asOf: latest } : null
      settled = await settleSightings(shared, format.name, [...series.values()], below)
      kept = ledger.totals().accepted + settled.superseding + settled.gone > 0 || settled.renewed
      if (!kept || options.dryRun) throw new NothingToKeep()
      await refreshDerived({ ...shared, bundle: emptyBundle }, touched)
      await closeImport(shared, ledger)
    })
  } catch (error) {
    if (!(error instanceof NothingToKeep)) throw error
  }
  const reasons = [...ledger.reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  return {
    ...{ file: dump.name, files: dump.files.length, key, format: format.name, digest, ...ledger.totals() },
    ...{ rows: ledger.rows, kinds: ledger.kinds, rejections: ledger.rejections, rejectionCount: ledger.rejectionCount },
    ...{ reasons, superseding: settled.superseding, gone: settled.gone, disturbed },
    ...{ alreadyImported: !kept, dryRun: options.dryRun ?? false, seconds: (performance.now() - started) / 1000 },
  }
}

type Shared = Omit<Writing, 'bundle'>
const emptyBundle = {} as Writing['bundle']

async function writeRows<T>(format: Format<T>, dump: Dump, options: ImportDumpOptions, shared: Shared) {
  const ledger = shared.ledger as DumpLedger
  const reading = await format.read(dump, options)
  const touched = new Set<number>()
  const series = new Map<string, ReadSeries>()
  let builder: BundleBuilder | null = null
  let number = 0

  const write = async (builder: BundleBuilder) => {
    ledger.open(builder)
    const writing: Writing = { ...shared, bundle: builder.bundle }
    for (const { identity } of [...builder.observations, ...builder.notes]) {
      if (identity && (series.get(identity.series)?.as_of ?? '') < identity.asOf)
        series.set(identity.series, { series: identity.series, as_of: identity.asOf })
    }
    const parts = await writeParts(writing)
    for (const id of parts.models.touched) touched.add(id)
    await storeRejections(shared, ledger.close())
    await noteSeen(shared, format.name, seenIn(builder, parts))
  }
  // While one portion is written, the next one is read: the database works, and so do we.
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const full = builder
    builder = null
    if (!full || full.size === 0) return
    writing = write(full)
    // Whoever waits for it is told; until then it is no error that nobody has seen.
    writing.catch(() => {})
  }
  try {
    for await (const row of reading.rows) {
      if (options.stop?.aborted) throw new Error(`Stopped; nothing of ${dump.name} was imported.`)
      if (row instanceof FileFault) {
        ledger.refuse({ file: row.file, line: row.line, field: null }, row.message)
        continue
      }
      number += 1
      if (number % 1000 === 0) options.progress?.(number)
      builder ??= reading.builder()
      const place = { file: row.file, line: row.line, field: null }
      builder.begin(number, place)
      try {
        reading.map(row, builder)
        if (!builder.said) throw new Refusal(null, 'the row holds no score')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        builder.abandon()
        ledger.refuse({ ...place, field: error.field }, error.message)
      }
      if (builder.size >= portion) await flush()
    }
  } catch (error) {
    // Nothing may be written once the transaction is over.
    await writing.catch(() => {})
    throw error
  }
  for (const { series: name, asOf } of reading.emptySeries?.() ?? []) {
    if (!series.has(name)) series.set(name, { series: name, as_of: asOf })
  }
  await flush()
  await writing
  await storeRejections(shared, ledger.close())
  options.progress?.(number)
  return { touched, series }
}

/** Which row each observation was written for. */
function seenIn(builder: BundleBuilder, parts: Awaited<ReturnType<typeof writeParts>>): Seen[] {
  return parts.observations.all.flatMap(({ claim, written }): Seen[] => {
    const identity = builder.observations[Number(claim.path[1])]?.identity
    if (!identity) return []
    return [
      {
        observation_id: written.id,
        row_key: rowKey(claim, identity.nativeId, parts),
        native_id: identity.nativeId ?? null,
        series: identity.series,
        as_of: identity.asOf,
      },
    ]
  })
}

/** What a row is known by while its value changes: where the page has no id of its own for it, all that it says but the value. */
function rowKey(
  claim: Claim,
  nativeId: string | undefined,
  { sources, settings }: Pick<Parts, 'sources' | 'settings'>,
): string {
  const { source, locator, setting, configuration, reportedName } = claim
  const place = { of: 'row', source: sources.ref(source).identity, locator: { ...locator } }
  if (nativeId !== undefined) return hashKey({ ...place, nativeId })
  const configured = configuration.map(({ name, value }) => [name, value])
  return hashKey({ ...place, reportedName, configured, setting: settings.key(setting ?? '') })
}

async function digestOf(dump: Dump): Promise<string> {
  const [only] = dump.files
  if (!only) throw new ImportError('FILE_NOT_FOUND', [{ file: dump.name, line: null, field: null, reason: 'no file' }])
  if (dump.files.length === 1) return digestOfFile(only)
  const parts: string[] = []
  for (const file of dump.files) parts.push(`${file.within} ${await digestOfFile(file)}`)
  return sha256Of(parts.sort().join('\n'))
}

async function storeRejections({ rows, importId }: Shared, mistakes: readonly Mistake[]): Promise<void> {
  if (mistakes.length === 0) return
  const [last] = await rows<{ position: number | null }>(
    'SELECT max(position)::int AS position FROM rejection WHERE import_id = $1',
    importId,
  )
  const start = last?.position ?? 0
  const records = mistakes.map((mistake, index) => ({ import_id: importId, position: start + index + 1, ...mistake }))
  await insertRows({ rows }, 'rejection', records)
}

/** The ledger counts the rows of the input. */
async function closeImport({ run, importId }: Shared, { rows }: DumpLedger): Promise<void> {
  await run(
    `UPDATE import SET finished_at = clock_timestamp(), accepted = accepted + $2, duplicates = duplicates + $3, rejected = rejected + $4
     WHERE id = $1`,
    ...[importId, rows.accepted, rows.duplicates, rows.rejected],
  )
}
