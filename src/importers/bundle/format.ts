// The bundle: one captured page as a person writes it down. docs/bundle.md explains it with a worked example.
import { z } from 'zod'
import { parseDecimal } from '../../domain/decimal.ts'
import { parsePartialDate } from '../../domain/partial-date.ts'
import {
  Aspect,
  AuthorKind,
  DerivationKind,
  Evidence,
  Extent,
  IssueKind,
  IssueState,
  NoteOrigin,
  ObservationStatus,
  SourceKind,
} from '../../generated/prisma/enums.ts'

// Bundles are read with YAML's failsafe schema: every scalar is the text that stands in the file, so that 63.40
// keeps its zero. The JSON Schema made from this file (json-schema.ts) lets editors accept bare numbers there too.
const text = z.string().min(1).regex(/\S/, 'more than white space').meta({ id: 'Text' })
const verbatim = z.string().meta({ id: 'VerbatimText' })
const localId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/, 'a local name: letters, digits and . _ + - only')
  .meta({ id: 'LocalName', description: 'A name that other parts of this file use to refer to the entry.' })
const date = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'a date as far as it is known: 2026, 2026-02 or 2026-02-17')
  .refine((value) => parsePartialDate(value) !== null, 'there is no such day')
  .meta({ id: 'PartialDate' })
const day = date.refine((value) => value.length === 10, 'must be a whole day: 2026-02-17')
const number = text.refine(
  (value) => parseDecimal(value) !== null,
  'must be a plain number, such as 20000000000 or 0.5',
)
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'a whole number')
  .transform(Number)
  .meta({ id: 'Count' })
const positiveCount = count.refine((value) => value > 0, 'must be at least 1')
const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ id: 'Flag' })
const nothing = z.enum(['', '~', 'null']).transform(() => null)

/** What is known of one field: the stated value, an inferred one with its reason, or null: not stated. */
const known = z.union([
  z.strictObject({ inferred: text, because: text }).meta({ description: 'Not stated; follows from what is.' }),
  nothing,
  text,
])
const parameters = z.record(z.string().min(1), known)

const locator = z.strictObject({
  table: text.optional(),
  row: text.optional(),
  column: text.optional(),
  page: text.optional(),
  text: text.optional(),
})

const author = z.strictObject({
  name: text,
  kind: z.enum(AuthorKind).default('PERSON'),
  orcid: z
    .string()
    .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, 'an ORCID such as 0000-0002-1825-0097')
    .optional(),
})

const source = z.strictObject({
  kind: z.enum(SourceKind),
  title: text,
  slug: z
    .string()
    .regex(/^[a-z0-9.]+(-[a-z0-9.]+)*$/, 'a slug: lower case letters, digits, dots and single dashes')
    .optional()
    .meta({ description: 'Made from the title and the version where it is not given.' }),
  work: text
    .optional()
    .meta({ description: 'What all versions of the document share; made from the title where not given.' }),
  url: z.url().optional(),
  arxivId: z
    .string()
    .regex(/^\d{4}\.\d{4,5}$/, 'an arXiv id without its version, such as 2410.12784; the version goes into `version`')
    .optional(),
  doi: text.optional(),
  version: text.optional(),
  publisher: localId.optional(),
  publishedAt: date.optional(),
  updatedAt: date.optional(),
  retrievedAt: date.optional(),
  license: text.optional(),
  attribution: text.optional(),
  authors: z.array(text).default([]).meta({ description: 'Printed names in their order, or local names of authors.' }),
  authorCount: count.optional(),
  derivedFrom: z.array(localId).default([]),
})

const benchmark = z.strictObject({ name: text, category: text.optional() })

const fact = z.strictObject({
  property: text,
  value: text.optional(),
  number: number.optional().meta({ description: 'The value as a number, where it is one: "20000000000" for 20B.' }),
  unit: text.optional(),
  asOf: date.optional(),
  statedIn: localId.optional(),
  statedBy: localId.optional(),
  missing: localId.optional().meta({ description: 'The notPublished note that stands where the value would.' }),
})

const model = z.strictObject({
  name: text,
  aliases: z
    .array(z.union([text, z.strictObject({ name: text, source: localId })]))
    .default([])
    .meta({
      description: 'Names the page gives the same model; each with the source that prints it (the page by default).',
    }),
  developers: z.array(localId).default([]),
  family: text.optional(),
  base: localId.optional(),
  huggingFaceId: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'a Hugging Face id: organisation/name')
    .optional(),
  facts: z.array(fact).default([]),
})

const setting = z.strictObject({
  like: localId.optional().meta({ description: 'Another setting whose fields hold here too, unless given anew.' }),
  label: text.optional(),
  benchmark: localId.optional(),
  edition: known.optional(),
  subset: known.optional(),
  metric: known.optional(),
  unit: known.optional(),
  higherIsBetter: known.optional(),
  min: known.optional(),
  max: known.optional(),
  protocol: parameters.default({}),
})

