// What the executor needs to know of a declared type, worked out once a type.
import {
  type GraphQLAbstractType,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'

export type Shape = { nullable: boolean } /** `verbatim`: strings are given as they are. */ & (
  | { kind: 'leaf'; type: GraphQLLeafType; verbatim: boolean }
  | { kind: 'list'; of: Shape }
  | { kind: 'abstract'; type: GraphQLAbstractType }
  | { kind: 'object'; type: GraphQLObjectType }
)

const shapes = new WeakMap<GraphQLOutputType, Shape>()

export function shapeOf(declared: GraphQLOutputType): Shape {
  let shape = shapes.get(declared)
  if (!shape) {
    const nullable = !isNonNullType(declared)
    const type = isNonNullType(declared) ? declared.ofType : declared
    if (isLeafType(type))
      shape = { nullable, kind: 'leaf', type, verbatim: type === GraphQLString || type === GraphQLID }
    else if (isListType(type)) shape = { nullable, kind: 'list', of: shapeOf(type.ofType) }
    else if (isAbstractType(type)) shape = { nullable, kind: 'abstract', type }
    else shape = { nullable, kind: 'object', type: type as GraphQLObjectType }
    shapes.set(declared, shape)
  }
  return shape
}
