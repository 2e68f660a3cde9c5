// Everything that a bundle of one page is made of, read in one moment.
import sql, { raw, type Sql } from 'sql-template-tag'
import { columnsOf, type Row, type TableName, tableOf } from '../../db/columns.ts'
import { type Queryable, query } from '../../db/query.ts'

export interface Captured {
  page: Row<'Source'>
  /** The bundles that were of this page, by id. */
  imports: ReadonlySet<number>
  observations: Row<'Observation'>[]
  /** By observation: the status that its file gave it, where a curator has set another since. */
  importedStatus: ReadonlyMap<number, string>
  measurers: Row<'ObservationMeasurer'>[]
  tables: Row<'ResultTable'>[]
  columns: Row<'TableColumn'>[]
  rows: Row<'TableRow'>[]
  cells: Row<'TableCell'>[]
  notes: Row<'Note'>[]
  /** Those that notes name, in their order. */
  subjects: Row<'NoteSubject'>[]
  facts: Row<'Fact'>[]
  /** Names that the page prints, or that its files tell of. */
  aliases: Row<'Alias'>[]
  /** Every name of the models. */
  names: Row<'Alias'>[]
  derivations: Row<'Derivation'>[]
  inputs: Row<'DerivationInput'>[]
  models: ReadonlyMap<number, Row<'Model'>>
  developers: Row<'ModelDeveloper'>[]
  settings: ReadonlyMap<number, Row<'Setting'>>
  benchmarks: ReadonlyMap<number, Row<'Benchmark'>>
  sources: ReadonlyMap<number, Row<'Source'>>
  derivedFrom: Row<'SourceDerivation'>[]
  authorships: Row<'Authorship'>[]
  authors: ReadonlyMap<number, Row<'Author'>>
  /** Claims of the source that stand in tables of other pages, by the slug of the page: they belong to its bundle. */
  elsewhere: { slug: string; count: number }[]
}

const present = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value != null)),
]
const byId = <R extends { id: number }>(rows: readonly R[]): ReadonlyMap<number, R> =>
  new Map(rows.map((row) => [row.id, row]))

