// Asks the graph in this process, and tells which SQL statements that took.
import { type ExecutionResult, graphql } from 'graphql'
import { createContext } from '../../src/context.ts'
import type { Database } from '../../src/db/client.ts'
import { buildGraph } from '../../src/graph.ts'

export interface Answer<Data> extends ExecutionResult<Data> {
  data: Data
  statements: string[]
  /** How many rows PostgreSQL sent. */
  rows: number
}

/** The data and the statements of one request; errors are left for the caller to look at. */
export async function askRaw<Data = never>(
  db: Database,
  source: string,
  variables = {},
  schema = buildGraph().schema,
): Promise<Answer<Data>> {
  const statements: string[] = []
  let rows = 0
  const query = async (config: { text: string }) => {
    statements.push(config.text)
    const result = await db.pool.query(config)
    rows += result.rowCount ?? 0
    return result
  }
  const pool = new Proxy(db.pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
  const contextValue = createContext({ ...db, pool })
  const result = await graphql({ schema, source, variableValues: variables, contextValue })
  return { ...(result as ExecutionResult<Data>), data: result.data as Data, statements, rows }
}

/** The same, for requests that must not fail. */
export async function ask<Data = never>(db: Database, source: string, variables = {}): Promise<Answer<Data>> {
  const answer = await askRaw<Data>(db, source, variables)
  if (answer.errors) throw new AggregateError(answer.errors, answer.errors.map(String).join('\n'))
  return answer
}
