// Which versions were measured.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { postgraphileNode } from './peers.ts'

const versionOf = async (path: string): Promise<string> =>
  JSON.parse(await readFile(new URL(`../../${path}/package.json`, import.meta.url), 'utf8')).version

/** "PostgreSQL 18.4; Whence on Node v20.20.2 …" */
export async function readVersions(database: Client): Promise<string> {
  const { rows } = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  const postgraphile = await versionOf('bench/peers/postgraphile/node_modules/postgraphile')
  const filter = await versionOf('bench/peers/postgraphile/node_modules/postgraphile-plugin-connection-filter')
  const runtime = execFileSync(postgraphileNode, ['--version']).toString().trim()
  const [graphql, yoga, driver] = await Promise.all(
    ['graphql', 'graphql-yoga', 'pg'].map((name) => versionOf(`node_modules/${name}`)),
  )
  return `PostgreSQL ${rows[0]?.version}; Whence on Node ${process.version}, graphql ${graphql}, graphql-yoga ${yoga}, pg ${driver}; PostGraphile ${postgraphile} with connection-filter ${filter} on Node ${runtime}.`
}
