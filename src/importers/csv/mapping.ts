// The mapping file of the format csv: which column is what. docs/importing.md explains it with an example.
import { z } from 'zod'
import { SourceKind } from '../../generated/prisma/enums.ts'
import { explain } from '../bundle/explain.ts'
import { date, text } from '../bundle/format-texts.ts'
import { readYaml } from '../bundle/yaml-document.ts'
import { formatPath, ImportError } from '../import-error.ts'

/** A text that holds for all rows, or the column that has it. */
const from = z.union([z.strictObject({ column: text }), text])
const known = z.record(text, from)

const value = z.strictObject({
  column: text,
  benchmark: from,
  subset: from.optional(),
  metric: from.optional(),
  unit: from.optional(),
  edition: from.optional(),
  higherIsBetter: z.enum(['true', 'false']).optional(),
  min: text.optional(),
  max: text.optional(),
  uncertainty: z.strictObject({ column: text }).optional(),
  sampleSize: from.optional(),
  protocol: known.default({}),
})

const mapping = z.strictObject({
  csv: z.literal('1'),
  source: z.strictObject({
    kind: z.enum(SourceKind),
    title: text,
    slug: text.optional(),
    url: z.url().optional(),
    publisher: text.optional(),
    license: text.optional(),
    attribution: text.optional(),
    publishedAt: date.optional(),
    version: text.optional(),
  }),
  delimiter: z.string().length(1).default(','),
  model: z.strictObject({ column: text }),
  developer: from.optional(),
  id: z.strictObject({ column: text }).optional(),
  cites: z.strictObject({ link: from.optional(), title: from.optional() }).optional(),
  values: z.array(value).min(1),
  protocol: known.default({}),
  configuration: known.default({}),
  labels: known.default({}),
  evidenceLabel: from.optional(),
  measuredAt: from.optional(),
  publishedAt: from.optional(),
  context: from.optional(),
  missing: z.array(z.string()).default([]),
})

export type Mapping = z.output<typeof mapping>
export type From = z.output<typeof from>

/** Reads a mapping file. Throws ImportError (BAD_MAPPING, BROKEN_YAML) with every mistake. */
export function parseMapping(content: string, file: string): Mapping {
  const { value: found, lineOf } = readYaml(content, file)
  const result = mapping.safeParse(found)
  if (result.success) return result.data
  const items = explain(mapping, found).map(({ path, reason }) => ({
    file,
    line: lineOf(path),
    field: formatPath(path),
    reason,
  }))
  throw new ImportError('BAD_MAPPING', items)
}

/** Every column that the mapping names, with where it does. */
export function columnsOf(from: unknown, path = ''): { column: string; field: string }[] {
  if (typeof from !== 'object' || from === null) return []
  return Object.entries(from).flatMap(([name, inside]) => {
    const field = path === '' ? name : `${path}.${name}`
    return name === 'column' && typeof inside === 'string' ? [{ column: inside, field }] : columnsOf(inside, field)
  })
}
