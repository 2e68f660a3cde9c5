// Observation: one claim, and how one follows from others.
import { derivationLists } from '../loaders/details.ts'
import { measurersOfObservation } from '../loaders/groups.ts'
import { issueLists, notPublishedLists } from '../loaders/notes.ts'
import { type Marked, rowsBy } from '../loaders/rows.ts'
import { issueArguments, notPublishedArguments } from './arguments.ts'
import { batched, byId, must, one, paged, reads, whole } from './batched.ts'
import { builder } from './builder.ts'
import { Evidence, EvidenceParty, ObservationStatus } from './enums.ts'
import { globalId, idMeaning } from './global-id.ts'
import {
  Author,
  Derivation,
  DerivationConnection,
  Import,
  Model,
  NotPublished,
  NotPublishedConnection,
  Observation,
  Setting,
  Source,
  UnresolvedIssue,
  UnresolvedIssueConnection,
} from './refs.ts'
import { EvidenceParameter, Locator, locatorOf, parametersIn, RoundingInterval, Uncertainty } from './values.ts'

builder.prismaObjectFields(Observation, (t) => ({
  id: t.id({
    description: idMeaning,
    ...reads('key'),
    resolve: (observation) => globalId('Observation', observation.key),
  }),
  key: t.exposeString('key', {
    description:
      'Its natural key: a hash over what is printed (source and version, page, name, configuration, stated setting, place, text). The same on every instance.',
  }),
  model: t.field({
    type: Model,
    description: 'What was evaluated.',
    ...must('Model', (observation) => observation.modelId),
  }),
  setting: t.field({
    type: Setting,
    description: 'Under what conditions, and what the number counts.',
    ...must('Setting', (observation) => observation.settingId),
  }),
  source: t.field({
    type: Source,
    description: 'Where it was published.',
    ...must('Source', (observation) => observation.sourceId),
  }),
  readFrom: t.field({
    type: Source,
    nullable: true,
    description: 'The page through which it was read; null where it was read in the source itself.',
    ...one('Source', (observation) => observation.readFromId),
  }),
  reportedName: t.exposeString('reportedName', { description: 'The model’s name as this source prints it.' }),
  printed: t.exposeString('printed', {
    description: 'The score as printed, to the letter: "50.00", "77.0%", "0.7482 ± 0.0015".',
  }),
  value: t.expose('value', {
    type: 'Decimal',
    nullable: true,
    description:
      'The exact number that is printed, in the setting’s unit and with its zeros; null where the text holds none that can be read for sure.',
  }),
  number: t.float({
    nullable: true,
    description:
      'The same as a JSON number, for plotting; binary, so use `value` to compare. Null where `value` is, or beyond what a double holds.',
    ...reads('value'),
    resolve: ({ value }) => (value !== null && Number.isFinite(Number(value)) ? Number(value) : null),
  }),
  decimals: t.exposeInt('decimals', {
    nullable: true,
    description: 'Digits printed after the point; null where there is no value.',
  }),
  interval: t.field({
    type: RoundingInterval,
    nullable: true,
    description:
      'The values that would print as this one; null where there is no value or it is printed as approximate.',
    ...reads('lower', 'upper'),
    resolve: ({ lower, upper }) => (lower === null || upper === null ? null : { lower, upper }),
  }),
  uncertainty: t.field({
    type: Uncertainty,
    nullable: true,
    description: 'How uncertain the source says it is; null where nothing is printed.',
    ...reads('uncertaintyText', 'uncertaintyPlusMinus', 'uncertaintyLower', 'uncertaintyUpper', 'uncertaintyKind'),
    resolve: (o) =>
      o.uncertaintyText === null
        ? null
        : {
            text: o.uncertaintyText,
            plusMinus: o.uncertaintyPlusMinus,
            lower: o.uncertaintyLower,
            upper: o.uncertaintyUpper,
            kind: o.uncertaintyKind,
          },
  }),
  sampleSize: t.exposeInt('sampleSize', {
    nullable: true,
    description: 'How many items the source says were scored; null where it does not.',
  }),
  configuration: t.field({
    type: [EvidenceParameter],
    description:
      'How the evaluated system was set up (judge backbone, scaffold, training data, precision). Different configurations never contradict each other.',
    ...reads('configuration'),
    resolve: (observation) => parametersIn(observation.configuration),
  }),
  labels: t.field({
    type: [EvidenceParameter],
    description: 'Categories that the source files it under; they say nothing about comparability.',
    ...reads('labels'),
    resolve: (observation) => parametersIn(observation.labels),
  }),
  evidence: t.field({
    type: Evidence,
    description: 'Who reports it; UNKNOWN where that is not known.',
    ...reads('evidence'),
    resolve: (o) => o.evidence,
  }),
  evidenceLabel: t.exposeString('evidenceLabel', {
    nullable: true,
    description: 'The source’s own word for that ("vendor-reported"): evidence, not proof. Null where it has none.',
  }),
  party: t.field({
    type: EvidenceParty,
    description: 'Who measured it, compared with who developed the model. Computed from `measuredBy`.',
    ...reads('party'),
    resolve: (o) => o.party,
  }),
  status: t.field({
    type: ObservationStatus,
    description: 'How the claim stands today.',
    ...reads('status'),
    resolve: (o) => o.status,
  }),
  locator: t.field({
    type: Locator,
    nullable: true,
    description: 'Where in the source it stands; null where that is not known.',
    ...reads('locatorTable', 'locatorRow', 'locatorColumn', 'locatorPage', 'locatorText'),
    resolve: locatorOf,
  }),
  measuredBy: t.field({
    type: [Author],
    description: 'Who is stated to have measured it; empty where nobody is.',
    ...whole(measurersOfObservation),
  }),
  measuredAt: t.expose('measuredAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When it was measured, as printed; null where not stated.',
  }),
  publishedAt: t.expose('publishedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When it was published; null where not stated.',
  }),
  retrievedAt: t.expose('retrievedAt', {
    type: 'PartialDate',
    nullable: true,
    description: 'When it was read; null where not known.',
  }),
  methodology: t.exposeString('methodology', {
    nullable: true,
    description: 'How it was measured, beyond the setting’s protocol; null where not stated.',
  }),
  context: t.exposeString('context', {
    nullable: true,
    description: 'What else a reader must know to use it; null where nothing is recorded.',
  }),
  derivedFrom: t.connection(
    {
      type: Derivation,
      description: 'How it follows from other observations, by key.',
      ...paged(derivationLists.ofObservation, byId),
    },
    DerivationConnection,
  ),
  derivations: t.connection(
    {
      type: Derivation,
      description: 'What follows from it, by key.',
      ...paged(derivationLists.fromObservation, byId),
    },
    DerivationConnection,
  ),
  supersedes: t.field({
    type: Observation,
    nullable: true,
    description: 'An earlier value of the same place in the same source; null where none is known.',
    ...one('Observation', (observation) => observation.supersedesId),
  }),
  supersededBy: t.field({
    type: Observation,
    nullable: true,
    description: 'The later value of the same place in the same source; null while this one is the latest.',
    ...batched<{ id: number }, object, Marked<'Observation'> | null>((observations, _, { db }) =>
      rowsBy(db.pool, 'Observation', 'supersedesId', observations.map(byId)),
    ),
  }),
  importedBy: t.field({
    type: Import,
    description: 'The import that brought it.',
    ...must('Import', (observation) => observation.importId),
  }),
  unresolvedIssues: t.connection(
    {
      type: UnresolvedIssue,
      description: 'Issues that involve it: open ones unless the filter says otherwise; by key.',
      args: issueArguments,
      ...paged(issueLists.ofObservation, byId),
    },
    UnresolvedIssueConnection,
  ),
  notPublished: t.connection(
    {
      type: NotPublished,
      description: 'What its source leaves out about it; by key.',
      args: notPublishedArguments,
      ...paged(notPublishedLists.ofObservation, byId),
    },
    NotPublishedConnection,
  ),
}))
