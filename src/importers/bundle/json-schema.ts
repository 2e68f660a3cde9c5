// The JSON Schema of the bundle format: lets an editor complete and check bundles while they are written.
import { z } from 'zod'
import { bundle } from './format.ts'

/**
 * The text of data/bundle.schema.json. Whence reads every scalar as text, editors read 63.40 as a number, ~ as null and true
 * as a boolean: so wherever a text may stand, the schema allows those too.
 */
export function bundleJsonSchema(): string {
  const schema = z.toJSONSchema(bundle, { io: 'input', override: ({ jsonSchema }) => void widen(jsonSchema) })
  return `${JSON.stringify(schema, null, 2)}\n`
}

const asEditorsRead: Record<string, unknown> = { true: true, false: false, '~': null, null: null, '1': 1 }

function widen(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type !== 'string') return
  const texts = schema.const === undefined ? schema.enum : [schema.const]
  if (texts) {
    const read = texts.flatMap((text) => (String(text) in asEditorsRead ? [asEditorsRead[String(text)]] : []))
    delete schema.const
    schema.enum = [...new Set([...texts, ...read])] as typeof texts
    if (read.length > 0) delete schema.type
  } else {
    // `type` may be a list in JSON Schema; zod's own type knows only single ones.
    Object.assign(schema, {
      type: ['string', 'number', 'boolean', ...(schema.minLength === undefined && !schema.pattern ? ['null'] : [])],
    })
  }
}
