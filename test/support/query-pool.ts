// Texts, keys and ids that stand in a database, for generated queries that find something.
import type { Database } from '../../src/db/client.ts'
import type { Pool } from './generate-query.ts'

export async function readPool(db: Pick<Database, 'pool'>): Promise<Pool> {
  const rows = async (sql: string) => (await db.pool.query({ text: sql, rowMode: 'array' })).rows.flat() as string[]
  const id = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64')
  const [models, observations, settings, issues, others] = await Promise.all([
    rows('SELECT slug FROM model'),
    rows('SELECT key FROM observation LIMIT 50'),
    rows('SELECT key FROM setting'),
    rows("SELECT key FROM note WHERE type = 'UNRESOLVED_ISSUE'"),
    rows('SELECT slug FROM benchmark UNION ALL SELECT slug FROM author'),
  ])
  return {
    slugs: [...models, ...others],
    keys: [...observations, ...settings],
    ids: [
      ...models.map((slug) => id('Model', slug)),
      ...observations.map((key) => id('Observation', key)),
      ...issues.map((key) => id('UnresolvedIssue', key)),
    ],
    texts: ['', 'overall', 'accuracy', 'RM-Bench', '%', 'internlm', '2026'],
  }
}
