// Issues, gaps, remarks and derivations, as a bundle writes them.
import { z } from 'zod'
import { Aspect, DerivationKind, Extent, IssueKind, IssueState, NoteOrigin } from '../../generated/prisma/enums.ts'
import { count, date, day, flag, localId, locator, parameters, text } from './format-texts.ts'

/** A node that a note is about. `cells` stands for all observations of a table column under one setting. */
export const subject = z.union([
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
export const note = z.union([issue, notPublished, remark])

export const derivation = z.strictObject({
  observation: localId,
  from: z.array(localId).min(1),
  kind: z.enum(DerivationKind),
  formula: text.optional(),
  origin: z.enum(NoteOrigin).default('PUBLISHED'),
})
