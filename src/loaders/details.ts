// Lists of what belongs to one node alone: aliases, facts, authorships, tables and their rows, derivations, imports.
import sql, { type Sql } from 'sql-template-tag'
import type { List } from './list.ts'
import { column, nullableText, type Ordered, ordered } from './order.ts'
import { type TextFilter, textMatches } from './text-filter.ts'

const byPosition = (): Ordered[] => [ordered(column(sql`r.position`, 'int'))]

export const aliasesOfModel: List<'Alias'> = {
  name: 'model.aliases',
  table: 'Alias',
  scope: sql`r.model_id = p.id`,
  order: () => [
    ordered(column(sql`r.name`)),
    ordered(nullableText(sql`(SELECT s.slug FROM source s WHERE s.id = r.source_id)`)),
  ],
}

export const factsOfModel: List<'Fact', { property?: readonly string[] | null }> = {
  name: 'model.facts',
  table: 'Fact',
  scope: sql`r.model_id = p.id`,
  where: ({ property }) => (property ? sql`r.property = ANY(${property}::text[])` : null),
  order: () => [ordered(column(sql`r.property`)), ordered(column(sql`r.key`))],
}

export const authorshipsOfSource: List<'Authorship'> = {
  name: 'source.authors',
  table: 'Authorship',
  scope: sql`r.source_id = p.id`,
  order: byPosition,
}

export const tablesOfSource: List<'ResultTable'> = {
  name: 'source.tables',
  table: 'ResultTable',
  scope: sql`r.source_id = p.id`,
  order: () => [...byPosition(), ordered(column(sql`r.key`))],
}

/** The filter matches the model's slug; `contains` and `startsWith` its name and the printed name as well. */
export const rowsOfTable: List<'TableRow', { model?: TextFilter | null }> = {
  name: 'table.rows',
  table: 'TableRow',
  scope: sql`r.table_id = p.id`,
  where: ({ model }) => {
    const matches = textMatches(model, sql`m.slug`, [sql`m.name`, sql`r.reported_name`])
    return matches && sql`EXISTS (SELECT FROM model m WHERE m.id = r.model_id AND ${matches})`
  },
  order: byPosition,
}

const derivations = (name: string, scope: Sql): List<'Derivation'> => ({
  name,
  table: 'Derivation',
  scope,
  order: () => [ordered(column(sql`r.key`))],
})
export const derivationLists = {
  /** How the observation follows from others. */
  ofObservation: derivations('observation.derivedFrom', sql`r.observation_id = p.id`),
  /** What follows from the observation. */
  fromObservation: derivations(
    'observation.derivations',
    sql`r.id IN (SELECT i.derivation_id FROM derivation_input i WHERE i.observation_id = p.id)`,
  ),
}

/** Newest first. */
export const imports: List<'Import'> = {
  name: 'imports',
  table: 'Import',
  order: () => [ordered(column(sql`r.id`, 'int'), true)],
}
export const rejectionsOfImport: List<'Rejection'> = {
  name: 'import.rejections',
  table: 'Rejection',
  scope: sql`r.import_id = p.id`,
  order: byPosition,
}
