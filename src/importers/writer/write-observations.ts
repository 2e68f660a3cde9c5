// Writes observations: every cell and single claim that holds more than a placeholder.
import { observationKey } from '../../domain/keys.ts'
import { parametersKey } from '../../domain/parameters.ts'
import { readPrinted } from '../../domain/printed-number.ts'
import { type Claim, claimsOf, locatorColumns } from './claims.ts'
import type { Authors } from './write-authors.ts'
import type { Models } from './write-models.ts'
import type { Settings } from './write-settings.ts'
import type { Sources } from './write-sources.ts'
import type { Tables } from './write-tables.ts'
import { insertRows, must, type Row, type Writing } from './writing.ts'

export interface WrittenObservation {
  id: number
  key: string
}

export interface Observations {
  /** By the local name of the file. */
  named(local: string): WrittenObservation
  /** Those of a table's column (from 1), in the order of the rows; under one setting where one is given. */
  inColumn(table: string, column: number, setting: string | undefined): WrittenObservation[]
}

/** What a second claim of the same key must not contradict. */
const details = {
  evidence: 'evidence',
  evidence_label: 'evidenceLabel',
  status: 'status',
  sample_size: 'sampleSize',
  measured_at: 'measuredAt',
  published_at: 'publishedAt',
  methodology: 'methodology',
  context: 'context',
} as const

export interface Parts {
  authors: Authors
  benchmarks: ReadonlyMap<string, number>
  sources: Sources
  models: Models
  settings: Settings
  tables: Tables
}

export async function writeObservations(writing: Writing, parts: Parts): Promise<Observations> {
  const claims = claimsOf(writing.bundle).filter(
    (claim) => !readPrinted(claim.printed).placeholder && parts.tables.cellOf(claim) !== undefined,
  )
  const slugs = await slugsOf(writing, claims, parts)
  const rows = claims.map((claim) => ({ claim, record: recordOf(claim, parts, slugs, writing.importId) }))
  const unique = new Map<string, (typeof rows)[number]['record']>()
  for (const { record } of rows) if (!unique.has(record.key)) unique.set(record.key, record)
  const known = await load(writing, [...unique.keys()])
  const records = [...unique.values()].filter(({ key }) => !known.has(key))
  const inserted = await insertRows<{ id: number; key: string }>(writing, 'observation', records, {
    returning: ['id', 'key'],
  })
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  await insertRows(writing, 'observation_measurer', measurers(rows, ids, parts.authors))
  const seen = new Map<string, Row>(known)
  for (const { claim, record } of rows) {
    const kind = claim.cell ? 'cell' : 'observation'
    const before = seen.get(record.key)
    const conflicts = before ? conflictsWith(before, record, claim.path) : []
    if (conflicts.length > 0) writing.ledger.reject(kind, conflicts)
    else writing.ledger.count(kind, before ? 'duplicates' : 'accepted')
    if (!before) seen.set(record.key, record)
    parts.models.touched.add(record.model_id)
  }
  const written = (key: string): WrittenObservation => ({ key, id: ids.get(key) ?? (must(known, key).id as number) })
  return index(rows.map(({ claim, record }) => ({ claim, written: written(record.key) })))
}

async function load({ rows }: Writing, keys: string[]): Promise<Map<string, Row>> {
  const columns = Object.keys(details).map((column) => `"${column}"`)
  const found = await rows<Row>(
    `SELECT id, key, ${columns.join(', ')} FROM observation WHERE key = ANY($1::text[])`,
    keys,
  )
  return new Map(found.map((row) => [row.key as string, row]))
}

function conflictsWith(before: Row, record: Row, path: PropertyKey[]): { path: PropertyKey[]; reason: string }[] {
  return Object.entries(details).flatMap(([column, field]) => {
    const [old, value] = [before[column], record[column]]
    if (value == null || old == null || old === value) return []
    return [{ path: [...path, field], reason: `says '${value}', but the same observation is known with '${old}'` }]
  })
}

interface Slugs {
  models: ReadonlyMap<number, string>
  benchmarks: ReadonlyMap<number, string>
}

