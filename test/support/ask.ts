// Asks the graph in this process, and tells which SQL statements that took.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLArgs,
  type GraphQLError,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { createContext } from '../../src/context.ts'
import type { Database } from '../../src/db/client.ts'
import { Patience } from '../../src/db/patience.ts'
import { requestPool } from '../../src/db/request-pool.ts'
import { executeByLevel } from '../../src/execution/execute-by-level.ts'
import { buildGraph } from '../../src/graph.ts'
import { inOrder } from './both-ways.ts'

export interface Answer<Data> extends ExecutionResult<Data> {
  data: Data
  statements: string[]
  /** How many rows PostgreSQL sent. */
  rows: number
}

/** The data and the statements of one request, executed as the server does; errors are left for the caller to look at. */
export async function askRaw<Data = never>(
  db: Database,
  source: string,
  variables = {},
  schema = buildGraph().schema,
): Promise<Answer<Data>> {
  const statements: string[] = []
  let rows = 0
  const pool = requestPool(db.pool, {
    patience: new Patience(),
    onStatement: (text) => {
      statements.push(text)
      return undefined
    },
  })
  const query = async (config: { text: string }) => {
    const result = await pool.query(config)
    rows += result.rowCount ?? 0
    return result
  }
  const counted = { query, connect: () => pool.connect() } as unknown as Database['pool']
  const contextValue = createContext({ ...db, pool: counted })
  const result = await executeBothWays({ schema, source, variableValues: variables, contextValue }, db)
  return { ...(result as ExecutionResult<Data>), data: result.data as Data, statements, rows }
}

/** Executed level by level, and where it is a query by graphql-js as well: every query of a test has the same answer. */
async function executeBothWays(args: GraphQLArgs, db: Database): Promise<ExecutionResult> {
  let document: DocumentNode
  try {
    document = parse(args.source)
  } catch (error) {
    return { errors: [error as GraphQLError] }
  }
  const errors = validate(args.schema, document)
  if (errors.length > 0) return { errors }
  const result = await executeByLevel({ ...args, document })
  if (getOperationAST(document)?.operation === OperationTypeNode.QUERY) {
    const theirs = await execute({ ...args, document, contextValue: createContext(db) })
    if (inOrder(result) !== inOrder(theirs))
      throw new Error(`graphql-js answers otherwise:\n${inOrder(theirs)}\nand not:\n${inOrder(result)}`)
  }
  return result
}

/** The same, for requests that must not fail. */
export async function ask<Data = never>(db: Database, source: string, variables = {}): Promise<Answer<Data>> {
  const answer = await askRaw<Data>(db, source, variables)
  if (answer.errors) throw new AggregateError(answer.errors, answer.errors.map(String).join('\n'))
  return answer
}
