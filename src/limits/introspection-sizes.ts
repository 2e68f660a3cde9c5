// How long the lists of introspection are in a schema, on average, so that introspection is counted like all else.
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'

/** Nesting in a type reference is bounded by the type, and mostly null: it is not counted. */
const uncounted = 0

const average = (counts: number[]) =>
  counts.length === 0 ? 0 : counts.reduce((sum, count) => sum + count, 0) / counts.length

/** How many objects each list field of `__Schema`, `__Type`, `__Field` … gives; other fields give one. */
export function introspectionSizes(schema: GraphQLSchema): Readonly<Record<string, number>> {
  const types = Object.values(schema.getTypeMap())
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = withFields.flatMap((type) => Object.values(type.getFields()))
  const countOfAll = (total: number) => total / types.length
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    types: types.length,
    directives: schema.getDirectives().length,
    fields: countOfAll(fields.length),
    args: average(fields.map((field) => field.args.length)),
    inputFields: countOfAll(sum(types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length))),
    enumValues: countOfAll(sum(types.filter(isEnumType).map((type) => type.getValues().length))),
    interfaces: countOfAll(sum(withFields.map((type) => type.getInterfaces().length))),
    possibleTypes: countOfAll(sum(types.filter(isInterfaceType).map((type) => schema.getPossibleTypes(type).length))),
    ofType: uncounted,
  }
}