async function slugsOf({ rows }: Writing, claims: readonly Claim[], { models, benchmarks }: Parts): Promise<Slugs> {
  const load = async (table: string, ids: number[]) => {
    const found = await rows<{ id: number; slug: string }>(
      `SELECT id, slug FROM "${table}" WHERE id = ANY($1::int[])`,
      ids,
    )
    return new Map(found.map(({ id, slug }) => [id, slug]))
  }
  const modelIds = [...new Set(claims.map((claim) => models.ofClaim(claim)))]
  return { models: await load('model', modelIds), benchmarks: await load('benchmark', [...benchmarks.values()]) }
}

function recordOf(
  claim: Claim,
  { sources, models, settings, benchmarks, tables }: Parts,
  slugs: Slugs,
  importId: number,
) {
  const { reportedName, configuration, locator, printed, fields, readFrom } = claim
  const local = claim.setting ?? ''
  const setting = settings.content(local)
  const read = readPrinted(printed)
  // Two local names may be one source.
  const sourceId = sources.id(claim.source)
  const readFromId = readFrom === null || sources.id(readFrom) === sourceId ? null : sources.id(readFrom)
  const [modelId, benchmarkId] = [models.ofClaim(claim), must(benchmarks, setting.benchmark)]
  return {
    key: observationKey({
      source: sources.ref(claim.source),
      readFrom: readFrom === null || readFromId === null ? null : sources.ref(readFrom),
      ...{ reportedName, configuration, setting, locator, printed },
    }),
    model_id: modelId,
    model_slug: slugs.models.get(modelId),
    benchmark_id: benchmarkId,
    benchmark_slug: slugs.benchmarks.get(benchmarkId),
    setting_id: settings.id(local),
    source_id: sourceId,
    read_from_id: readFromId,
    reported_name: reportedName,
    printed,
    value: read.value,
    decimals: read.decimals,
    lower: read.interval?.lower ?? null,
    upper: read.interval?.upper ?? null,
    uncertainty_text: read.uncertainty?.text ?? null,
    uncertainty_plus_minus: read.uncertainty?.plusMinus ?? null,
    uncertainty_lower: read.uncertainty?.lower ?? null,
    uncertainty_upper: read.uncertainty?.upper ?? null,
    uncertainty_kind: read.uncertainty?.kind ?? null,
    sample_size: fields.sampleSize ?? null,
    configuration,
    configuration_key: parametersKey(configuration),
    labels: claim.labels,
    evidence: fields.evidence ?? 'UNKNOWN',
    evidence_label: fields.evidenceLabel ?? null,
    status: fields.status ?? 'ACTIVE',
    ...locatorColumns(locator),
    measured_at: fields.measuredAt ?? null,
    published_at: claim.publishedAt,
    retrieved_at: claim.retrievedAt,
    methodology: fields.methodology ?? null,
    context: fields.context ?? null,
    cell_id: tables.cellOf(claim) ?? null,
    import_id: importId,
  }
}

function measurers(
  rows: { claim: Claim; record: { key: string } }[],
  ids: Map<string, number>,
  authors: Authors,
): Row[] {
  const done = new Set<string>()
  return rows.flatMap(({ claim, record }) => {
    const id = ids.get(record.key)
    if (id === undefined || done.has(record.key)) return []
    done.add(record.key)
    const measuredBy = [
      ...new Set((claim.fields.measuredBy ?? []).map((local) => must(authors.ids, authors.identityOf(local)))),
    ]
    return measuredBy.map((author_id, place) => ({ observation_id: id, position: place + 1, author_id }))
  })
}

function index(all: { claim: Claim; written: WrittenObservation }[]): Observations {
  const byName = new Map(
    all.flatMap(({ claim: { id }, written }) => (id === undefined ? [] : [[id, written] as const])),
  )
  return {
    named: (local) => must(byName, local),
    inColumn: (table, column, setting) =>
      all
        .filter(({ claim }) => claim.cell?.table === table && claim.cell.column === column)
        .filter(({ claim }) => setting === undefined || claim.setting === setting)
        .map(({ written }) => written),
  }
}