const claim = {
  source: localId.optional(),
  readFrom: localId.optional(),
  evidence: z.enum(Evidence).optional(),
  evidenceLabel: text.optional(),
  status: z.enum(ObservationStatus).optional(),
  sampleSize: positiveCount.optional(),
  configuration: parameters.optional(),
  labels: parameters.optional(),
  measuredBy: z.array(localId).optional(),
  measuredAt: date.optional(),
  publishedAt: date.optional(),
  retrievedAt: date.optional(),
  methodology: text.optional(),
  context: text.optional(),
}

const observationFields = z.strictObject({
  ...claim,
  id: localId.optional(),
  model: localId.optional(),
  reportedName: text.optional(),
  setting: localId.optional(),
  printed: text.optional(),
  locator: locator.optional(),
})
/** One observation, or a group that writes what its members share once. */
const observation = z.union([
  z.strictObject({ common: observationFields, each: z.array(observationFields).min(1) }),
  observationFields,
])

const column = z.strictObject({
  name: text.optional(),
  setting: localId.optional(),
  missing: z
    .array(z.enum(Aspect))
    .min(1)
    .optional()
    .meta({ description: 'What a placeholder in this column leaves out; SCORE by default.' }),
})

const row = z.strictObject({
  ...claim,
  name: text.meta({ description: "The model's name as the table prints it." }),
  model: localId.optional().meta({ description: 'Which model of this file that is; matched by name where not given.' }),
  printed: text
    .optional()
    .meta({ description: 'The whole row heading as printed, where it holds more than the name.' }),
  cells: z.array(verbatim).min(1),
  settings: z
    .record(z.string().regex(/^\d+$/, 'a column number, from 1'), z.union([nothing, localId]))
    .default({})
    .meta({ description: 'Columns (from 1) whose setting is another in this row; null: not known.' }),
})

const table = z.strictObject({
  ...claim,
  heading: text.optional(),
  caption: text.optional(),
  columns: z.array(column).min(1),
  rows: z.array(row).min(1),
})

/** A node that a note is about. `cells` stands for all observations of a table column under one setting. */
const subject = z.union([
  z.strictObject({ model: localId }),
  z.strictObject({ benchmark: localId }),
  z.strictObject({ setting: localId }),
  z.strictObject({ source: localId }),
  z.strictObject({ author: localId }),
  z.strictObject({ table: localId }),
  z.strictObject({ observation: localId }),
  z.strictObject({ cells: z.strictObject({ table: localId, column: count, setting: localId.optional() }) }),
])

const noteFields = {
  id: localId.optional(),
  code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a short code in lower case: response-split-unresolved'),
  text,
  origin: z.enum(NoteOrigin).default('PUBLISHED'),
  statedIn: localId.optional(),
  subjects: z.array(subject).min(1),
}
const issue = z.strictObject({
  ...noteFields,
  issue: z.enum(IssueKind),
  state: z.enum(IssueState).default('OPEN'),
  settingStated: flag.default(false),
  resolution: z
    .strictObject({ by: text, at: day, reason: text })
    .optional()
    .meta({ description: 'Of a RESOLVED issue: who resolved it, on which day, and why.' }),
})
const notPublished = z.strictObject({
  ...noteFields,
  notPublished: z.array(z.enum(Aspect)).min(1),
  extent: z.enum(Extent).default('SOURCE'),
  placeholder: text.optional(),
  about: z
    .strictObject({ model: localId.optional(), setting: localId.optional(), name: text.optional() })
    .optional()
    .meta({ description: 'Whose score under what setting is not there.' }),
  configuration: parameters.optional(),
  locator: locator.optional(),
  checkedAt: date.optional(),
})
const remark = z.strictObject({ ...noteFields, remark: flag })
const note = z.union([issue, notPublished, remark])

const derivation = z.strictObject({
  observation: localId,
  from: z.array(localId).min(1),
  kind: z.enum(DerivationKind),
  formula: text.optional(),
  origin: z.enum(NoteOrigin).default('PUBLISHED'),
})

export const bundle = z
  .strictObject({
    whence: z.literal('1').meta({ description: 'The version of this format.' }),
    page: localId.meta({ description: 'The source that is the captured page itself.' }),
    authors: z.record(localId, author).default({}),
    sources: z.record(localId, source),
    benchmarks: z.record(localId, benchmark).default({}),
    models: z.record(localId, model).default({}),
    settings: z.record(localId, setting).default({}),
    tables: z.record(localId, table).default({}),
    observations: z.array(observation).default([]),
    notes: z.array(note).default([]),
    derivations: z.array(derivation).default([]),
  })
  .meta({ title: 'Whence bundle', description: 'One captured page: its sources, claims, gaps and notes.' })

export type Bundle = z.output<typeof bundle>
export type BundleSource = Bundle['sources'][string]
export type BundleModel = Bundle['models'][string]
export type BundleSetting = Bundle['settings'][string]
export type BundleTable = Bundle['tables'][string]
export type BundleRow = BundleTable['rows'][number]
export type BundleObservation = z.output<typeof observationFields>
export type BundleNote = Bundle['notes'][number]
export type BundleSubject = z.output<typeof subject>
export type BundleDerivation = Bundle['derivations'][number]
export type Known = z.output<typeof known>
