// The walk of provenance in one statement: level by level, bounded and safe with cycles, however deep it goes.
import sql, { raw, type Sql } from 'sql-template-tag'
import { snakeCase, type TableName } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import type { ProvenanceEdge, WalkBounds } from '../domain/provenance.ts'
import {
  type EdgeKind,
  edgeKinds,
  type KnownNode,
  naturalKeyOf,
  nodeOf,
  type ProvenanceDirection,
} from './provenance-edges.ts'

/** A part of the graph: every node (by its name) and every edge once, in the order of discovery. */
export interface ProvenanceWalk {
  nodes: ReadonlyMap<string, KnownNode>
  edges: ProvenanceEdge[]
  /** True exactly when a bound left something out that would belong to the walk. */
  truncated: boolean
}

/** What one statement reads of one table: the far ends of some kinds of edges at the nodes of a level. */
interface Reading {
  /** The kind of node that the edges are at, and the column that holds it. */
  near: TableName
  nearColumn: string
  table: string
  where: string | undefined
  ends: { code: number; table: TableName; column: string }[]
}

/** How a row says which kind of edge it is and which way it was followed. */
const codeOf = (kind: number, upstream: boolean): number => 2 * kind + (upstream ? 1 : 0)

/** Everything that a walk reads at one level; kinds that differ only in their far column share a scan. */
function readings(direction: ProvenanceDirection): Reading[] {
  const found = new Map<string, Reading>()
  const add = (reading: Reading) => {
    const { near, nearColumn, table, where, ends } = reading
    const key = [near, nearColumn, table, where].join(' ')
    const alike = found.get(key)
    if (alike) alike.ends.push(...ends)
    else found.set(key, reading)
  }
  for (const [number, { from, to, table, fromColumn, toColumn, where }] of edgeKinds.entries()) {
    if (direction !== 'DOWNSTREAM') {
      const ends = [{ code: codeOf(number, true), table: to, column: toColumn }]
      add({ near: from, nearColumn: fromColumn, table, where, ends })
    }
    if (direction !== 'UPSTREAM') {
      const ends = [{ code: codeOf(number, false), table: from, column: fromColumn }]
      add({ near: to, nearColumn: toColumn, table, where, ends })
    }
  }
  return [...found.values()]
}

/** The kinds of node that a walk can come to, the one it starts at first. */
function reachable(start: TableName, all: readonly Reading[]): TableName[] {
  const tables = new Set([start])
  // A set gives also what is added to it on the way.
  for (const table of tables)
    for (const { near, ends } of all) if (near === table) for (const end of ends) tables.add(end.table)
  return [...tables]
}

const arrayOf = (table: TableName): string => (table === 'Note' ? 'text[] COLLATE "C"' : 'int[]')

/** Rows of (code, near, far, id); `id` is what far ends are ordered by, null for notes, which go by their key. */
function readingText({ near, nearColumn, table, where, ends }: Reading): string {
  const values = ends.map((end) => {
    const id = end.table === 'Note' ? 'NULL::int' : end.column
    return `(${end.code}, '${end.table} ' || ${end.column}, ${id})`
  })
  return `SELECT v.code, '${near} ' || ${nearColumn} AS near, v.far, v.far_id AS id
    FROM ${table} CROSS JOIN LATERAL (VALUES ${values.join(', ')}) v(code, far, far_id)
    WHERE w."${near}" IS NOT NULL AND ${nearColumn} = ANY(w."${near}") AND v.far IS NOT NULL${where ? ` AND ${where}` : ''}`
}

/** What is told of a node beside its name: its natural key, or which type of note it is. */
function labelText(table: TableName): string {
  if (table === 'Note') return `(SELECT type::text FROM note WHERE key = substr(far, ${'Note '.length + 1}))`
  return `(SELECT r.${naturalKeyOf(table)} FROM ${snakeCase(table)} r WHERE r.id = fresh.id)`
}

function known([name, label]: [name: string, label: string]): [string, KnownNode] {
  const { table: $table, id } = nodeOf(name)
  if ($table === 'Note') return [name, { $table, key: id, type: label as KnownNode['type'] }]
  return [name, { $table, id: Number(id), [naturalKeyOf($table)]: label }]
}

/**
 * What follows the first row of `walk`. A row of it is a level: the names of all nodes so far, its own ones (by table, for
 * the next row to look at), the edges that led to it, and whether something was left out. The values of the statement are
 * in that row, not in here: so the planner can't see them, and has no reason to plan the statement anew for each.
 */
