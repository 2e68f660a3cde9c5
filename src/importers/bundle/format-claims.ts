// Tables and single observations, as a bundle writes them.
import { z } from 'zod'
import { Aspect, Evidence, ObservationStatus } from '../../generated/prisma/enums.ts'
import { date, localId, locator, nothing, parameters, positiveCount, text, verbatim } from './format-texts.ts'

const claim = {
  source: localId.optional(),
  readFrom: localId.optional(),
  evidence: z.enum(Evidence).optional(),
  evidenceLabel: text.optional(),
  status: z.enum(ObservationStatus).optional(),
  sampleSize: positiveCount.optional(),
  uncertainty: text
    .optional()
    .meta({ description: 'Printed beside the value, not in it: ± 0.0015, [62.1, 64.7] (95% CI).' }),
  configuration: parameters.optional(),
  labels: parameters.optional(),
  measuredBy: z.array(localId).optional(),
  measuredAt: date.optional(),
  publishedAt: date.optional(),
  retrievedAt: date.optional(),
  methodology: text.optional(),
  context: text.optional(),
}

export const observationFields = z.strictObject({
  ...claim,
  id: localId.optional(),
  model: localId.optional(),
  reportedName: text.optional(),
  setting: localId.optional(),
  printed: text.optional(),
  locator: locator.optional(),
})
/** One observation, or a group that writes what its members share once. */
export const observation = z.union([
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

export const row = z.strictObject({
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

export const table = z.strictObject({
  ...claim,
  heading: text.optional(),
  caption: text.optional(),
  columns: z.array(column).min(1),
  rows: z.array(row).min(1),
})
