// Model: what was evaluated.

import { aliasesOfModel, factsOfModel } from '../loaders/details.ts'
import { developersOfModel, formerSlugsOfModel } from '../loaders/groups.ts'
import { sourceLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists, remarkLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { issueArguments, notPublishedArguments, observationArguments, sourceArguments } from './arguments.ts'
import { builder } from './builder.ts'
import { globalId, idMeaning } from './global-id.ts'
import { byId, paged } from './paged.ts'
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
  id: t.id({ description: idMeaning, resolve: (model) => globalId('Model', model.slug) }),
  slug: t.exposeString('slug', { description: 'Its natural key, made from its name: "internlm2-chat-20b".' }),
  name: t.exposeString('name', { description: 'Its name: "InternLM2-Chat-20B".' }),
  huggingFaceId: t.exposeString('huggingFaceId', {
    nullable: true,
    description:
      'Its id on Hugging Face ("internlm/internlm2-20b-reward"), where a source links the model to it; null if none does.',
  }),
  formerSlugs: t.stringList({
    description: 'Slugs it answered to before a merge, a renaming or a meeting of names.',
    resolve: async (model, _, { load }) =>
      (await load.group(formerSlugsOfModel).load(model.id)).map(({ slug }) => slug),
  }),
  mergedInto: t.field({
    type: Model,
    nullable: true,
    description: 'The model that this one turned out to be; null for one that stands for itself.',
    resolve: (model, _, { load }) => (model.mergedIntoId === null ? null : load.row('Model').load(model.mergedIntoId)),
  }),
  developers: t.field({
    type: [Author],
    description: 'Who developed it, in the order a source gives them; empty where no source says.',
    resolve: (model, _, { load }) => load.group(developersOfModel).load(model.id),
  }),
  family: t.exposeString('family', {
    nullable: true,
    description: 'Its family ("InternLM2"); null where no source says.',
  }),
  baseModel: t.field({
    type: Model,
    nullable: true,
    description: 'The model it was made from; null where no source says.',
    resolve: (model, _, { load }) => (model.baseModelId === null ? null : load.row('Model').load(model.baseModelId)),
  }),
  aliases: t.connection(
    {
      type: Alias,
      description: 'The names under which sources print it, by name.',
      resolve: paged(aliasesOfModel, byId),
    },
    AliasConnection,
  ),
  facts: t.connection(
    {
      type: Fact,
      description: 'What sources state about it beside scores, by property.',
      args: { property: t.arg.stringList({ description: 'Only these properties: ["license", "parameters"].' }) },
      resolve: paged(factsOfModel, byId),
    },
    FactConnection,
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'The published scores of it, by key unless ordered otherwise.',
      args: observationArguments,
      resolve: paged(observationLists.ofModel, byId),
    },
    ObservationConnection,
  ),
  sources: t.connection(
    {
      type: Source,
      description: 'The sources that publish scores of it, and the pages through which these were read; by slug.',
      args: sourceArguments,
      resolve: paged(sourceLists.ofModel, byId),
    },
    SourceConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues about it or about a score of it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      resolve: paged(issueLists.ofModel, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What sources leave out about it or about a score of it; by key.',
      args: notPublishedArguments,
      resolve: paged(notPublishedLists.ofModel, byId),
    },
    NotPublishedConnection,
  ),
  remarks: t.connection(
    { type: Remark, description: 'What sources remark about it; by key.', resolve: paged(remarkLists.ofModel, byId) },
    RemarkConnection,
  ),
}))