/** `db` should be one client inside a transaction of one snapshot. */
export async function readCaptured(db: Queryable, page: Row<'Source'>): Promise<Captured> {
  const select = <Name extends TableName>(name: Name, where: Sql, order = 'id') =>
    query<Row<Name>>(
      db,
      sql`SELECT ${columnsOf(name, 'r')} FROM ${tableOf(name)} r WHERE ${where} ORDER BY ${raw(order)}`,
    )
  const imports = await importsOf(db, page.id)
  const told = sql`r.import_id = ANY(${imports}::int[])`
  const id = page.id

  const tables = await select('ResultTable', sql`r.source_id = ${id} OR ${told}`, 'r.source_id, r.position, r.key')
  const tableIds = tables.map((table) => table.id)
  const inTables = sql`r.table_id = ANY(${tableIds}::int[])`
  const [columns, rows, cells] = [
    await select('TableColumn', inTables, 'r.table_id, r.position'),
    await select('TableRow', inTables, 'r.table_id, r.position'),
    await select('TableCell', inTables, 'r.row_id, r.column_position'),
  ]
  const cellIds = cells.map((cell) => cell.id)
  const notes = await select(
    'Note',
    sql`r.import_id IS NOT NULL AND ((r.cell_id IS NULL AND (r.stated_in_id = ${id} OR ${told})) OR r.cell_id = ANY(${cellIds}::int[]))`,
    'r.type, r.code, r.key',
  )
  const subjects = await select(
    'NoteSubject',
    sql`r.position IS NOT NULL AND r.note_key = ANY(${notes.filter((note) => note.cellId === null).map((note) => note.key)}::text[])`,
    'r.note_key, r.position',
  )
  const derivations = await select('Derivation', told)
  const inputs = await select(
    'DerivationInput',
    sql`r.derivation_id = ANY(${derivations.map((derivation) => derivation.id)}::int[])`,
    'r.derivation_id, r.position',
  )
  const referred = present([
    ...subjects.map((subject) => subject.observationId),
    ...derivations.map((derivation) => derivation.observationId),
    ...inputs.map((input) => input.observationId),
  ])
  const observations = await select(
    'Observation',
    sql`r.id IN (
      SELECT id FROM observation WHERE source_id = ${id} AND (read_from_id IS NULL OR cell_id IS NULL)
      UNION SELECT id FROM observation WHERE read_from_id = ${id}
      UNION SELECT id FROM observation WHERE import_id = ANY(${imports}::int[])
      UNION SELECT id FROM observation WHERE cell_id = ANY(${cellIds}::int[])
      UNION SELECT unnest(${referred}::int[]))`,
  )
  const observationIds = observations.map((observation) => observation.id)
  const statuses = await query<{ id: number; status: string }>(
    db,
    sql`SELECT DISTINCT ON (c.observation_id) c.observation_id AS id, c.before #>> '{}' AS status FROM change c
      WHERE c.field = 'status' AND c.observation_id = ANY(${observationIds}::int[]) ORDER BY c.observation_id, c.id`,
  )
  const measurers = await select(
    'ObservationMeasurer',
    sql`r.observation_id = ANY(${observationIds}::int[])`,
    'r.observation_id, r.position',
  )
  const facts = await select('Fact', sql`r.stated_in_id = ${id} OR ${told}`)
  const aliases = await select(
    'Alias',
    sql`r.import_id IS NOT NULL AND r.source_id IS NOT NULL AND (r.source_id = ${id} OR ${told})`,
  )
  const mentioned = present([
    ...observations.map((observation) => observation.modelId),
    ...rows.map((row) => row.modelId),
    ...notes.map((note) => note.aboutModelId),
    ...subjects.map((subject) => subject.modelId),
    ...facts.map((fact) => fact.modelId),
    ...aliases.map((alias) => alias.modelId),
  ])
  const models = byId(
    await select(
      'Model',
      sql`r.id = ANY(${mentioned}::int[])
        OR r.id IN (SELECT b.base_model_id FROM model b WHERE b.id = ANY(${mentioned}::int[]))`,
    ),
  )
  const ofModels = sql`r.model_id = ANY(${[...models.keys()]}::int[])`
  const developers = await select('ModelDeveloper', ofModels, 'r.model_id, r.position')
  const names = await select('Alias', ofModels)
  const settings = byId(
    await select(
      'Setting',
      sql`${told} OR r.id = ANY(${present([
        ...observations.map((observation) => observation.settingId),
        ...columns.map((column) => column.settingId),
        ...notes.map((note) => note.aboutSettingId),
        ...subjects.map((subject) => subject.settingId),
      ])}::int[])`,
    ),
  )
  const benchmarks = byId(
    await select(
      'Benchmark',
      sql`${told} OR r.id = ANY(${present([
        ...[...settings.values()].map((setting) => setting.benchmarkId),
        ...subjects.map((subject) => subject.benchmarkId),
      ])}::int[])`,
    ),
  )
  const sources = byId(
    await select(
      'Source',
      sql`${told} OR r.id IN (SELECT d.from_id FROM source_derivation d WHERE d.source_id = ${id})
        OR r.id = ANY(${present([
          id,
          ...observations.flatMap((observation) => [observation.sourceId, observation.readFromId]),
          ...rows.map((row) => row.sourceId),
          ...tables.map((table) => table.sourceId),
          ...aliases.map((alias) => alias.sourceId),
          ...facts.map((fact) => fact.statedInId),
          ...notes.map((note) => note.statedInId),
          ...subjects.map((subject) => subject.sourceId),
        ])}::int[])`,
    ),
  )
  const sourceIds = [...sources.keys()]
  const derivedFrom = await select(
    'SourceDerivation',
    sql`r.source_id = ANY(${sourceIds}::int[]) AND r.from_id = ANY(${sourceIds}::int[])`,
    'r.source_id, r.from_id',
  )
  const authorships = await select('Authorship', sql`r.source_id = ANY(${sourceIds}::int[])`, 'r.source_id, r.position')
  const authors = byId(
    await select(
      'Author',
      sql`${told} OR r.id = ANY(${present([
        ...[...sources.values()].map((source) => source.publisherId),
        ...authorships.map((authorship) => authorship.authorId),
        ...developers.map((developer) => developer.authorId),
        ...measurers.map((measurer) => measurer.authorId),
        ...facts.map((fact) => fact.statedById),
        ...subjects.map((subject) => subject.authorId),
      ])}::int[])`,
    ),
  )
  const elsewhere = await query<{ slug: string; count: number }>(
    db,
    sql`SELECT s.slug, count(*)::int AS count FROM observation o JOIN source s ON s.id = o.read_from_id
      WHERE o.source_id = ${id} AND o.cell_id IS NOT NULL AND NOT o.id = ANY(${observationIds}::int[])
      GROUP BY s.slug ORDER BY s.slug`,
  )
  return {
    imports: new Set(imports),
    ...{ page, observations, measurers, tables, columns, rows, cells, notes, subjects, facts, aliases, names },
    ...{ derivations, inputs, models, developers, settings, benchmarks, sources, derivedFrom, authorships, authors },
    importedStatus: new Map(statuses.map((row) => [row.id, row.status])),
    elsewhere,
  }
}

/** The bundles that were of this page: those whose claims, tables and notes name it more often than any other as witness. */
async function importsOf(db: Queryable, page: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`WITH named AS (
        SELECT import_id, coalesce(read_from_id, source_id) AS page FROM observation
        UNION ALL SELECT import_id, source_id FROM result_table
        UNION ALL SELECT import_id, stated_in_id FROM note WHERE import_id IS NOT NULL AND stated_in_id IS NOT NULL
        UNION ALL SELECT import_id, stated_in_id FROM fact WHERE stated_in_id IS NOT NULL),
      counted AS (
        SELECT n.import_id, n.page, count(*) AS times FROM named n JOIN import i ON i.id = n.import_id
        WHERE i.format = 'bundle' AND n.import_id IN (SELECT import_id FROM named WHERE page = ${page})
        GROUP BY n.import_id, n.page)
      SELECT c.import_id AS id FROM counted c WHERE c.page = ${page}
        AND c.times >= ALL (SELECT d.times FROM counted d WHERE d.import_id = c.import_id) ORDER BY 1`,
  )
  return rows.map((row) => row.id)
}
