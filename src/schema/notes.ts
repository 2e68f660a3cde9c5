// Notes: unresolved issues, what is not published, and remarks.
import type { Row } from '../db/columns.ts'
import { type PageArguments, pages } from '../loaders/list.ts'
import { subjectsOfNote } from '../loaders/notes.ts'
import { observationLists } from '../loaders/observations.ts'
import { observationArguments } from './arguments.ts'
import { batched, byKey, type Connection, one, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { Aspect, Extent, IssueKind, IssueState, NoteOrigin } from './enums.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Model,
  Note,
  NoteSubject,
  NoteSubjectConnection,
  NotPublished,
  Observation,
  ObservationConnection,
  Setting,
  Source,
  UnresolvedIssue,
} from './refs.ts'
import { connectionsOf, subjectNodes } from './subject-nodes.ts'
import { typeNameOf } from './type-name.ts'
import { EvidenceParameter, IssueResolution, Locator, locatorOf, parametersIn } from './values.ts'

builder.prismaInterfaceFields(Note, (t) => ({
  id: t.id({
    description: idMeaning,
    ...reads('key', 'type'),
    resolve: (note) => globalId(typeNameOf(note as never), note.key),
  }),
  key: t.exposeString('key', { description: 'Its natural key: a hash over what it says and about what.' }),
  code: t.exposeString('code', { description: 'A short name of what it says: "conflicting-model-card-scores".' }),
  text: t.exposeString('text', { description: 'What it says, in a sentence or two.' }),
  origin: t.field({
    type: NoteOrigin,
    description: 'Who says so.',
    ...reads('origin'),
    resolve: (note) => note.origin,
  }),
  statedIn: t.field({
    type: Source,
    nullable: true,
    description: 'The source that says so; null where none does (it was computed or filed by a person).',
    ...one('Source', (note) => note.statedInId),
  }),
  subjects: t.connection(
    {
      type: NoteSubject,
      description: 'What it is about, in its order.',
      ...batched<Row<'Note'>, PageArguments, Connection<never>>(async (notes, args, context, columns) => {
        const found = await pages(context.db.pool, subjectsOfNote, args, notes.map(byKey))
        const nodes = await subjectNodes(found, context, columns)
        return connectionsOf(found, nodes, (i) => ({ list: subjectsOfNote, args, parent: notes[i]?.key ?? null }))
      }),
    },
    NoteSubjectConnection,
  ),
}))

builder.prismaObjectFields(UnresolvedIssue, (t) => ({
  kind: t.field({
    type: IssueKind,
    description: 'What kind of contradiction it is.',
    ...reads('kind'),
    resolve: (note) => note.kind as never,
  }),
  state: t.field({
    type: IssueState,
    description: 'Whether it still stands.',
    ...reads('state'),
    resolve: (note) => note.state as never,
  }),
  settingStated: t.boolean({
    description: 'False: the settings compared are not fully stated, so that a difference of protocol may explain it.',
    ...reads('settingStated'),
    resolve: (note) => note.settingStated ?? false,
  }),
  observations: t.connection(
    {
      type: Observation,
      description: 'The claims involved, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.ofIssue, byKey),
    },
    ObservationConnection,
  ),
  spread: t.expose('spread', {
    type: 'Decimal',
    nullable: true,
    description:
      'The largest minus the smallest value involved, in the setting’s unit; null where there are no two comparable values.',
  }),
  openedAt: t.field({
    type: 'DateTime',
    description: 'When Whence first knew of it.',
    ...reads('openedAt'),
    resolve: (note) => note.openedAt,
  }),
  resolution: t.field({
    type: IssueResolution,
    nullable: true,
    description: 'How it was settled; null while it is open.',
    ...reads('resolvedBy', 'resolvedAt', 'resolvedReason'),
    resolve: ({ resolvedBy, resolvedAt, resolvedReason }) =>
      resolvedBy && resolvedAt ? { by: resolvedBy, at: resolvedAt, reason: resolvedReason ?? '' } : null,
  }),
}))

builder.prismaObjectFields(NotPublished, (t) => ({
  aspects: t.field({
    type: [Aspect],
    description: 'What is missing.',
    ...reads('aspects'),
    resolve: (note) => note.aspects,
  }),
  extent: t.field({
    type: Extent,
    description: 'Whether the source does not say, or what was read has lost it.',
    ...reads('extent'),
    resolve: (note) => note.extent as never,
  }),
  placeholder: t.exposeString('placeholder', {
    nullable: true,
    description: 'What stands in its place ("—"); null where nothing does.',
  }),
  aboutModel: t.field({
    type: Model,
    nullable: true,
    description: 'The model whose score is not there; null unless the note stands for a score.',
    ...one('Model', (note) => note.aboutModelId),
  }),
  aboutSetting: t.field({
    type: Setting,
    nullable: true,
    description:
      'The setting of the score that is not there; null unless the note stands for a score whose setting is known.',
    ...one('Setting', (note) => note.aboutSettingId),
  }),
  aboutName: t.exposeString('aboutName', {
    nullable: true,
    description: 'The model’s name as printed there; null unless the note stands for a score.',
  }),
  configuration: t.field({
    type: [EvidenceParameter],
    description: 'The configuration of the score that is not there; empty where none is given.',
    ...reads('configuration'),
    resolve: (note) => parametersIn(note.configuration),
  }),
  locator: t.field({
    type: Locator,
    nullable: true,
    description: 'Where it is missing; null where that is no one place.',
    ...reads('locatorTable', 'locatorRow', 'locatorColumn', 'locatorPage', 'locatorText'),
    resolve: locatorOf,
  }),
  checkedAt: t.expose('checkedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When the source was last read for it; null where not known.',
  }),
}))
