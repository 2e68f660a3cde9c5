// The texts that a bundle is made of: names, dates, numbers, and what is known how.
import { z } from 'zod'
import { parseDecimal } from '../../domain/decimal.ts'
import { parsePartialDate } from '../../domain/partial-date.ts'

// Bundles are read with YAML's failsafe schema: every scalar is the text that stands in the file, so that 63.40
// keeps its zero. The JSON Schema made from this file (json-schema.ts) lets editors accept bare numbers there too.
export const text = z.string().min(1).regex(/\S/, 'more than white space').meta({ id: 'Text' })
export const verbatim = z.string().meta({ id: 'VerbatimText' })
export const localId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/, 'a local name: letters, digits and . _ + - only')
  .meta({ id: 'LocalName', description: 'A name that other parts of this file use to refer to the entry.' })
export const date = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'a date as far as it is known: 2026, 2026-02 or 2026-02-17')
  .refine((value) => parsePartialDate(value) !== null, 'there is no such day')
  .meta({ id: 'PartialDate' })
export const day = date.refine((value) => value.length === 10, 'must be a whole day: 2026-02-17')
export const number = text.refine(
  (value) => parseDecimal(value) !== null,
  'must be a plain number, such as 20000000000 or 0.5',
)
export const count = z
  .string()
  .regex(/^\d{1,9}$/, 'a whole number')
  .transform(Number)
  .meta({ id: 'Count' })
export const positiveCount = count.refine((value) => value > 0, 'must be at least 1')
export const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ id: 'Flag' })
export const nothing = z.enum(['', '~', 'null']).transform(() => null)

/** What is known of one field: the stated value, an inferred one with its reason, or null: not stated. */
export const known = z.union([
  z.strictObject({ inferred: text, because: text }).meta({ description: 'Not stated; follows from what is.' }),
  nothing,
  text,
])
export const parameters = z.record(z.string().min(1), known)

export const locator = z.strictObject({
  table: text.optional(),
  row: text.optional(),
  column: text.optional(),
  page: text.optional(),
  text: text.optional(),
})
