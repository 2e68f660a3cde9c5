// Which errors clients see, and which only the log.
import {
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  graphql,
} from 'graphql'
import { expect, test } from 'vitest'
import { InputError } from '../../src/domain/input-error.ts'
import { createLog } from '../../src/log.ts'
import { maskError } from '../../src/masked-errors.ts'

const fields = {
  refused: {
    type: GraphQLString,
    resolve: () => {
      throw new GraphQLError('"first" is 1000', { extensions: { code: 'BAD_USER_INPUT' } })
    },
  },
  ambiguous: {
    type: GraphQLString,
    resolve: () => {
      throw new InputError('slug', '"x" means several', 'AMBIGUOUS_SLUG', { candidates: ['x-1', 'x-2'] })
    },
  },
  broken: {
    type: GraphQLString,
    resolve: () => {
      throw new Error('column "shoe_size" does not exist')
    },
  },
  noList: { type: new GraphQLList(GraphQLString), resolve: () => '{A,B}' },
  nothing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
}
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) })

async function masked(source: string): Promise<GraphQLError> {
  const { errors } = await graphql({ schema, source })
  return maskError(createLog('silent'), errors?.[0], 'Unexpected error.') as GraphQLError
}

test.each([
  ['a document that is not GraphQL', '{', 'Syntax Error: Expected Name, found <EOF>.'],
  ['a field that is not there', '{ shoeSize }', 'Cannot query field "shoeSize" on type "Query".'],
  ['what a resolver refuses with a code', '{ refused }', '"first" is 1000'],
])('%s is told', async (_what, source, message) => {
  expect((await masked(source)).message).toBe(message)
})

test("a caller's mistake is told with its code, its field and its details", async () => {
  expect((await masked('{ ambiguous }')).toJSON()).toEqual({
    message: '"x" means several',
    path: ['ambiguous'],
    locations: [{ line: 1, column: 3 }],
    extensions: { code: 'AMBIGUOUS_SLUG', field: 'slug', candidates: ['x-1', 'x-2'] },
  })
})

test.each(['broken', 'noList', 'nothing'])('a fault of ours is not told: %s', async (field) => {
  const error = await masked(`{ ${field} }`)
  expect(error.toJSON()).toEqual({
    message: 'Unexpected error.',
    path: [field],
    locations: [{ line: 1, column: 3 }],
    extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
})
