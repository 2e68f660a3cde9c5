// The enumerations of the graph. They grow: clients keep a default branch.
import { builder } from './builder.ts'

const open = 'This list grows: keep a default branch.'

const enumeration = <const Values extends Record<string, string>>(name: string, description: string, values: Values) =>
  builder.enumType(name, {
    description: `${description} ${open}`,
    values: Object.fromEntries(
      Object.entries(values).map(([value, meaning]) => [value, { description: meaning }]),
    ) as Record<keyof Values & string, { description: string }>,
  })

export const AuthorKind = enumeration('AuthorKind', 'Who an author is.', {
  PERSON: 'A person.',
  ORGANIZATION: 'A company, laboratory, university, project or team.',
})

export const SourceKind = enumeration('SourceKind', 'What kind of document a source is.', {
  PAPER: 'A paper or technical report.',
  MODEL_CARD: 'A model card, by the model’s publisher.',
  LEADERBOARD: 'A leaderboard kept by a benchmark’s maintainers or an evaluator.',
  AGGREGATOR: 'A page that gathers results published elsewhere.',
  DATASET: 'A published data set of results.',
  BLOG: 'A blog post or announcement.',
  RUN_LOG: 'The log or output of an evaluation run.',
  OTHER: 'Anything else.',
})

export const Evidence = enumeration('Evidence', 'Who reports a score.', {
  VENDOR: 'The developer of the model.',
  BENCHMARK_MAINTAINER: 'The maintainers of the benchmark.',
  OTHER_DEVELOPER: 'The developer of another model, as a comparison.',
  INDEPENDENT: 'Someone with no stake in model or benchmark, by the source’s own statement.',
  UNKNOWN: 'Not known.',
})

export const EvidenceParty = enumeration(
  'EvidenceParty',
  'Who measured, compared with who developed the model. Computed, never typed in.',
  {
    FIRST: 'A developer of the model is stated to have measured it.',
    THIRD: 'Someone other than the model’s developers is stated to have measured it.',
    UNKNOWN: 'Who measured is not stated.',
  },
)

export const ObservationStatus = enumeration('ObservationStatus', 'How a claim stands today.', {
  ACTIVE: 'It stands.',
  HISTORICAL: 'Its source keeps it as a value of the past.',
  SUPERSEDED: 'A later value of the same place in the same source has replaced it.',
  DISPUTED: 'Somebody contests it.',
  RETRACTED: 'Its source has taken it back.',
})

export const DerivationKind = enumeration('DerivationKind', 'How one value follows from others.', {
  TRANSCRIBED: 'Copied.',
  ROUNDED: 'Rounded to fewer digits.',
  NORMALIZED: 'Rescaled by a formula, such as a correction for chance.',
  CONVERTED: 'The same quantity in another unit.',
  AGGREGATED: 'A mean, or another summary, of its parts.',
  OTHER: 'In another way; see the formula.',
})

export const NoteOrigin = enumeration('NoteOrigin', 'Where a note or derivation comes from.', {
  PUBLISHED: 'A source says it.',
  COMPUTED: 'An audit found it.',
  CURATED: 'A person filed it.',
})

export const IssueKind = enumeration('IssueKind', 'What the evidence contradicts itself about.', {
  DISAGREEMENT: 'Two claims of the same thing exclude each other, rounding allowed for.',
  TRANSCRIPTION: 'A page prints another number than the source it quotes.',
  AGGREGATE_MISMATCH: 'A printed mean is not the mean of its printed parts.',
  UNATTAINABLE: 'No whole count of the printed sample gives the printed percentage.',
  OUT_OF_RANGE: 'The value lies outside the metric’s range, or on another scale than its neighbours.',
  AMBIGUOUS_SETTING: 'The setting can be read in more than one way.',
  AMBIGUOUS_COLUMN: 'What a table’s column holds can be read in more than one way.',
  SAMPLE_COUNT: 'The sample is counted in different ways.',
  WRONG_SUBJECT: 'The claim seems to be about another model.',
  WRONG_DATE: 'The printed date cannot be right.',
  WRONG_EVIDENCE: 'The printed evidence label cannot be right.',
  OTHER: 'Anything else.',
})

export const IssueState = enumeration('IssueState', 'Whether an issue still stands.', {
  OPEN: 'Nothing has settled it.',
  RESOLVED: 'Settled; `resolution` says by whom, when and why. Nothing is hidden by it.',
})

export const Extent = enumeration('Extent', 'Why something is not there.', {
  SOURCE: 'The source does not say.',
  CAPTURE: 'It was published, but the text that was read has lost it.',
})

