// The rules of the JSON Schema that the PROV-JSON submission publishes (https://www.w3.org/submissions/prov-json/schema,
// draft 4 of JSON Schema), written anew in zod: the same members, the same required ends, nothing beside them.
import { z } from 'zod'

/** JSON Schema's format "uri": a scheme and something behind it; the submission uses it for qualified names too. */
const uri = z.string().regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'no URI')
const dateTime = z.iso.datetime({ offset: true })
const prefixName = /^[a-zA-Z0-9_-]+$/

const typedLiteral = z.strictObject({ $: z.string(), type: uri.optional(), lang: z.string().optional() })
const literal = z.union([z.string(), z.number(), z.boolean(), typedLiteral])
const attributeValues = z.union([literal, z.array(literal).min(1)])

/** Named members with their rules; every other member is an attribute. */
const statement = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).catchall(attributeValues)
const statements = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema).optional()

const entity = z.record(z.string(), attributeValues)
const start = statement({ 'prov:activity': uri, 'prov:time': dateTime.optional(), 'prov:trigger': uri.optional() })
const generation = statement({ 'prov:entity': uri, 'prov:activity': uri.optional(), 'prov:time': dateTime.optional() })

const parts = {
  prefix: z
    .record(z.string(), z.string())
    .superRefine((prefixes, context) => {
      for (const [prefix, namespace] of Object.entries(prefixes))
        if (prefixName.test(prefix) && !uri.safeParse(namespace).success)
          context.addIssue({ code: 'custom', path: [prefix], message: 'no URI' })
    })
    .optional(),
  entity: statements(entity),
  agent: statements(entity),
  activity: statements(statement({ 'prov:startTime': dateTime.optional(), 'prov:endTime': dateTime.optional() })),
  wasGeneratedBy: statements(generation),
  used: statements(generation),
  wasInformedBy: statements(statement({ 'prov:informant': uri, 'prov:informed': uri })),
  wasStartedBy: statements(start),
  // So spelt in the published schema.
  wasEndedby: statements(start),
  wasInvalidatedBy: statements(generation),
  wasDerivedFrom: statements(
    statement({
      ...{ 'prov:generatedEntity': uri, 'prov:usedEntity': uri, 'prov:activity': uri.optional() },
      ...{ 'prov:generation': uri.optional(), 'prov:usage': uri.optional() },
    }),
  ),
  wasAttributedTo: statements(statement({ 'prov:entity': uri, 'prov:agent': uri })),
  wasAssociatedWith: statements(
    statement({ 'prov:activity': uri, 'prov:agent': uri.optional(), 'prov:plan': uri.optional() }),
  ),
  actedOnBehalfOf: statements(
    statement({ 'prov:delegate': uri, 'prov:responsible': uri, 'prov:activity': uri.optional() }),
  ),
  wasInfluencedBy: statements(statement({ 'prov:influencer': uri, 'prov:influencee': uri })),
  specializationOf: statements(statement({ 'prov:generalEntity': uri, 'prov:specificEntity': uri })),
  alternateOf: statements(statement({ 'prov:alternate1': uri, 'prov:alternate2': uri })),
  hadMember: statements(statement({ 'prov:collection': uri, 'prov:entity': uri })),
}

export const provJsonDocument = z.strictObject({ ...parts, bundle: statements(z.strictObject(parts)) })
