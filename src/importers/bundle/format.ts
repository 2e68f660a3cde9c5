// The bundle: one captured page as a person writes it down. docs/bundle.md explains it with a worked example.
import { z } from 'zod'
import { AuthorKind, SourceKind } from '../../generated/prisma/enums.ts'
import { benchmark } from './format-benchmark.ts'
import { observation, type observationFields, table } from './format-claims.ts'
import { derivation, note, type subject } from './format-notes.ts'
import { count, date, known, localId, number, parameters, text } from './format-texts.ts'

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
export type BundleBenchmark = Bundle['benchmarks'][string]
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
