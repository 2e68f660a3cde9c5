// What belongs to one node alone: aliases and facts of a model, tables of a source, the ledger of an import.
import type { Row } from '../db/columns.ts'
import { rejectionsOfImport, rowsOfTable } from '../loaders/details.ts'
import { cellsOfRow, columnsOfTable, groups, notesOfCell, observationsOfCell } from '../loaders/groups.ts'
import { type Marked, rowsBy } from '../loaders/rows.ts'
import { batched, byId, must, one, paged, reads, whole } from './batched.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import { EvidenceStringFilter } from './inputs.ts'
import {
  Alias,
  Author,
  Fact,
  Import,
  Model,
  NotPublished,
  Observation,
  Rejection,
  RejectionConnection,
  ResultTable,
  Setting,
  Source,
  TableCell,
  TableColumn,
  TableRow,
  TableRowConnection,
} from './refs.ts'
import { EvidenceParameter, parametersIn } from './values.ts'

builder.prismaObjectFields(Alias, (t) => ({
  name: t.exposeString('name', { description: 'The name, as printed.' }),
  source: t.field({
    type: Source,
    nullable: true,
    description: 'The source that prints it; null where none is recorded.',
    ...one('Source', (alias) => alias.sourceId),
  }),
}))

builder.prismaObjectFields(Fact, (t) => ({
  id: t.id({ description: idMeaning, ...reads('key'), resolve: (fact) => globalId('Fact', fact.key) }),
  property: t.exposeString('property', { description: 'What is stated: "license", "parameters", "openWeights" …' }),
  valueText: t.exposeString('valueText', {
    nullable: true,
    description: 'The value as printed; null where it is missing.',
  }),
  valueNumber: t.expose('valueNumber', {
    type: 'Decimal',
    nullable: true,
    description: 'The value as an exact number ("20000000000" for 20B); null where it is none.',
  }),
  unit: t.exposeString('unit', { nullable: true, description: 'The unit of the number; null where it needs none.' }),
  asOf: t.expose('asOf', {
    type: 'PartialDate',
    nullable: true,
    description: 'The day for which it is stated; null where not stated.',
  }),
  statedIn: t.field({
    type: Source,
    nullable: true,
    description: 'The source that states it; null where none is recorded.',
    ...one('Source', (fact) => fact.statedInId),
  }),
  statedBy: t.field({
    type: Author,
    nullable: true,
    description: 'Who states it, where the source gives it as somebody else’s word; else null.',
    ...one('Author', (fact) => fact.statedById),
  }),
  missing: t.field({
    type: NotPublished,
    nullable: true,
    description: 'The gap that stands where the value would; null where there is a value.',
    ...batched<Row<'Fact'>, object, Marked<'Note'> | null>(async (facts, _, { db }) =>
      rowsBy(
        db.pool,
        'Note',
        'key',
        facts.map((fact) => fact.missingKey ?? ''),
      ),
    ),
  }),
}))

