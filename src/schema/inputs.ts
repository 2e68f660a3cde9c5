// Filters and orders. All conditions of a filter hold together; the items of a list are alternatives.
import { builder } from './builder.ts'
import {
  Aspect,
  AuthorKind,
  Evidence,
  EvidenceOrderDirection,
  EvidenceParty,
  IssueKind,
  IssueState,
  ModelOrderField,
  NoteOrigin,
  ObservationOrderField,
  ObservationStatus,
  SourceKind,
} from './enums.ts'

export const EvidenceStringFilter = builder.inputType('EvidenceStringFilter', {
  description: 'A condition on a text, case-insensitive. `%` and `_` mean themselves.',
  fields: (t) => ({
    equals: t.string({ description: 'The whole text.' }),
    in: t.stringList({ description: 'Any of these whole texts; an empty list matches nothing.' }),
    contains: t.string({ description: 'A part of the text; for a node, of its slug or its name.' }),
    startsWith: t.string({ description: 'The beginning of the text; for a node, of its slug or its name.' }),
  }),
})

export const EvidenceDecimalFilter = builder.inputType('EvidenceDecimalFilter', {
  description: 'A condition on an exact number.',
  fields: (t) => ({
    equals: t.field({ type: 'Decimal', description: 'Equal in value: "50.0" equals "50.00".' }),
    gt: t.field({ type: 'Decimal', description: 'Greater than.' }),
    gte: t.field({ type: 'Decimal', description: 'Greater than or equal to.' }),
    lt: t.field({ type: 'Decimal', description: 'Less than.' }),
    lte: t.field({ type: 'Decimal', description: 'Less than or equal to.' }),
  }),
})

export const EvidenceDateFilter = builder.inputType('EvidenceDateFilter', {
  description: 'A range of days. A partial date matches a range that it overlaps: "2026" matches from "2026-05".',
  fields: (t) => ({
    from: t.field({ type: 'PartialDate', description: 'From the first day of this date.' }),
    to: t.field({ type: 'PartialDate', description: 'To the last day of this date.' }),
  }),
})

export const ModelFilter = builder.inputType('ModelFilter', {
  description: 'Which models.',
  fields: (t) => ({
    slug: t.field({ type: EvidenceStringFilter, description: 'Its slug; `contains` and `startsWith` also its name.' }),
    name: t.field({ type: EvidenceStringFilter, description: 'Its name.' }),
    developer: t.field({ type: EvidenceStringFilter, description: 'The slug of one of its developers.' }),
    family: t.field({ type: EvidenceStringFilter, description: 'Its family.' }),
    benchmark: t.field({ type: EvidenceStringFilter, description: 'The slug of a benchmark it has observations on.' }),
    hasUnresolvedIssues: t.boolean({ description: 'Whether open issues concern it.' }),
  }),
})

export const BenchmarkFilter = builder.inputType('BenchmarkFilter', {
  description: 'Which benchmarks.',
  fields: (t) => ({
    slug: t.field({ type: EvidenceStringFilter, description: 'Its slug; `contains` and `startsWith` also its name.' }),
    name: t.field({ type: EvidenceStringFilter, description: 'Its name.' }),
    category: t.field({ type: EvidenceStringFilter, description: 'Its category.' }),
  }),
})

export const SettingFilter = builder.inputType('SettingFilter', {
  description: 'Which settings.',
  fields: (t) => ({
    benchmark: t.field({ type: EvidenceStringFilter, description: 'The slug of its benchmark.' }),
    subset: t.field({ type: EvidenceStringFilter, description: 'Its subset.' }),
    metric: t.field({ type: EvidenceStringFilter, description: 'Its metric.' }),
    hasPeers: t.boolean({ description: 'Whether two models or more have scores under it.' }),
  }),
})

