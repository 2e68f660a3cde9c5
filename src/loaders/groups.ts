// The batch function of short lists that are always given whole: developers, former slugs, columns, cells.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { type Columns, columnsOf, type Row, type TableName, tableOf } from '../db/columns.ts'
import { hidden, type Queryable, queryStored } from '../db/query.ts'
import { groupBy } from '../domain/group-by.ts'
import type { Marked } from './rows.ts'

export interface Group<Name extends TableName = TableName> {
  name: string
  /** The rows, under the alias `r`. */
  table: Name
  join?: Sql
  /** The id of the parent. */
  parent: Sql
  order: Sql
}

/** All rows of a group under each parent, in order. */
export async function groups<Name extends TableName>(
  db: Queryable,
  group: Group<Name>,
  parents: readonly number[],
  columns: Columns = null,
): Promise<Marked<Name>[][]> {
  const rows = await queryStored<Row<Name> & { $parent: number }, Name>(
    db,
    group.table,
    sql`SELECT ${group.parent} AS "$parent", ${columnsOf(group.table, 'r', columns)}
      FROM ${tableOf(group.table)} r ${group.join ?? empty}
      WHERE ${group.parent} = ANY(${hidden(parents, raw('int'))}) ORDER BY ${group.parent}, ${group.order}`,
  )
  const byParent = groupBy(rows, (row) => row.$parent)
  return parents.map((parent) => byParent.get(parent) ?? [])
}

export const developersOfModel: Group<'Author'> = {
  name: 'model.developers',
  table: 'Author',
  join: sql`JOIN model_developer d ON d.author_id = r.id`,
  parent: sql`d.model_id`,
  order: sql`d.position`,
}
export const measurersOfObservation: Group<'Author'> = {
  name: 'observation.measuredBy',
  table: 'Author',
  join: sql`JOIN observation_measurer m ON m.author_id = r.id`,
  parent: sql`m.observation_id`,
  order: sql`m.position`,
}
export const formerSlugsOfModel: Group<'FormerSlug'> = {
  name: 'model.formerSlugs',
  table: 'FormerSlug',
  parent: sql`r.model_id`,
  order: sql`r.slug`,
}
export const columnsOfTable: Group<'TableColumn'> = {
  name: 'table.columns',
  table: 'TableColumn',
  parent: sql`r.table_id`,
  order: sql`r.position`,
}
export const cellsOfRow: Group<'TableCell'> = {
  name: 'row.cells',
  table: 'TableCell',
  parent: sql`r.row_id`,
  order: sql`r.column_position`,
}
export const observationsOfCell: Group<'Observation'> = {
  name: 'cell.observations',
  table: 'Observation',
  parent: sql`r.cell_id`,
  order: sql`r.key`,
}
export const notesOfCell: Group<'Note'> = {
  name: 'cell.notes',
  table: 'Note',
  parent: sql`r.cell_id`,
  order: sql`r.key`,
}
