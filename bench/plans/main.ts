// npm run bench:plans: explains what the lists send at a million observations, and fails where one reads too much.
import { isInputObjectType } from 'graphql'
import pg from 'pg'
import { buildGraph } from '../../src/graph.ts'
import { makeDatabase } from '../data/make.ts'
import { peerIndexes } from '../data/peer-schema.ts'
import { startServer } from '../data/server.ts'
import { cases, observationFilters } from './cases.ts'
import { lookIn } from './deep-cursor.ts'
import { type Explained, explainCall } from './explain.ts'

/** Rows that a page of fifty may look at: its own, those that a filter passes over, and small lists in between. */
const MOST_TOUCHED = 5_000

/** What is wrong with a statement; empty where nothing is. */
function faults({ scans, touched }: Explained): string[] {
  return [
    ...(scans.includes('Seq Scan observation') ? ['reads all observations'] : []),
    ...(touched > MOST_TOUCHED ? [`looks at more than ${MOST_TOUCHED.toLocaleString('en')} rows`] : []),
  ]
}

/** A filter that somebody adds to the schema must be explained here as well. */
function assertAllFilters(): void {
  const type = buildGraph().schema.getType('ObservationFilter')
  if (!isInputObjectType(type)) throw new Error('ObservationFilter is not in the schema')
  const missing = Object.keys(type.getFields()).filter((field) => !(field in observationFilters))
  if (missing.length > 0) throw new Error(`bench/plans/cases.ts has no case for the filter ${missing.join(', ')}`)
}

async function explainAll(client: pg.Client): Promise<number> {
  lookIn(client)
  let failed = 0
  console.log('| list | ms | rows | looked at | through | |\n| --- | --: | --: | --: | --- | --- |')
  for (const { name, run } of cases) {
    for (const explained of await explainCall(client, run)) {
      const found = faults(explained)
      failed += found.length > 0 ? 1 : 0
      const { milliseconds, rows, touched, scans } = explained
      const cells = [name, milliseconds.toFixed(1), rows, touched, scans.join(', '), found.join('; ') || 'ok']
      console.log(`| ${cells.join(' | ')} |`)
    }
  }
  return failed
}

const server = await startServer()
try {
  assertAllFilters()
  const url = await makeDatabase(server.url, '1m', console.log)
  const client = new pg.Client({ connectionString: url, application_name: 'whence bench' })
  await client.connect()
  try {
    // Gone for this transaction alone: Whence must do with its own indexes.
    await client.query('BEGIN')
    for (const index of peerIndexes) await client.query(`DROP INDEX ${index}`)
    const failed = await explainAll(client)
    console.log(`\n${cases.length} lists explained, ${failed} statements read too much.`)
    if (failed > 0) process.exitCode = 1
  } finally {
    await client.end()
  }
} finally {
  await server.close()
}
