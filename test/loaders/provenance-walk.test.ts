// The walk of provenance in one statement, against a plain walk over the edges that were stored.
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TableName } from '../../src/db/columns.ts'
import type { WalkBounds } from '../../src/domain/provenance.ts'
import {
  edgeKinds,
  type KnownNode,
  nodeName,
  nodeOf,
  type ProvenanceDirection,
} from '../../src/loaders/provenance-edges.ts'
import { type ProvenanceWalk, provenanceWalk } from '../../src/loaders/provenance-walk.ts'
import { provenanceLimits } from '../../src/resolvers/provenance.ts'
import { useDatabase } from '../support/database.ts'
import { type KindEdge, type NamedWalk, walkLevelByLevel } from './walk-level-by-level.ts'

const db = useDatabase()
const directions: ProvenanceDirection[] = ['UPSTREAM', 'DOWNSTREAM', 'BOTH']

/** Rows of a table, columns by their names. */
const insert = async (table: string, rows: readonly object[]) => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (columns)
    await db.pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    )
}

const kindOf = (from: TableName, table: string, toColumn: string): number =>
  edgeKinds.findIndex((kind) => kind.from === from && kind.table === table && kind.toColumn === toColumn)
const kinds = {
  derived: kindOf('Source', 'source_derivation', 'from_id'),
  authorship: kindOf('Source', 'authorship', 'author_id'),
  publisher: kindOf('Source', 'source', 'publisher_id'),
  base: kindOf('Model', 'model', 'base_model_id'),
  merged: kindOf('Model', 'model', 'merged_into_id'),
  developer: kindOf('Model', 'model_developer', 'author_id'),
  statedIn: kindOf('Note', 'note', 'stated_in_id'),
  aboutModel: kindOf('Note', 'note', 'about_model_id'),
  onModel: kindOf('Note', 'note_subject', 'model_id'),
  onSource: kindOf('Note', 'note_subject', 'source_id'),
  onAuthor: kindOf('Note', 'note_subject', 'author_id'),
}
/** Those of which a node has at most one. */
const single = [kinds.publisher, kinds.base, kinds.merged, kinds.statedIn, kinds.aboutModel]

/** Ids of several lengths, whose order as texts is another than as numbers. */
const ids = (count: number, base: number) => Array.from({ length: count }, (_, i) => base + i)
const keyOf = (id: number) => id.toString(16).padStart(32, '0')
const idIn = (table: TableName, id: number) => (table === 'Note' ? keyOf(id) : id)

/** What a walk should know of a node that `store` stored. */
function known(table: TableName, id: number): KnownNode {
  if (table === 'Note') return { $table: table, key: keyOf(id), type: 'REMARK' }
  return { $table: table, id, slug: `n${id}` }
}

/** Authors come from nothing, and nothing comes from notes: then there is no walk. */
const walkFrom = async (node: KnownNode, direction: ProvenanceDirection, bounds: WalkBounds): Promise<ProvenanceWalk> =>
  (await provenanceWalk(db.pool, node.$table, (node.slug ?? node.key) as string, direction, bounds)) ?? {
    nodes: new Map([[nodeName(node), node]]),
    edges: [],
    truncated: false,
  }

/** A walk by the names of its nodes; what it knows of them must be what was stored. */
function named({ nodes, ...walk }: ProvenanceWalk): NamedWalk {
  for (const [name, node] of nodes) {
    const { table, id } = nodeOf(name)
    expect(node).toEqual(known(table, table === 'Note' ? Number.parseInt(id, 16) : Number(id)))
  }
  return { nodes: [...nodes.keys()], ...walk }
}

/** Stores so many nodes of each kind, from an id on, and the edges among them. */
async function store(base: number, count: number, edges: readonly KindEdge[]): Promise<void> {
  const of = (kind: number) => edges.filter((edge) => edge.kind === kind)
  const oneOf = (kind: number, id: number | string) => of(kind).find(({ from }) => from === id)?.to ?? null
  const slugged = (id: number) => ({ id, slug: `n${id}`, identity: `n${id}`, base_slug: `n${id}`, import_id: 1 })
  const all = ids(count, base)
  await insert(
    'author',
    all.map((id) => ({ ...slugged(id), kind: 'PERSON', name: 'A' })),
  )
  await insert(
    'source',
    all.map((id) => ({
      ...{ ...slugged(id), kind: 'PAPER', title: 'S', work: `n${id}` },
      publisher_id: oneOf(kinds.publisher, id),
    })),
  )
  await insert(
    'model',
    all.map((id) => ({
      ...{ ...slugged(id), name: 'M', observation_count: 0, issue_count: 0 },
      ...{ base_model_id: oneOf(kinds.base, id), merged_into_id: oneOf(kinds.merged, id) },
    })),
  )
  await insert(
    'note',
    all.map(keyOf).map((key) => ({
      ...{ key, type: 'REMARK', code: 'c', text: 'T', origin: 'CURATED', opened_at: '2026-01-01', import_id: 1 },
      ...{ aspects: [], configuration: [] },
      ...{ stated_in_id: oneOf(kinds.statedIn, key), about_model_id: oneOf(kinds.aboutModel, key) },
    })),
  )
  const placed = (kind: number, from: string, to: string) =>
    of(kind).map((edge, i) => ({ [from]: edge.from, position: i + 1, [to]: edge.to }))
  await insert(
    'source_derivation',
    of(kinds.derived).map(({ from, to }) => ({ source_id: from, from_id: to })),
  )
  await insert(
    'authorship',
    placed(kinds.authorship, 'source_id', 'author_id').map((row) => ({ ...row, printed_name: 'A' })),
  )
  await insert('model_developer', placed(kinds.developer, 'model_id', 'author_id'))
  await insert('note_subject', placed(kinds.onModel, 'note_key', 'model_id'))
  await insert('note_subject', placed(kinds.onSource, 'note_key', 'source_id'))
  await insert('note_subject', placed(kinds.onAuthor, 'note_key', 'author_id'))
}

