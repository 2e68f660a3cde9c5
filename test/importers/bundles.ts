// Small bundles for tests, and ways to import them.

import type { Database } from '../../src/db/client.ts'
import { importBundleText } from '../../src/importers/import-bundle-file.ts'
import { digestOf } from '../../src/importers/read-text-file.ts'

/** A page with one benchmark and one setting, and whatever `rest` adds. */
export function page(name: string, rest: string, { settings = '', sources = '', benchmarks = '' } = {}): string {
  return `whence: 1
page: page
sources:
  page: {kind: AGGREGATOR, title: "${name}", retrievedAt: 2026-10-01}
${indent(sources)}
benchmarks:
  mmlu: {name: MMLU}
${indent(benchmarks)}
settings:
  mmlu: {benchmark: mmlu, metric: accuracy, unit: "%"}
${indent(settings)}
${rest}`
}

/** A table of one column with these rows: "name = value". */
export const rows = (...lines: string[]): string =>
  `tables:
  results:
    heading: Results
    columns: [{name: MMLU, setting: mmlu}]
    rows:
${lines
  .map((line) => line.split(' = '))
  .map(([name, value]) => `      - {name: "${name}", cells: [${value}]}`)
  .join('\n')}`

const indent = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')

export const importText = (db: Pick<Database, 'prisma' | 'pool'>, text: string, file = 'page.yaml') =>
  importBundleText(db, file, { text, digest: digestOf(text) })

/** Runs a statement and gives its rows. */
export const selectFrom =
  (db: Pick<Database, 'pool'>) =>
  async (statement: string, ...values: unknown[]) =>
    (await db.pool.query(statement, values)).rows

/** A line of an account. */
export const counts = (accepted = 0, duplicates = 0, rejected = 0) => ({ accepted, duplicates, rejected })

/** Empties the database. */
export async function clear(db: Pick<Database, 'pool'>): Promise<void> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  await db.pool.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
}

/** Everything that must not depend on ids, times or the order of arrival: natural keys, slugs, names, counts, links. */
export async function dump(db: Pick<Database, 'pool'>): Promise<Record<string, unknown[]>> {
  const statements: Record<string, string> = {
    authors: `SELECT identity, slug, base_slug, name, orcid FROM author`,
    benchmarks: `SELECT identity, slug, base_slug, name, category FROM benchmark`,
    sources: `SELECT identity, slug, base_slug, title, work, version, license, published_at,
      ARRAY(SELECT a.identity FROM authorship x JOIN author a ON a.id = x.author_id WHERE x.source_id = s.id ORDER BY x.position) AS authors,
      ARRAY(SELECT f.identity FROM source_derivation x JOIN source f ON f.id = x.from_id WHERE x.source_id = s.id ORDER BY 1) AS "from"
      FROM source s`,
    models: `SELECT identity, slug, base_slug, name, family, observation_count, issue_count,
      ARRAY(SELECT a.identity FROM model_developer x JOIN author a ON a.id = x.author_id WHERE x.model_id = m.id ORDER BY x.position) AS developers,
      ARRAY(SELECT a.name || ' @ ' || s.identity FROM alias a JOIN source s ON s.id = a.source_id WHERE a.model_id = m.id ORDER BY 1) AS aliases
      FROM model m WHERE merged_into_id IS NULL`,
    settings: `SELECT key, label FROM setting`,
    tables: `SELECT t.key, r.position, r.reported_name, m.identity, c.text FROM result_table t JOIN table_row r ON r.table_id = t.id
      JOIN model m ON m.id = r.model_id JOIN table_cell c ON c.row_id = r.id`,
    observations: `SELECT o.key, m.identity AS model, o.model_slug, o.benchmark_slug, s.key AS setting, o.value::text, o.party::text,
      o.open_issue_count, o.cell_id IS NULL AS single FROM observation o JOIN model m ON m.id = o.model_id JOIN setting s ON s.id = o.setting_id`,
    // What audits found for a while is history, and that depends on what came first; so may the name an issue got then.
    notes: `SELECT CASE WHEN n.origin = 'COMPUTED' THEN n.state::text ELSE n.key END AS key, n.code, n.spread::text, m.identity AS about,
      ARRAY(SELECT concat_ws(' ', x.position, y.identity, b.identity, t.key, o.key, z.identity, r.key, a.identity)
        FROM note_subject x LEFT JOIN model y ON y.id = x.model_id LEFT JOIN benchmark b ON b.id = x.benchmark_id
        LEFT JOIN setting t ON t.id = x.setting_id LEFT JOIN observation o ON o.id = x.observation_id
        LEFT JOIN source z ON z.id = x.source_id LEFT JOIN result_table r ON r.id = x.table_id LEFT JOIN author a ON a.id = x.author_id
        WHERE x.note_key = n.key ORDER BY 1) AS subjects
      FROM note n LEFT JOIN model m ON m.id = n.about_model_id
      WHERE n.origin <> 'COMPUTED' OR n.state = 'OPEN'`,
    facts: `SELECT f.key, m.identity AS model, f.value_text, f.value_number::text FROM fact f JOIN model m ON m.id = f.model_id`,
    derivations: `SELECT d.key, o.key AS observation FROM derivation d JOIN observation o ON o.id = d.observation_id`,
  }
  const found: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(statements)) {
    const result = await db.pool.query(statement)
    found[name] = result.rows.map((row) => JSON.stringify(row)).sort()
  }
  return found
}

/** Every order of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
