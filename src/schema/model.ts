// Model: what was evaluated.

import { aliasesOfModel, factsOfModel } from '../loaders/details.ts'
import { developersOfModel, formerSlugsOfModel, groups } from '../loaders/groups.ts'
import { sourceLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists, remarkLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { issueArguments, notPublishedArguments, observationArguments, sourceArguments } from './arguments.ts'
import { batched, byId, one, paged, reads, whole } from './batched.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Alias,
  AliasConnection,
  Author,
  Fact,
  FactConnection,
  Model,
  NotPublished,
  NotPublishedConnection,
  Observation,
  ObservationConnection,
  Remark,
  RemarkConnection,
  Source,
  SourceConnection,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from './refs.ts'

builder.prismaObjectFields(Model, (t) => ({
  id: t.id({ description: idMeaning, ...reads('slug'), resolve: (model) => globalId('Model', model.slug) }),
  slug: t.exposeString('slug', { description: 'Its natural key, made from its name: "internlm2-chat-20b".' }),
  name: t.exposeString('name', { shareable: true, description: 'Its name: "InternLM2-Chat-20B".' }),
  huggingFaceId: t.exposeString('huggingFaceId', {
    nullable: true,
    description:
      'Its id on Hugging Face ("internlm/internlm2-20b-reward"), where a source links the model to it; null if none does.',
  }),
  formerSlugs: t.stringList({
    description: 'Slugs it answered to before a merge, a renaming or a meeting of names.',
    ...batched<{ id: number }, object, string[]>(async (models, _, { db }) =>
      (await groups(db.pool, formerSlugsOfModel, models.map(byId))).map((former) => former.map(({ slug }) => slug)),
    ),
  }),
  mergedInto: t.field({
    type: Model,
    nullable: true,
    description: 'The model that this one turned out to be; null for one that stands for itself.',
    ...one('Model', (model) => model.mergedIntoId),
  }),
  developers: t.field({
    type: [Author],
    description: 'Who developed it, in the order a source gives them; empty where no source says.',
    ...whole(developersOfModel),
  }),
  family: t.exposeString('family', {
    nullable: true,
    description: 'Its family ("InternLM2"); null where no source says.',
  }),
  baseModel: t.field({
    type: Model,
    nullable: true,
    description: 'The model it was made from; null where no source says.',
    ...one('Model', (model) => model.baseModelId),
  }),
  aliases: t.connection(
    {
      type: Alias,
      description: 'The names under which sources print it, by name.',
      ...paged(aliasesOfModel, byId),
    },
    AliasConnection,
  ),
  facts: t.connection(
    {
      type: Fact,
      description: 'What sources state about it beside scores, by property.',
      args: { property: t.arg.stringList({ description: 'Only these properties: ["license", "parameters"].' }) },
      ...paged(factsOfModel, byId),
    },
    FactConnection,
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'The published scores of it, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.ofModel, byId),
    },
    ObservationConnection,
  ),
  sources: t.connection(
    {
      type: Source,
      description: 'The sources that publish scores of it, and the pages through which these were read; by slug.',
      args: sourceArguments,
      ...paged(sourceLists.ofModel, byId),
    },
    SourceConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues about it or about a score of it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.ofModel, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What sources leave out about it or about a score of it; by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.ofModel, byId),
    },
    NotPublishedConnection,
  ),
  remarks: t.connection(
    { type: Remark, description: 'What sources remark about it; by key.', ...paged(remarkLists.ofModel, byId) },
    RemarkConnection,
  ),
}))
