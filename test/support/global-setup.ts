// Before all tests: starts PostgreSQL and makes the template databases. After all: stops it and removes its folder.
import type { TestProject } from 'vitest/node'
import { withDatabase } from '../../src/db/database-url.ts'
import { migrate } from '../../src/db/migrations.ts'
import { execute, startTestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the server's maintenance database; may make and drop others. */
    postgresUrl: string
  }
}

/** Migrated and empty. */
export const EMPTY_TEMPLATE = 'whence_empty'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  try {
    await execute(server.url, `CREATE DATABASE ${EMPTY_TEMPLATE}`)
    await migrate(withDatabase(server.url, EMPTY_TEMPLATE))
  } catch (error) {
    await server.close()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return () => server.close()
}