export const ObservationFilter = builder.inputRef('ObservationFilter').implement({
  description: 'Which observations.',
  fields: (t) => ({
    model: t.field({ type: EvidenceStringFilter, description: 'The slug of the model.' }),
    benchmark: t.field({ type: EvidenceStringFilter, description: 'The slug of the benchmark.' }),
    setting: t.field({ type: EvidenceStringFilter, description: 'The key of the setting.' }),
    subset: t.field({ type: EvidenceStringFilter, description: 'The subset of the setting.' }),
    metric: t.field({ type: EvidenceStringFilter, description: 'The metric of the setting.' }),
    source: t.field({ type: EvidenceStringFilter, description: 'The slug of the source that publishes it.' }),
    readFrom: t.field({ type: EvidenceStringFilter, description: 'The slug of the page through which it was read.' }),
    author: t.field({ type: EvidenceStringFilter, description: 'The slug of an author of its source.' }),
    developer: t.field({ type: EvidenceStringFilter, description: 'The slug of a developer of its model.' }),
    evidence: t.field({ type: [Evidence], description: 'Who reports it.' }),
    party: t.field({ type: [EvidenceParty], description: 'Who measured it.' }),
    status: t.field({ type: [ObservationStatus], description: 'How it stands today.' }),
    value: t.field({ type: EvidenceDecimalFilter, description: 'The exact number; one that is null matches nothing.' }),
    publishedAt: t.field({ type: EvidenceDateFilter, description: 'When it was published.' }),
    retrievedAt: t.field({ type: EvidenceDateFilter, description: 'When it was read.' }),
    hasUnresolvedIssues: t.boolean({ description: 'Whether open issues involve it.' }),
    hasPeers: t.boolean({ description: 'Whether other models have scores under the very same setting.' }),
    hasReadFrom: t.boolean({ description: 'Whether it was read through another page than its source.' }),
    notPublished: t.field({
      type: [Aspect],
      description: 'A note on the observation, its setting or its source says that one of these is not published.',
    }),
    or: t.field({
      type: [ObservationFilter],
      description: 'At least one of these holds; an empty list matches nothing.',
    }),
    not: t.field({ type: ObservationFilter, description: 'This does not hold.' }),
  }),
})

export const SourceFilter = builder.inputType('SourceFilter', {
  description: 'Which sources.',
  fields: (t) => ({
    slug: t.field({ type: EvidenceStringFilter, description: 'Its slug; `contains` and `startsWith` also its title.' }),
    title: t.field({ type: EvidenceStringFilter, description: 'Its title.' }),
    sourceKind: t.field({ type: [SourceKind], description: 'What kind of document it is.' }),
    author: t.field({ type: EvidenceStringFilter, description: 'The slug of one of its authors.' }),
    publisher: t.field({ type: EvidenceStringFilter, description: 'The slug of its publisher.' }),
    publishedAt: t.field({ type: EvidenceDateFilter, description: 'When it was published.' }),
  }),
})

export const AuthorFilter = builder.inputType('AuthorFilter', {
  description: 'Which authors.',
  fields: (t) => ({
    slug: t.field({ type: EvidenceStringFilter, description: 'The slug; `contains` and `startsWith` also the name.' }),
    name: t.field({ type: EvidenceStringFilter, description: 'The name.' }),
    authorKind: t.field({ type: [AuthorKind], description: 'Persons or organisations.' }),
  }),
})

export const UnresolvedIssueFilter = builder.inputType('UnresolvedIssueFilter', {
  description: 'Which issues: open ones unless `state` says otherwise.',
  fields: (t) => ({
    kind: t.field({ type: [IssueKind], description: 'What they are about.' }),
    state: t.field({ type: [IssueState], defaultValue: ['OPEN'], description: 'Open or resolved; null for both.' }),
    origin: t.field({ type: [NoteOrigin], description: 'Where they come from.' }),
    model: t.field({ type: EvidenceStringFilter, description: 'The slug of a model they concern.' }),
    benchmark: t.field({ type: EvidenceStringFilter, description: 'The slug of a benchmark they concern.' }),
    source: t.field({ type: EvidenceStringFilter, description: 'The slug of a source they concern.' }),
  }),
})

export const NotPublishedFilter = builder.inputType('NotPublishedFilter', {
  description: 'Which gaps.',
  fields: (t) => ({
    aspect: t.field({ type: [Aspect], description: 'What is missing: any of these.' }),
    origin: t.field({ type: [NoteOrigin], description: 'Where the note comes from.' }),
    model: t.field({ type: EvidenceStringFilter, description: 'The slug of a model it concerns.' }),
    benchmark: t.field({ type: EvidenceStringFilter, description: 'The slug of a benchmark it concerns.' }),
    source: t.field({ type: EvidenceStringFilter, description: 'The slug of a source it concerns.' }),
  }),
})

export const ObservationOrder = builder.inputType('ObservationOrder', {
  description: 'One criterion; ties are broken by the next one and at last by the key, in the last direction.',
  fields: (t) => ({
    field: t.field({ type: ObservationOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({
      type: EvidenceOrderDirection,
      required: true,
      defaultValue: 'ASC',
      description: 'Nulls come last in either.',
    }),
  }),
})

export const ModelOrder = builder.inputType('ModelOrder', {
  description: 'One criterion; ties are broken by the next one and at last by the slug, in the last direction.',
  fields: (t) => ({
    field: t.field({ type: ModelOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({
      type: EvidenceOrderDirection,
      required: true,
      defaultValue: 'ASC',
      description: 'Nulls come last in either.',
    }),
  }),
})
