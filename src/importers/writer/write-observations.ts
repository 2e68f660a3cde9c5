// Writes observations: every cell and single claim that holds more than a placeholder.
import { readPrinted } from '../../domain/printed-number.ts'
import { type Claim, claimsOf } from './claims.ts'
import { recordOf, slugsOf } from './observation-record.ts'
import type { Parts } from './parts.ts'
import type { Authors } from './write-authors.ts'
import { insertRows, insertWithIds, must, type Row, type Writing } from './writing.ts'

export interface WrittenObservation {
  id: number
  key: string
}

export interface Observations {
  /** Every claim that is not a placeholder, with its observation. */
  all: readonly { claim: Claim; written: WrittenObservation }[]
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
  const added = await insertWithIds(writing, 'observation', records, 'key')
  const ids = new Map(records.map(({ key }, index) => [key, added[index] ?? 0]))
  await insertRows(writing, 'observation_measurer', measurers(rows, ids, parts.authors))
  const seen = new Map<string, Row>(known)
  for (const { claim, record } of rows) {
    const kind = claim.cell ? 'cell' : 'observation'
    const before = seen.get(record.key)
    // A status that nobody states does not contradict the one that it has got since.
    const said = claim.fields.status === undefined ? { ...record, status: null } : record
    const conflicts = before ? conflictsWith(before, said, claim.path) : []
    if (conflicts.length > 0) writing.ledger.reject(kind, conflicts)
    else writing.ledger.count(kind, before ? 'duplicates' : 'accepted', claim.path)
    if (!before) seen.set(record.key, record)
    parts.models.touched.add(record.model_id)
  }
  const written = (key: string): WrittenObservation => ({ key, id: ids.get(key) ?? (must(known, key).id as number) })
  return index(rows.map(({ claim, record }) => ({ claim, written: written(record.key) })))
}

async function load({ rows }: Writing, keys: string[]): Promise<Map<string, Row>> {
  // What a file says is held against what files said: a status that a curator set since then contradicts none.
  const imported = `coalesce((SELECT c.before #>> '{}' FROM change c WHERE c.observation_id = observation.id
    AND c.field = 'status' ORDER BY c.id LIMIT 1), status::text) AS status`
  const columns = Object.keys(details).map((column) => (column === 'status' ? imported : `"${column}"`))
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
    all,
    named: (local) => must(byName, local),
    inColumn: (table, column, setting) =>
      all
        .filter(({ claim }) => claim.cell?.table === table && claim.cell.column === column)
        .filter(({ claim }) => setting === undefined || claim.setting === setting)
        .map(({ written }) => written),
  }
}
