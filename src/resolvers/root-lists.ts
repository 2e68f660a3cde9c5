// The lists of the root: every model, benchmark, setting, observation, source, author, note and import.
import { imports } from '../loaders/details.ts'
import { authorLists, benchmarkLists, modelLists, settingLists, sourceLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import {
  authorArguments,
  benchmarkArguments,
  issueArguments,
  modelArguments,
  notPublishedArguments,
  observationArguments,
  settingArguments,
  sourceArguments,
} from '../schema/arguments.ts'
import { atRoot, paged } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import {
  Author,
  AuthorConnection,
  Benchmark,
  BenchmarkConnection,
  Import,
  ImportConnection,
  Model,
  ModelConnection,
  NotPublished,
  NotPublishedConnection,
  Observation,
  ObservationConnection,
  Setting,
  SettingConnection,
  Source,
  SourceConnection,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from '../schema/refs.ts'

builder.queryFields((t) => ({
  models: t.connection(
    {
      type: Model,
      description: 'All models, by slug unless ordered otherwise.',
      args: modelArguments,
      ...paged(modelLists.all, atRoot),
    },
    ModelConnection,
  ),
  benchmarks: t.connection(
    {
      type: Benchmark,
      description: 'All benchmarks, by slug.',
      args: benchmarkArguments,
      ...paged(benchmarkLists.all, atRoot),
    },
    BenchmarkConnection,
  ),
  settings: t.connection(
    {
      type: Setting,
      description: 'All settings, by key.',
      args: settingArguments,
      ...paged(settingLists.all, atRoot),
    },
    SettingConnection,
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'All observations, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.all, atRoot),
    },
    ObservationConnection,
  ),
  sources: t.connection(
    {
      type: Source,
      description: 'All sources, by slug.',
      args: sourceArguments,
      ...paged(sourceLists.all, atRoot),
    },
    SourceConnection,
  ),
  authors: t.connection(
    {
      type: Author,
      description: 'All authors, by slug.',
      args: authorArguments,
      ...paged(authorLists.all, atRoot),
    },
    AuthorConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'All unresolved issues: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.all, atRoot),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'Everything that sources leave out, by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.all, atRoot),
    },
    NotPublishedConnection,
  ),
  imports: t.connection(
    { type: Import, description: 'All imports that changed something, newest first.', ...paged(imports, atRoot) },
    ImportConnection,
  ),
}))