builder.prismaObjectFields(ResultTable, (t) => ({
  id: t.id({ description: idMeaning, ...reads('key'), resolve: (table) => globalId('ResultTable', table.key) }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over its source and its place there.' }),
  source: t.field({
    type: Source,
    description: 'The source that prints it.',
    ...must('Source', (table) => table.sourceId),
  }),
  position: t.exposeInt('position', { description: 'Its place among the tables of its source, from 1.' }),
  heading: t.exposeString('heading', {
    nullable: true,
    description: 'Its heading, as printed; null where it has none.',
  }),
  caption: t.exposeString('caption', {
    nullable: true,
    description: 'What is said below or beside it, in short; null where nothing is.',
  }),
  columns: t.field({
    type: [TableColumn],
    description: 'Its columns after the row heading, in their order.',
    ...whole(columnsOfTable),
  }),
  rows: t.connection(
    {
      type: TableRow,
      description: 'Its rows, in their order.',
      args: {
        model: t.arg({
          type: EvidenceStringFilter,
          description: 'Only rows of models with this slug; `contains` and `startsWith` also match the name.',
        }),
      },
      ...paged(rowsOfTable, byId),
    },
    TableRowConnection,
  ),
}))

builder.prismaObjectFields(TableColumn, (t) => ({
  position: t.exposeInt('position', { description: 'Its place, from 1; the row heading does not count.' }),
  name: t.exposeString('name', {
    nullable: true,
    description: 'Its heading, as printed; null where that is not known.',
  }),
  setting: t.field({
    type: Setting,
    nullable: true,
    description: 'The setting of its scores, where one holds for all of them; a cell’s observation may have another.',
    ...one('Setting', (column) => column.settingId),
  }),
}))

builder.prismaObjectFields(TableRow, (t) => ({
  position: t.exposeInt('position', { description: 'Its place, from 1.' }),
  reportedName: t.exposeString('reportedName', { description: 'The model’s name as the row prints it.' }),
  model: t.field({
    type: Model,
    description: 'The model.',
    ...must('Model', (row) => row.modelId),
  }),
  source: t.field({
    type: Source,
    nullable: true,
    description: 'The source of this row, where it is another than the table’s; else null.',
    ...one('Source', (row) => row.sourceId),
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'The date printed in the row; null where none is.',
  }),
  configuration: t.field({
    type: [EvidenceParameter],
    description: 'How the evaluated system was set up, as the row says.',
    ...reads('configuration'),
    resolve: (row) => parametersIn(row.configuration),
  }),
  labels: t.field({
    type: [EvidenceParameter],
    description: 'Categories that the row is filed under.',
    ...reads('labels'),
    resolve: (row) => parametersIn(row.labels),
  }),
  cells: t.field({
    type: [TableCell],
    description: 'Its cells, in the order of the columns.',
    ...whole(cellsOfRow),
  }),
}))

builder.prismaObjectFields(TableCell, (t) => ({
  column: t.field({
    type: TableColumn,
    description: 'The column it stands in.',
    ...batched<Row<'TableCell'>, object, Marked<'TableColumn'>>(async (cells, _, { db }) => {
      const tables = [...new Set(cells.map((cell) => cell.tableId))]
      const columns = (await groups(db.pool, columnsOfTable, tables)).flat()
      const byPlace = new Map(columns.map((column) => [`${column.tableId} ${column.position}`, column]))
      return cells.map((cell) => byPlace.get(`${cell.tableId} ${cell.columnPosition}`) as Marked<'TableColumn'>)
    }),
  }),
  text: t.exposeString('text', { description: 'What is printed in it, to the letter: "63.4", "—".' }),
  observations: t.field({
    type: [Observation],
    description: 'The claims that stand in it; empty where it holds none.',
    ...whole(observationsOfCell),
  }),
  notPublished: t.field({
    type: NotPublished,
    nullable: true,
    description: 'The gap that its placeholder stands for; null where it holds a score.',
    ...batched<Row<'TableCell'>, object, Marked<'Note'> | null>(async (cells, _, { db }) =>
      (await groups(db.pool, notesOfCell, cells.map(byId))).map((notes) => notes[0] ?? null),
    ),
  }),
}))

builder.prismaObjectFields(Import, (t) => ({
  id: t.id({ description: idMeaning, ...reads('key'), resolve: (one) => globalId('Import', one.key) }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over format and content of the file.' }),
  format: t.exposeString('format', { description: 'The format it was read in: "bundle".' }),
  file: t.exposeString('file', { description: 'The name of the file.' }),
  startedAt: t.field({
    type: 'DateTime',
    description: 'When it began.',
    ...reads('startedAt'),
    resolve: (one) => one.startedAt,
  }),
  accepted: t.exposeInt('accepted', { description: 'How many items of the file were new and are now in the graph.' }),
  duplicates: t.exposeInt('duplicates', { description: 'How many were there already.' }),
  rejected: t.exposeInt('rejected', { description: 'How many were refused; `rejections` says why.' }),
  rejections: t.connection(
    {
      type: Rejection,
      description: 'What was refused, in the order of the file.',
      ...paged(rejectionsOfImport, byId),
    },
    RejectionConnection,
  ),
}))

builder.prismaObjectFields(Rejection, (t) => ({
  file: t.exposeString('file', { description: 'The file.' }),
  line: t.exposeInt('line', { nullable: true, description: 'The line, from 1; null where it cannot be told.' }),
  field: t.exposeString('field', {
    nullable: true,
    description: 'The field: "models.x.name"; null where it is no one field.',
  }),
  reason: t.exposeString('reason', { description: 'What is wrong and what to do.' }),
}))