/** Each edge once, none from a node to itself, and one where there can only be one. */
function storable(edges: readonly [kind: number, from: number, to: number][]): KindEdge[] {
  const kept = new Map<string, KindEdge>()
  for (const [kind, from, to] of edges) {
    const { from: fromTable, to: toTable } = edgeKinds[kind] as (typeof edgeKinds)[number]
    if (fromTable === toTable && from === to) continue
    const place = `${kind} ${from} ${single.includes(kind) ? '' : to}`
    if (!kept.has(place)) kept.set(place, { kind, from: idIn(fromTable, from), to: idIn(toTable, to) })
  }
  return [...kept.values()]
}

const anImport = { id: 1, key: keyOf(1), format: 'f', file: 'f', digest: 'd', started_at: '2026-01-01' }
beforeAll(() => insert('import', [{ ...anImport, accepted: 0, duplicates: 0, rejected: 0 }]))

test('graphs with cycles, diamonds and every bound', async () => {
  const count = 8
  let base = 95
  const at = fc.nat(count - 1)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.values(kinds)), at, at), { maxLength: 90 }),
      fc.array(
        fc.record({
          table: fc.constantFrom<TableName>('Source', 'Model', 'Author', 'Note'),
          start: at,
          direction: fc.constantFrom(...directions),
          depth: fc.nat(6),
          maxNodes: fc.integer({ min: 1, max: 4 * count }),
          maxPerNode: fc.integer({ min: 1, max: count }),
        }),
        { minLength: 5, maxLength: 15 },
      ),
      async (drawn, walks) => {
        const edges = storable(drawn.map(([kind, from, to]) => [kind, base + from, base + to]))
        await store(base, count, edges)
        for (const { table, start, direction, ...bounds } of walks) {
          const node = known(table, base + start)
          expect(named(await walkFrom(node, direction, bounds))).toEqual(
            walkLevelByLevel(edges, nodeName(node), direction, bounds),
          )
        }
        base += base < 900 ? 50 : 991
      },
    ),
    { numRuns: 60 },
  )
})

describe('a source with 150 edges, in a graph of 1,800 nodes', () => {
  const base = 900_000
  const count = 1_800
  const hub = base
  const source = (i: number) => base + i
  const edges = storable([
    ...ids(150, 1).map((i): [number, number, number] => [kinds.derived, source(i), hub]),
    ...ids(1_600, 151).map((i): [number, number, number] => [kinds.derived, source(i), source(1 + (i % 150))]),
    // Back to the hub: a cycle.
    [kinds.derived, hub, source(151)],
    ...ids(120, 0).map((i): [number, number, number] => [kinds.authorship, hub, source(i)]),
    ...ids(150, 0).map((i): [number, number, number] => [kinds.onSource, source(i), hub]),
  ])
  beforeAll(() => store(base, count, edges))

  test.each([0, 1, 2, 3, 20])('to a depth of %d', async (depth) => {
    const bounds = { ...provenanceLimits, depth }
    for (const direction of directions)
      for (const start of [hub, source(1), source(151)]) {
        const node = known('Source', start)
        const walk = named(await walkFrom(node, direction, bounds))
        expect(walk).toEqual(walkLevelByLevel(edges, nodeName(node), direction, bounds))
        if (start === hub && direction === 'BOTH') {
          expect(walk.truncated).toBe(true)
          expect(walk.nodes).toHaveLength(depth === 0 ? 1 : depth === 1 ? 302 : provenanceLimits.maxNodes)
        }
      }
  })
})

test('the statement is planned once: the planner has nothing to gain by doing so anew for other values', async () => {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    for (let depth = 0; depth < 8; depth++)
      await provenanceWalk(client, 'Source', `n${900_000 + depth}`, 'BOTH', { ...provenanceLimits, depth })
    const { rows } = await client.query(
      'SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements',
    )
    // PostgreSQL always plans the first five times anew.
    expect(rows).toEqual([{ generic: 3, custom: 5 }])
  } finally {
    await client.end()
  }
})
