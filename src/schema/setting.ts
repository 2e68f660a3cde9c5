// Setting: the comparability class of scores.
import { sourceLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { issueArguments, notPublishedArguments, observationArguments } from './arguments.ts'
import { byId, must, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Benchmark,
  NotPublished,
  NotPublishedConnection,
  Observation,
  ObservationConnection,
  Setting,
  Source,
  SourceConnection,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from './refs.ts'
import { EvidenceParameter, parametersIn } from './values.ts'

builder.prismaObjectFields(Setting, (t) => ({
  id: t.id({ description: idMeaning, ...reads('key'), resolve: (setting) => globalId('Setting', setting.key) }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over all its fields and how each is known.' }),
  label: t.exposeString('label', { description: 'It in one line, for people: "RM-Bench, Chat, accuracy (%)".' }),
  benchmark: t.field({
    type: Benchmark,
    description: 'The benchmark.',
    ...must('Benchmark', (setting) => setting.benchmarkId),
  }),
  edition: t.exposeString('edition', {
    nullable: true,
    description: 'The edition or version of the benchmark; null where not known.',
  }),
  subset: t.exposeString('subset', {
    nullable: true,
    description:
      'The part of the benchmark that is scored ("Chat", "Overall"); null where not known or the benchmark is scored whole.',
  }),
  metric: t.exposeString('metric', {
    nullable: true,
    description: 'What is counted ("accuracy"); null where not known.',
  }),
  unit: t.exposeString('unit', {
    nullable: true,
    description: 'The unit of the values ("%"); null where not known. Values are never converted.',
  }),
  higherIsBetter: t.exposeBoolean('higherIsBetter', {
    nullable: true,
    description: 'The direction; null where not known.',
  }),
  min: t.expose('min', {
    type: 'Decimal',
    nullable: true,
    description: 'The smallest possible value, in its unit; null where not known.',
  }),
  max: t.expose('max', {
    type: 'Decimal',
    nullable: true,
    description: 'The largest possible value, in its unit; null where not known.',
  }),
  definition: t.field({
    type: [EvidenceParameter],
    description:
      'How edition, subset, metric, unit, direction and range are known: stated, inferred (with the reason) or not stated.',
    ...reads('definition'),
    resolve: (setting) => parametersIn(setting.definition),
  }),
  protocol: t.field({
    type: [EvidenceParameter],
    description: 'Shots, prompting, judge, harness …: what is stated, inferred or looked for and not stated.',
    ...reads('protocol'),
    resolve: (setting) => parametersIn(setting.protocol),
  }),
  observations: t.connection(
    {
      type: Observation,
      description: 'The scores published under it, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.ofSetting, byId),
    },
    ObservationConnection,
  ),
  sources: t.connection(
    {
      type: Source,
      description: 'The sources that publish scores under it, by slug.',
      ...paged(sourceLists.ofSetting, byId),
    },
    SourceConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues about it or a score under it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.ofSetting, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What sources leave out about it or a score under it; by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.ofSetting, byId),
    },
    NotPublishedConnection,
  ),
}))
