// What curators send and get: inputs, payloads, and why an act is refused.
import type { Refusal } from '../curation/refusal.ts'
import { refusalCodes } from '../curation/refusal.ts'
import type { Marked } from '../loaders/rows.ts'
import { builder } from '../schema/builder.ts'
import { DerivationKind, IssueKind, ObservationStatus } from '../schema/enums.ts'
import { Derivation, Model, Observation, UnresolvedIssue } from '../schema/refs.ts'

const CurationErrorCode = builder.enumType('CurationErrorCode', {
  description: 'Why an act is refused. This list grows: keep a default branch.',
  values: Object.fromEntries(
    Object.entries(refusalCodes).map(([code, description]) => [code, { description }]),
  ) as Record<keyof typeof refusalCodes, { description: string }>,
})

const CurationError = builder.objectRef<Pick<Refusal, 'code' | 'message' | 'field'>>('CurationError').implement({
  description: 'Why an act was refused. Nothing has changed then.',
  fields: (t) => ({
    code: t.field({ type: CurationErrorCode, description: 'What is in the way.', resolve: (error) => error.code }),
    message: t.exposeString('message', { description: 'The same in words, with what to do.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field of the input that it is about; null where it is none.',
    }),
  }),
})

/** A payload: what the act is about, or why it was refused. Exactly one of the two is null. */
export interface Payload<Row> {
  done: Row | null
  error: Pick<Refusal, 'code' | 'message' | 'field'> | null
}

const error = 'Why it was refused; null where it was done.'

export const IssuePayload = builder.objectRef<Payload<Marked<'Note'>>>('IssuePayload').implement({
  description: 'What became of an act on an issue. Exactly one of the two fields is null.',
  fields: (t) => ({
    issue: t.field({
      type: UnresolvedIssue,
      nullable: true,
      description: 'The issue as it is now; null where the act was refused.',
      resolve: ({ done }) => done,
    }),
    error: t.field({ type: CurationError, nullable: true, description: error, resolve: (payload) => payload.error }),
  }),
})
export const AliasPayload = builder.objectRef<Payload<Marked<'Model'>>>('AliasPayload').implement({
  description: 'What became of an act on a model’s names. Exactly one of the two fields is null.',
  fields: (t) => ({
    model: t.field({
      type: Model,
      nullable: true,
      description: 'The model as it is now; null where the act was refused.',
      resolve: ({ done }) => done,
    }),
    error: t.field({ type: CurationError, nullable: true, description: error, resolve: (payload) => payload.error }),
  }),
})
export const DerivationPayload = builder.objectRef<Payload<Marked<'Derivation'>>>('DerivationPayload').implement({
  description: 'What became of an act on derivations. Exactly one of the two fields is null.',
  fields: (t) => ({
    derivation: t.field({
      type: Derivation,
      nullable: true,
      description: 'The derivation; null where the act was refused.',
      resolve: ({ done }) => done,
    }),
    error: t.field({ type: CurationError, nullable: true, description: error, resolve: (payload) => payload.error }),
  }),
})
export const StatusPayload = builder.objectRef<Payload<Marked<'Observation'>>>('StatusPayload').implement({
  description: 'What became of an act on a status. Exactly one of the two fields is null.',
  fields: (t) => ({
    observation: t.field({
      type: Observation,
      nullable: true,
      description: 'The observation as it is now; null where the act was refused.',
      resolve: ({ done }) => done,
    }),
    error: t.field({ type: CurationError, nullable: true, description: error, resolve: (payload) => payload.error }),
  }),
})

const why = 'Why; kept in the history.'

export const FileIssueInput = builder.inputType('FileIssueInput', {
  description: 'An issue to file.',
  fields: (t) => ({
    kind: t.field({ type: IssueKind, required: true, description: 'What kind of contradiction it is.' }),
    code: t.string({ required: true, description: 'A short name of what it says: "wrong-unit".' }),
    text: t.string({ required: true, description: 'What is wrong, in a sentence or two.' }),
    about: t.idList({
      required: true,
      description:
        'The `id`s of what it is about, 1 to 100, in their order: observations above all; models, benchmarks, settings, sources, tables and authors, too.',
    }),
    settingStated: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether the settings involved are stated in full, so that no difference of protocol explains it.',
    }),
    reason: t.string({ required: true, description: why }),
  }),
})
export const IssueActInput = builder.inputType('IssueActInput', {
  description: 'An issue to settle or to open again.',
  fields: (t) => ({
    issue: t.id({ required: true, description: 'The `id` of the issue.' }),
    reason: t.string({ required: true, description: why }),
  }),
})
export const AddAliasInput = builder.inputType('AddAliasInput', {
  description: 'A name to add to a model.',
  fields: (t) => ({
    model: t.id({ required: true, description: 'The `id` of the model.' }),
    name: t.string({ required: true, description: 'The name, as printed.' }),
    source: t.id({ description: 'The `id` of the source that prints it; null where none is known.' }),
    reason: t.string({ required: true, description: why }),
  }),
})
export const LinkDerivationInput = builder.inputType('LinkDerivationInput', {
  description: 'That an observation follows from others.',
  fields: (t) => ({
    observation: t.id({ required: true, description: 'The `id` of the observation that follows.' }),
    from: t.idList({
      required: true,
      description: 'The `id`s of those that it follows from, 1 to 100, in their order.',
    }),
    kind: t.field({ type: DerivationKind, required: true, description: 'In what way.' }),
    formula: t.string({ description: 'The formula in terms of x: "(x - 1/4) / (1 - 1/4)"; null for none.' }),
    reason: t.string({ required: true, description: why }),
  }),
})
export const SetStatusInput = builder.inputType('SetStatusInput', {
  description: 'How an observation stands.',
  fields: (t) => ({
    observation: t.id({ required: true, description: 'The `id` of the observation.' }),
    status: t.field({ type: ObservationStatus, required: true, description: 'How it stands from now on.' }),
    reason: t.string({ required: true, description: why }),
  }),
})

/** The types that only mutations lead to: a graph without curation has none of them. */
export const curationTypes: ReadonlySet<string> = new Set([
  ...['Mutation', 'CurationError', 'CurationErrorCode'],
  ...['IssuePayload', 'AliasPayload', 'DerivationPayload', 'StatusPayload'],
  ...['FileIssueInput', 'IssueActInput', 'AddAliasInput', 'LinkDerivationInput', 'SetStatusInput'],
])
