// Source: a document at a version; and the authorship of sources.

import type { Row } from '../db/columns.ts'
import { arxivVersionedId } from '../domain/arxiv.ts'
import { authorshipsOfSource, tablesOfSource } from '../loaders/details.ts'
import { settingLists, sourceLists } from '../loaders/nodes.ts'
import { issueLists, notPublishedLists, remarkLists } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { issueArguments, notPublishedArguments, observationArguments } from './arguments.ts'
import { byId, mustJoined, one, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { SourceKind } from './enums.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Author,
  Authorship,
  AuthorshipConnection,
  NotPublished,
  NotPublishedConnection,
  Observation,
  ObservationConnection,
  Remark,
  RemarkConnection,
  ResultTable,
  ResultTableConnection,
  Setting,
  SettingConnection,
  Source,
  SourceConnection,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from './refs.ts'

builder.prismaObjectFields(Source, (t) => ({
  id: t.id({ description: idMeaning, ...reads('slug'), resolve: (source) => globalId('Source', source.slug) }),
  slug: t.exposeString('slug', { description: 'Its natural key, made from its identifiers or its title and version.' }),
  sourceKind: t.field({
    type: SourceKind,
    description: 'What kind of document it is.',
    ...reads('kind'),
    resolve: (source) => source.kind,
  }),
  title: t.exposeString('title', { shareable: true, description: 'Its title, as printed.' }),
  url: t.expose('url', {
    shareable: true,
    type: 'URL',
    nullable: true,
    description: 'Where it is; null where not known.',
  }),
  arxivId: t.exposeString('arxivId', {
    shareable: true,
    nullable: true,
    description: 'Its arXiv id without a version ("2410.12784"); null where it has none or none is known.',
  }),
  arxivVersionedId: t.string({
    nullable: true,
    description: 'Its arXiv id with its version ("2410.12784v2"); null unless both are known.',
    ...reads('arxivId', 'version'),
    resolve: ({ arxivId, version }) => arxivVersionedId(arxivId, version),
  }),
  doi: t.exposeString('doi', { nullable: true, description: 'Its DOI; null where it has none or none is known.' }),
  version: t.exposeString('version', {
    shareable: true,
    nullable: true,
    description: 'The version, as published ("v2"); null where it is cited without one.',
  }),
  versions: t.connection(
    {
      type: Source,
      description: 'The versions of the same document, this one included; by slug.',
      ...paged(sourceLists.versions, byId),
    },
    SourceConnection,
  ),
  publisher: t.field({
    type: Author,
    nullable: true,
    description: 'Who published it; null where not known.',
    ...one('Author', (source) => source.publisherId),
  }),
  publishedAt: t.expose('publishedAt', {
    shareable: true,
    type: 'PartialDate',
    nullable: true,
    description: 'When it was published; null where not stated.',
  }),
  updatedAt: t.expose('updatedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When it says it was last changed; null where not stated.',
  }),
  retrievedAt: t.expose('retrievedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When it was read; null where not known.',
  }),
  license: t.exposeString('license', {
    nullable: true,
    description: 'The licence of its data; null where not stated.',
  }),
  attribution: t.exposeString('attribution', {
    nullable: true,
    description: 'How to credit it; null where nothing is asked.',
  }),
  authors: t.connection(
    { type: Authorship, description: 'Its authors, in printed order.', ...paged(authorshipsOfSource, byId) },
    AuthorshipConnection,
  ),
  authorCount: t.exposeInt('authorCount', {
    nullable: true,
    description: 'How many authors it is stated to have, which may be more than are known; null where not stated.',
  }),
  derivedFromSources: t.connection(
    {
      type: Source,
      description: 'Sources that it was itself made from; by slug.',
      ...paged(sourceLists.derivedFrom, byId),
    },
    SourceConnection,
  ),
  derivedSources: t.connection(
    { type: Source, description: 'Sources made from it; by slug.', ...paged(sourceLists.derived, byId) },
    SourceConnection,
  ),
  settings: t.connection(
    {
      type: Setting,
      description: 'The settings of the scores it publishes, by key.',
      ...paged(settingLists.ofSource, byId),
    },
    SettingConnection,
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'The scores it publishes, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.ofSource, byId),
    },
    ObservationConnection,
  ),
  quoted: t.connection(
    {
      type: Observation,
      description: 'Scores read through this page but published elsewhere, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.quotedBySource, byId),
    },
    ObservationConnection,
  ),
  tables: t.connection(
    {
      type: ResultTable,
      description: 'Its tables of results, cell by cell, in their order.',
      ...paged(tablesOfSource, byId),
    },
    ResultTableConnection,
  ),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues about it or a score in it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.ofSource, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What it leaves out; by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.ofSource, byId),
    },
    NotPublishedConnection,
  ),
  remarks: t.connection(
    { type: Remark, description: 'What is remarked about it; by key.', ...paged(remarkLists.ofSource, byId) },
    RemarkConnection,
  ),
}))

builder.prismaObjectFields(Authorship, (t) => ({
  position: t.exposeInt('position', { description: 'The place among the authors, from 1.' }),
  printedName: t.exposeString('printedName', { description: 'The name as this source prints it.' }),
  author: t.field({
    type: Author,
    description: 'The author.',
    ...mustJoined<'Author', Row<'Authorship'>>('Author', 'authorId'),
  }),
}))
