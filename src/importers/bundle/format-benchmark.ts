// A benchmark, and what is declared of its scores once and for all: the audits reason from it.
import { z } from 'zod'
import { count, number, text } from './format-texts.ts'

// Only true can be said: what is left out may be told by another file, and false would contradict it.
const holds = z
  .literal('true')
  .transform(() => true)
  .optional()

const mean = z.strictObject({
  whole: text.meta({ description: 'The subset that summarises the others: "Overall".' }),
  parts: z
    .array(text)
    .min(2)
    .refine((parts) => new Set(parts).size === parts.length, 'each part once')
    .meta({ description: 'The subsets whose plain mean it is, spelt as the settings spell them.' }),
  kind: z.literal('mean').default('mean'),
})

export const benchmark = z.strictObject({
  name: text,
  category: text.optional(),
  choices: count
    .refine((value) => value >= 2, 'must be at least 2')
    .optional()
    .meta({ description: 'How many answers an item offers, where all offer equally many.' }),
  structure: z.array(mean).optional().meta({ description: 'Which subset is the mean of which others.' }),
  errorMetric: text
    .optional()
    .meta({ description: 'The metric whose complement is an accuracy, such as "word error rate".' }),
  elo: z
    .strictObject({ from: number, to: number })
    .refine(({ from, to }) => Number(from) < Number(to), '`from` must be less than `to`')
    .optional()
    .meta({ description: 'The ratings that count as 0 and as 1 where an Elo rating is scaled.' }),
  styleTrait: holds.meta({ description: 'It measures how a text is written, not how well.' }),
  compositeIndex: holds.meta({ description: 'It mixes other benchmarks.' }),
})
