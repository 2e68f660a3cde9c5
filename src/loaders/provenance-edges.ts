// The batch function of provenance: the edges at many nodes of any kind, in one statement.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { TableName } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import type { ProvenanceEdge, ProvenanceRelation } from '../domain/provenance.ts'

export type ProvenanceDirection = 'UPSTREAM' | 'DOWNSTREAM' | 'BOTH'

/** A kind of edge: pairs of ids (a note's is its key) in some table. */
interface EdgeKind {
  from: TableName
  to: TableName
  relation: ProvenanceRelation
  table: string
  fromColumn: string
  toColumn: string
  where?: string
}

const edge = (
  from: TableName,
  relation: ProvenanceRelation,
  to: TableName,
  table: string,
  fromColumn: string,
  toColumn: string,
  where?: string,
): EdgeKind => ({ from, to, relation, table, fromColumn, toColumn, where })

const annotates = (to: TableName, column: string) =>
  edge('Note', 'ANNOTATES', to, 'note_subject', 'note_key', column, 'position IS NOT NULL')

const kinds: EdgeKind[] = [
  edge('Observation', 'HAD_PRIMARY_SOURCE', 'Source', 'observation', 'id', 'source_id'),
  edge('Observation', 'WAS_QUOTED_FROM', 'Source', 'observation', 'id', 'read_from_id'),
  edge('Observation', 'USED_SETTING', 'Setting', 'observation', 'id', 'setting_id'),
  edge('Observation', 'ABOUT_MODEL', 'Model', 'observation', 'id', 'model_id'),
  edge(
    'Observation',
    'WAS_DERIVED_FROM',
    'Observation',
    'derivation d JOIN derivation_input i ON i.derivation_id = d.id',
    'd.observation_id',
    'i.observation_id',
  ),
  edge('Observation', 'WAS_ATTRIBUTED_TO', 'Author', 'observation_measurer', 'observation_id', 'author_id'),
  edge('Source', 'WAS_DERIVED_FROM', 'Source', 'source_derivation', 'source_id', 'from_id'),
  edge('Source', 'WAS_ATTRIBUTED_TO', 'Author', 'authorship', 'source_id', 'author_id'),
  edge('Source', 'WAS_ATTRIBUTED_TO', 'Author', 'source', 'id', 'publisher_id'),
  edge('Setting', 'SPECIALIZATION_OF', 'Benchmark', 'setting', 'id', 'benchmark_id'),
  edge('Model', 'WAS_DERIVED_FROM', 'Model', 'model', 'id', 'base_model_id'),
  edge('Model', 'SPECIALIZATION_OF', 'Model', 'model', 'id', 'merged_into_id'),
  edge('Model', 'WAS_ATTRIBUTED_TO', 'Author', 'model_developer', 'model_id', 'author_id'),
  edge('ResultTable', 'HAD_PRIMARY_SOURCE', 'Source', 'result_table', 'id', 'source_id'),
  edge('Fact', 'ABOUT_MODEL', 'Model', 'fact', 'id', 'model_id'),
  edge('Fact', 'HAD_PRIMARY_SOURCE', 'Source', 'fact', 'id', 'stated_in_id'),
  edge('Note', 'HAD_PRIMARY_SOURCE', 'Source', 'note', 'key', 'stated_in_id'),
  edge('Note', 'ABOUT_MODEL', 'Model', 'note', 'key', 'about_model_id'),
  edge('Note', 'USED_SETTING', 'Setting', 'note', 'key', 'about_setting_id'),
  annotates('Model', 'model_id'),
  annotates('Benchmark', 'benchmark_id'),
  annotates('Setting', 'setting_id'),
  annotates('Observation', 'observation_id'),
  annotates('Source', 'source_id'),
  annotates('ResultTable', 'table_id'),
  annotates('Author', 'author_id'),
]

const typeOf = (table: TableName): Sql => raw(table === 'Note' ? 'text' : 'int')

/** A node of a walk by table and id, and back. */
export const nodeName = (table: TableName, id: number | string): string => `${table} ${id}`
export const nodeOf = (name: string): { table: TableName; id: string } => {
  const [table, id] = name.split(' ') as [TableName, string]
  return { table, id }
}

/** At most `limit` edges of a kind at each node; one more is asked for, to tell whether there were more. */
function edgesOf(kind: EdgeKind, number: number, ids: readonly string[], upstream: boolean, limit: number): Sql {
  const [near, far, nearTable] = upstream
    ? [kind.fromColumn, kind.toColumn, kind.from]
    : [kind.toColumn, kind.fromColumn, kind.to]
  return sql`SELECT ${number}::int AS kind, ${upstream}::boolean AS up, p.id::text AS near, x.far::text AS far, x.n::int AS n
    FROM unnest(${ids}::${typeOf(nearTable)}[]) p(id) CROSS JOIN LATERAL (
      SELECT far, row_number() OVER (ORDER BY far) AS n FROM (
        SELECT DISTINCT ${raw(far)} AS far FROM ${raw(kind.table)}
        WHERE ${raw(near)} = p.id AND ${raw(far)} IS NOT NULL ${raw(kind.where ? `AND ${kind.where}` : '')}
        ORDER BY far LIMIT ${limit + 1}) y) x`
}

/** The edges at nodes (named by nodeName), and whether a bound cut any off. */
export async function provenanceEdges(
  db: Queryable,
  nodes: readonly string[],
  direction: ProvenanceDirection,
  limit: number,
): Promise<{ edges: ProvenanceEdge[]; truncated: boolean }> {
  const ids = new Map<TableName, string[]>()
  for (const { table, id } of nodes.map(nodeOf)) ids.set(table, [...(ids.get(table) ?? []), id])
  const parts = kinds.flatMap((kind, number) => {
    const [from, to] = [ids.get(kind.from), ids.get(kind.to)]
    return [
      ...(from && direction !== 'DOWNSTREAM' ? [edgesOf(kind, number, from, true, limit)] : []),
      ...(to && direction !== 'UPSTREAM' ? [edgesOf(kind, number, to, false, limit)] : []),
    ]
  })
  if (parts.length === 0) return { edges: [], truncated: false }
  const found = await query<{ kind: number; up: boolean; near: string; far: string; n: number }>(
    db,
    sql`SELECT * FROM (${join(parts, ' UNION ALL ')}) e ORDER BY kind, up, near, n`,
  )
  const edges = found
    .filter((row) => row.n <= limit)
    .map((row) => {
      const { from, to, relation } = kinds[row.kind] as EdgeKind
      const [fromId, toId] = row.up ? [row.near, row.far] : [row.far, row.near]
      return { from: nodeName(from, fromId), to: nodeName(to, toId), relation }
    })
  return { edges, truncated: found.some((row) => row.n > limit) }
}
