// Which edges of provenance there are, and the columns that hold them.
import type { Row, TableName } from '../db/columns.ts'
import type { ProvenanceRelation } from '../domain/provenance.ts'

export type ProvenanceDirection = 'UPSTREAM' | 'DOWNSTREAM' | 'BOTH'

/** A kind of edge: pairs of ids (a note's is its key) in some table. */
export interface EdgeKind {
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

/** Their order is that in which a walk discovers what is equally far. */
export const edgeKinds: readonly EdgeKind[] = [
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

/** A node as it is known without its row: by its table, its id there (notes have none) and its natural key. */
export interface KnownNode {
  $table: TableName
  id?: number
  slug?: string
  key?: string
  /** Of a note. */
  type?: Row<'Note'>['type']
}

const slugged: ReadonlySet<TableName> = new Set(['Model', 'Benchmark', 'Source', 'Author'])

/** The column of a table's natural key. */
export const naturalKeyOf = (table: TableName): 'slug' | 'key' => (slugged.has(table) ? 'slug' : 'key')

/** The name of a node in a walk, "Observation 12" or "Note 0f3c…", and what it is made of. */
export const nodeName = ({ $table, id, key }: KnownNode): string => `${$table} ${$table === 'Note' ? key : id}`
export const nodeOf = (name: string): { table: TableName; id: string } => {
  const [table, id] = name.split(' ') as [TableName, string]
  return { table, id }
}