function levelsText(tables: readonly TableName[], near: readonly TableName[], all: readonly Reading[]): string {
  const ids = near.map((table) => {
    const id = table === 'Note' ? `substr(far, ${'Note '.length + 1})` : 'id'
    return `array_agg(${id}) FILTER (WHERE starts_with(far, '${table} ')) AS "${table}"`
  })
  const label = tables.map((table) => `WHEN starts_with(far, '${table} ') THEN ${labelText(table)}`)
  const columns = (alias: string) => near.map((table) => `${alias}."${table}"`).join(', ')
  return `UNION ALL
    SELECT w.step + 1, w.depth, w.max_nodes, w.max_per_node, w.seen || x.names, x.nodes, x.edges, x.truncated, ${columns('x')}
    FROM walk w CROSS JOIN LATERAL (
      WITH found AS MATERIALIZED (
        SELECT e.*, s.name IS NOT NULL AS known, e.n <= w.max_per_node AS bounded FROM (
          SELECT code, near, far, id, row_number() OVER (PARTITION BY code, near ORDER BY id, far) AS n,
            row_number() OVER (ORDER BY code, near, id, far) AS place
          FROM (SELECT DISTINCT code, near COLLATE "C" AS near, id, far COLLATE "C" AS far FROM (
            ${all.map(readingText).join(' UNION ALL ')}) e) e) e
          LEFT JOIN unnest(w.seen) s(name) ON s.name = e.far
        WHERE e.n <= w.max_per_node + 1),
      fresh AS MATERIALIZED (
        SELECT far, min(id) AS id, min(place) AS place FROM found WHERE bounded AND NOT known GROUP BY far ORDER BY place
        LIMIT CASE WHEN w.step < w.depth THEN w.max_nodes - cardinality(w.seen) ELSE 0 END)
      SELECT nodes.*, edges.* FROM
        (SELECT array_agg(far ORDER BY place) AS names,
          json_agg(json_build_array(far, CASE ${label.join(' ')} END) ORDER BY place) AS nodes, ${ids.join(', ')}
        FROM fresh) nodes,
        (SELECT json_agg(json_build_array(code, near, far) ORDER BY place) FILTER (WHERE kept) AS edges,
          coalesce(NOT bool_and(kept), false) AS truncated
        FROM (SELECT d.*, d.bounded AND (d.known OR f.far IS NOT NULL) AS kept
          FROM found d LEFT JOIN fresh f ON f.far = d.far) d) edges) x
    WHERE w.step <= w.depth AND num_nonnulls(${columns('w')}) > 0)
  SELECT nodes, edges, truncated FROM walk ORDER BY step`
}

/** The row of `walk` that the node with a natural key gives; without the values that come before it. */
function startText(start: TableName, others: readonly TableName[]): string {
  const [id, label] = start === 'Note' ? ['key', 'type::text'] : ['id', naturalKeyOf(start)]
  const name = `'${start} ' || ${id}`
  return `ARRAY[${name}] COLLATE "C", json_build_array(json_build_array(${name}, ${label})), NULL::json, false, ARRAY[${id}]
    ${others.map((table) => `, NULL::${arrayOf(table)}`).join('')} FROM ${snakeCase(start)} WHERE ${naturalKeyOf(start)} =`
}

/** The text of the statement around its values: the same for all walks that start at one kind of node. */
const texts = new Map<string, { columns: Sql; start: Sql; levels: Sql } | null>()

function textsOf(start: TableName, direction: ProvenanceDirection) {
  const key = `${start} ${direction}`
  let known = texts.get(key)
  if (known === undefined) {
    const every = readings(direction)
    const tables = reachable(start, every)
    const read = every.filter(({ near }) => tables.includes(near))
    // Of the others no edge goes on.
    const near = tables.filter((table) => read.some((reading) => reading.near === table))
    known = near.includes(start)
      ? {
          columns: raw(near.map((table) => `"${table}"`).join(', ')),
          start: raw(startText(start, near.slice(1))),
          levels: raw(levelsText(tables, near, read)),
        }
      : null
    texts.set(key, known)
  }
  return known
}

/** A level of a walk as the statement tells it. */
interface Level {
  nodes: [name: string, label: string][] | null
  edges: [code: number, near: string, far: string][] | null
  truncated: boolean
}

/**
 * The walk from the node of a table with this natural key. Null where there is none, and for kinds of node that have no
 * edges in this direction.
 */
export async function provenanceWalk(
  db: Queryable,
  table: TableName,
  naturalKey: string,
  direction: ProvenanceDirection,
  { depth, maxNodes, maxPerNode }: WalkBounds,
): Promise<ProvenanceWalk | null> {
  const parts = textsOf(table, direction)
  if (!parts) return null
  const found = await query<Level>(
    db,
    sql`WITH RECURSIVE walk (step, depth, max_nodes, max_per_node, seen, nodes, edges, truncated, ${parts.columns}) AS (
      SELECT 0, ${depth}::int, ${maxNodes}::int, ${maxPerNode}::int, ${parts.start} ${naturalKey}
      ${parts.levels}`,
  )
  if (found.length === 0) return null
  const edges = new Map<string, ProvenanceEdge>()
  for (const level of found)
    for (const [code, near, far] of level.edges ?? []) {
      const { relation } = edgeKinds[code >> 1] as EdgeKind
      const [from, to] = code & 1 ? [near, far] : [far, near]
      edges.set(`${from} ${relation} ${to}`, { from, to, relation })
    }
  return {
    nodes: new Map(found.flatMap(({ nodes }) => nodes ?? []).map(known)),
    edges: [...edges.values()],
    truncated: found.some(({ truncated }) => truncated),
  }
}
