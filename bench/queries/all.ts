// All queries of the benchmark, and what in the database they ask about.
import type { Client } from 'pg'
import { firstModels, hotSetting, slugOf } from '../data/size.ts'
import { comparisons, provenance } from './evidence.ts'
import { entities, issuesOfModel, oneNode, search } from './nodes.ts'
import { authorPage, deepPage, leaderboard, manyModels, modelPage } from './pages.ts'
import { deepRows, type Query, type Subjects } from './query.ts'

const makers = [
  ...[modelPage, leaderboard, authorPage, manyModels, deepPage],
  ...[oneNode, issuesOfModel, comparisons, provenance, search, entities],
]

async function findSubjects(client: Client): Promise<Subjects> {
  const one = async (text: string, ...values: unknown[]) => (await client.query(text, values)).rows[0]
  const { rows } = await client.query('SELECT slug FROM model WHERE id >= $1 ORDER BY id LIMIT 100', [
    firstModels.first,
  ])
  return {
    settingKey: (await one('SELECT key FROM setting WHERE id = $1', hotSetting)).key,
    // The last of its model: what it follows from is as deep as it gets.
    observationKey: (
      await one(
        `SELECT o.key FROM observation o JOIN model m ON m.id = o.model_id JOIN derivation d ON d.observation_id = o.id
         WHERE m.slug = $1 ORDER BY o.id DESC LIMIT 1`,
        slugOf.pageModel,
      )
    ).key,
    deep: await one(
      `SELECT value::text, key FROM observation WHERE benchmark_slug = $1 AND evidence = 'VENDOR'
       ORDER BY value DESC, key DESC OFFSET $2 LIMIT 1`,
      ...[slugOf.deepBenchmark, deepRows - 1],
    ),
    entitySlugs: rows.map(({ slug }) => slug),
  }
}

/** The queries, asking about what the database behind `client` holds. */
export async function makeQueries(client: Client): Promise<Query[]> {
  const subjects = await findSubjects(client)
  return makers.map((make) => make(subjects))
}
