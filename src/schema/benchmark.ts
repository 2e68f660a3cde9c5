// Benchmark: the test.
import { modelLists, settingLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { issueArguments, notPublishedArguments, observationArguments, settingArguments } from './arguments.ts'
import { byId, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Benchmark,
  Model,
  ModelConnection,
  NotPublished,
  NotPublishedConnection,
  Observation,
  ObservationConnection,
  Setting,
  SettingConnection,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from './refs.ts'

builder.prismaObjectFields(Benchmark, (t) => ({
  id: t.id({ description: idMeaning, ...reads('slug'), resolve: (benchmark) => globalId('Benchmark', benchmark.slug) }),
  slug: t.exposeString('slug', { description: 'Its natural key, made from its name: "rm-bench".' }),
  name: t.exposeString('name', { shareable: true, description: 'Its name: "RM-Bench".' }),
  category: t.exposeString('category', {
    nullable: true,
    description: 'What it tests, in a source’s own word ("reasoning"); null where no source says.',
  }),
  settings: t.connection(
    {
      type: Setting,
      description: 'The settings it has been run in, by key.',
      args: settingArguments,
      ...paged(settingLists.ofBenchmark, byId),
    },
    SettingConnection,
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'The published scores on it, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.ofBenchmark, byId),
    },
    ObservationConnection,
  ),
  models: t.connection(
    {
      type: Model,
      description: 'The models with scores on it, by slug.',
      ...paged(modelLists.ofBenchmark, byId),
    },
    ModelConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues about it or a score on it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.ofBenchmark, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What sources leave out about it or a score on it; by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.ofBenchmark, byId),
    },
    NotPublishedConnection,
  ),
}))
