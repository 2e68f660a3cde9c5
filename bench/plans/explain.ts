// Explains the statements that a batch function really sends, as PostgreSQL runs them once it has settled on a plan.
import pg from 'pg'
import type { Queryable } from '../../src/db/query.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

export interface Explained {
  milliseconds: number
  /** Rows that scans looked at, whether they kept them or not. */
  touched: number
  /** Rows that the statement gave. */
  rows: number
  /** "observation_model_id_key_idx", or "Seq Scan observation" */
  scans: string[]
}

interface Sent {
  text: string
  values: unknown[]
}

/** Runs statements as they come, and remembers them. */
function recording(client: pg.Client): Queryable & { sent: Sent[] } {
  const sent: Sent[] = []
  return {
    sent,
    query: ({ text, values }) => {
      sent.push({ text, values })
      return client.query({ text, values }) as never
    },
  }
}

/** A value as text without a type: the statement says which. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  const items = value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`)
  return pg.escapeLiteral(`{${items.join(',')}}`)
}

function scansIn(node: PlanNode, found: PlanNode[] = []): PlanNode[] {
  // A branch that turned out not to be needed has read nothing.
  if (node['Actual Loops'] === 0) return found
  if (/Scan$/.test(node['Node Type']) && (node['Relation Name'] ?? node['Index Name'])) found.push(node)
  for (const child of node.Plans ?? []) scansIn(child, found)
  return found
}

const nameOf = (scan: PlanNode): string => scan['Index Name'] ?? `${scan['Node Type']} ${scan['Relation Name']}`

/** PostgreSQL weighs plans made for the values for five runs, then may settle on one for all: what it runs from then on. */
async function explain(client: pg.Client, { text, values }: Sent): Promise<Explained> {
  await client.query(`PREPARE explained AS ${text}`)
  try {
    const given = values.map(literal)
    const execute = `EXECUTE explained${given.length > 0 ? `(${given.join(', ')})` : ''}`
    for (let i = 0; i < 5; i++) await client.query(execute)
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`)
    const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN']
    const scans = scansIn(plan)
    const touched = scans.reduce((sum, scan) => {
      const removed = (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0)
      // A bitmap's rows are counted where they are fetched.
      return scan['Node Type'] === 'Bitmap Index Scan'
        ? sum
        : sum + (scan['Actual Rows'] + removed) * scan['Actual Loops']
    }, 0)
    return {
      milliseconds,
      touched: Math.round(touched),
      rows: plan['Actual Rows'],
      scans: [...new Set(scans.map(nameOf))],
    }
  } finally {
    await client.query('DEALLOCATE explained')
  }
}

/** What each statement of one call of a batch function does. */
export async function explainCall(client: pg.Client, call: (db: Queryable) => Promise<unknown>): Promise<Explained[]> {
  const db = recording(client)
  await call(db)
  const explained: Explained[] = []
  for (const statement of db.sent) explained.push(await explain(client, statement))
  return explained
}
