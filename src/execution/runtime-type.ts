// Which object type a value of an abstract type is of; faults in the words of graphql-js.
import { type GraphQLAbstractType, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'

/** @throws Error where `name`, given by the type's resolveType, is not that of one of its object types. */
export function runtimeType(
  schema: GraphQLSchema,
  abstract: GraphQLAbstractType,
  name: unknown,
  owner: string,
): GraphQLObjectType {
  if (typeof name !== 'string')
    throw new Error(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime for field ${owner}. Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    )
  const type = schema.getType(name)
  if (!type)
    throw new Error(
      `Abstract type "${abstract.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
    )
  if (!isObjectType(type))
    throw new Error(`Abstract type "${abstract.name}" was resolved to a non-object type "${name}".`)
  if (!schema.isSubType(abstract, type))
    throw new Error(`Runtime Object type "${name}" is not a possible type for "${abstract.name}".`)
  return type
}
