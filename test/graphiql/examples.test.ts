// The example files: titled, named after their title, in order, and each a query of its own
import { Kind, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readExamples } from '../../graphiql/examples.ts'
import { exampleFiles } from './example-files.ts'

const examples = readExamples(exampleFiles)

describe('examples/queries', () => {
  it('holds at least eight examples after the welcome, numbered without a gap', () => {
    expect(examples.length).toBeGreaterThan(8)
    expect(examples.map(({ file }) => Number(/^(\d\d)-[a-z-]+\.graphql$/.exec(file)?.[1]))).toEqual(
      examples.map((_, index) => index),
    )
  })

  it.each(examples)('$file is one query, named as its title and file say, that runs without variables', (example) => {
    const { definitions } = parse(example.query)
    const words = example.title.split(' ').map((word) => word.toLowerCase())
    expect(definitions).toHaveLength(1)
    const [operation] = definitions
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation')
    expect(operation.operation).toBe('query')
    expect(operation.name?.value).toBe(words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''))
    expect(example.file.slice(3)).toBe(`${words.join('-')}.graphql`)
    const required = operation.variableDefinitions?.filter(
      (variable) => variable.type.kind === Kind.NON_NULL_TYPE && !variable.defaultValue,
    )
    expect(required).toEqual([])
  })

  it('are read in the order of their numbers, whatever order they come in', () => {
    const shuffled = Object.fromEntries(Object.entries(exampleFiles).reverse())
    expect(readExamples(shuffled)).toEqual(examples)
  })

  it('names the file whose first line is no title', () => {
    expect(() => readExamples({ 'x/16-no-title.graphql': 'query { models { totalCount } }' })).toThrow(
      /^16-no-title\.graphql: the first line must be "# Title: what the query answers"/,
    )
  })
})
