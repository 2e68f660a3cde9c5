// What belongs to one node alone: aliases and facts of a model, tables of a source, the ledger of an import.
import { rejectionsOfImport, rowsOfTable } from '../loaders/details.ts'
import { cellsOfRow, columnsOfTable, notesOfCell, observationsOfCell } from '../loaders/groups.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import { EvidenceStringFilter } from './inputs.ts'
import { byId, paged } from './paged.ts'
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
    resolve: (alias, _, { load }) => (alias.sourceId === null ? null : load.row('Source').load(alias.sourceId)),
  }),
}))

builder.prismaObjectFields(Fact, (t) => ({
  id: t.id({ description: idMeaning, resolve: (fact) => globalId('Fact', fact.key) }),
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
    resolve: (fact, _, { load }) => (fact.statedInId === null ? null : load.row('Source').load(fact.statedInId)),
  }),
  statedBy: t.field({
    type: Author,
    nullable: true,
    description: 'Who states it, where the source gives it as somebody else’s word; else null.',
    resolve: (fact, _, { load }) => (fact.statedById === null ? null : load.row('Author').load(fact.statedById)),
  }),
  missing: t.field({
    type: NotPublished,
    nullable: true,
    description: 'The gap that stands where the value would; null where there is a value.',
    resolve: (fact, _, { load }) => (fact.missingKey === null ? null : load.row('Note', 'key').load(fact.missingKey)),
  }),
}))

builder.prismaObjectFields(ResultTable, (t) => ({
  id: t.id({ description: idMeaning, resolve: (table) => globalId('ResultTable', table.key) }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over its source and its place there.' }),
  source: t.field({
    type: Source,
    description: 'The source that prints it.',
    resolve: async (table, _, { load }) => (await load.row('Source').load(table.sourceId)) as never,
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
    resolve: (table, _, { load }) => load.group(columnsOfTable).load(table.id),
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
      resolve: paged(rowsOfTable, byId),
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
    resolve: (column, _, { load }) => (column.settingId === null ? null : load.row('Setting').load(column.settingId)),
  }),
}))

builder.prismaObjectFields(TableRow, (t) => ({
  position: t.exposeInt('position', { description: 'Its place, from 1.' }),
  reportedName: t.exposeString('reportedName', { description: 'The model’s name as the row prints it.' }),
  model: t.field({
    type: Model,
    description: 'The model.',
    resolve: async (row, _, { load }) => (await load.row('Model').load(row.modelId)) as never,
  }),
  source: t.field({
    type: Source,
    nullable: true,
    description: 'The source of this row, where it is another than the table’s; else null.',
    resolve: (row, _, { load }) => (row.sourceId === null ? null : load.row('Source').load(row.sourceId)),
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'The date printed in the row; null where none is.',
  }),
  configuration: t.field({
    type: [EvidenceParameter],
    description: 'How the evaluated system was set up, as the row says.',
    resolve: (row) => parametersIn(row.configuration),
  }),
  labels: t.field({
    type: [EvidenceParameter],
    description: 'Categories that the row is filed under.',
    resolve: (row) => parametersIn(row.labels),
  }),
  cells: t.field({
    type: [TableCell],
    description: 'Its cells, in the order of the columns.',
    resolve: (row, _, { load }) => load.group(cellsOfRow).load(row.id),
  }),
}))

builder.prismaObjectFields(TableCell, (t) => ({
  column: t.field({
    type: TableColumn,
    description: 'The column it stands in.',
    resolve: async (cell, _, { load }) =>
      (await load.group(columnsOfTable).load(cell.tableId)).find(
        ({ position }) => position === cell.columnPosition,
      ) as never,
  }),
  text: t.exposeString('text', { description: 'What is printed in it, to the letter: "63.4", "—".' }),
  observations: t.field({
    type: [Observation],
    description: 'The claims that stand in it; empty where it holds none.',
    resolve: (cell, _, { load }) => load.group(observationsOfCell).load(cell.id),
  }),
  notPublished: t.field({
    type: NotPublished,
    nullable: true,
    description: 'The gap that its placeholder stands for; null where it holds a score.',
    resolve: async (cell, _, { load }) => (await load.group(notesOfCell).load(cell.id))[0] ?? null,
  }),
}))

builder.prismaObjectFields(Import, (t) => ({
  id: t.id({ description: idMeaning, resolve: (one) => globalId('Import', one.key) }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over format and content of the file.' }),
  format: t.exposeString('format', { description: 'The format it was read in: "bundle".' }),
  file: t.exposeString('file', { description: 'The name of the file.' }),
  startedAt: t.field({ type: 'DateTime', description: 'When it began.', resolve: (one) => one.startedAt }),
  accepted: t.exposeInt('accepted', { description: 'How many items of the file were new and are now in the graph.' }),
  duplicates: t.exposeInt('duplicates', { description: 'How many were there already.' }),
  rejected: t.exposeInt('rejected', { description: 'How many were refused; `rejections` says why.' }),
  rejections: t.connection(
    {
      type: Rejection,
      description: 'What was refused, in the order of the file.',
      resolve: paged(rejectionsOfImport, byId),
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