export const Aspect = enumeration('Aspect', 'What is not published.', {
  SCORE: 'A score.',
  SAMPLE_SIZE: 'How many items were scored.',
  UNCERTAINTY: 'An error bar or confidence interval.',
  PROMPT: 'The prompt.',
  DECODING: 'Sampling and decoding parameters.',
  SHOTS: 'The number of examples in the prompt.',
  RUN_DATE: 'When it was measured.',
  UNIT: 'Unit or scale of the score.',
  DATASET_REVISION: 'Which revision of the data set was used.',
  SPLIT: 'Which split or part of the data set was used.',
  QUANTIZATION: 'The precision the model was run in.',
  METRIC: 'What exactly was counted.',
  COLUMN_NAME: 'The name of a table’s column.',
  CHECKPOINT: 'Which checkpoint was evaluated.',
  EVALUATOR: 'Who evaluated.',
  CONTEXT_WINDOW: 'The model’s context window.',
  OTHER: 'Something else; the text says what.',
})

export const Basis = enumeration('Basis', 'How a value is known.', {
  STATED: 'The source states it.',
  INFERRED: 'It follows from what is stated; `reason` says how.',
  UNSTATED: 'The source was read and does not state it; the value is null.',
})

export const MatchKind = enumeration('MatchKind', 'How a name matched a model.', {
  SLUG: 'It is the model’s slug.',
  ALIAS: 'It is exactly a name under which a source prints the model.',
  FOLDED: 'It is such a name but for case or an organisation’s prefix.',
})

export const EvidenceOrderDirection = enumeration('EvidenceOrderDirection', 'Nulls come last in either direction.', {
  ASC: 'Smallest, earliest or alphabetically first first.',
  DESC: 'Largest, latest or alphabetically last first.',
})

export const ObservationOrderField = enumeration('ObservationOrderField', 'What observations can be ordered by.', {
  VALUE: 'The exact number. Only meaningful within one setting.',
  PUBLISHED_AT: 'When it was published.',
  RETRIEVED_AT: 'When it was read.',
  MODEL: 'The model’s slug.',
  BENCHMARK: 'The benchmark’s slug.',
})

export const ModelOrderField = enumeration('ModelOrderField', 'What models can be ordered by.', {
  NAME: 'The name, in lower case.',
  OBSERVATION_COUNT: 'How many observations there are of it.',
  ISSUE_COUNT: 'How many open issues concern it.',
})

export const Agreement = enumeration('Agreement', 'How two claims about one model agree, rounding allowed for.', {
  IDENTICAL: 'The same number to the same precision.',
  WITHIN_ROUNDING: 'More than one number would print as both: 63.4 and 63.43.',
  DERIVED: 'They differ, or could not be compared, but one follows from the other.',
  DISAGREE: 'No number would print as both: 31.9 and 32.4.',
  NOT_COMPARABLE: 'Configuration, unit, scale or a protocol field that both state differs.',
  UNKNOWN: 'A number, its rounding or what it measures is not known.',
})

export const ObservationGroup = enumeration('ObservationGroup', 'What observations can be grouped by.', {
  BENCHMARK: 'The benchmark.',
  SETTING: 'The setting.',
  MODEL: 'The model.',
  DEVELOPER: 'A developer of the model; one of several developers counts for each.',
  SOURCE: 'The source that publishes it.',
  EVIDENCE: 'Who reports it.',
  PARTY: 'Who measured it.',
  STATUS: 'How it stands today.',
  PUBLISHED_YEAR: 'The year of publication.',
})

export const ProvenanceRelation = enumeration(
  'ProvenanceRelation',
  'How two nodes are related; PROV’s name where PROV has one.',
  {
    WAS_DERIVED_FROM: 'An observation, source or model was made from another (prov:wasDerivedFrom).',
    HAD_PRIMARY_SOURCE: 'An observation was published in this source (prov:hadPrimarySource).',
    WAS_QUOTED_FROM: 'An observation was read through this page (prov:wasQuotedFrom).',
    WAS_ATTRIBUTED_TO: 'A source, model or observation is by this author (prov:wasAttributedTo).',
    USED_SETTING: 'An observation was made under this setting.',
    ABOUT_MODEL: 'An observation or gap is about this model.',
    SPECIALIZATION_OF:
      'A narrower description of the same thing: a setting of its benchmark, a merged model (prov:specializationOf).',
    ANNOTATES: 'A note is about this node.',
  },
)

export const ProvenanceDirection = enumeration('ProvenanceDirection', 'Which way to follow provenance.', {
  UPSTREAM: 'To what a node comes from.',
  DOWNSTREAM: 'To what comes from it.',
  BOTH: 'Both ways.',
})
