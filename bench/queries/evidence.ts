// Q8 and Q9: comparisons and provenance, which PostGraphile has no counterpart for.
import { globalId } from '../../src/schema/global-id.ts'
import { slugOf } from '../data/size.ts'
import { type Data, jsonList, jsonNodes, jsonObject, type Query, type Subjects, sortBy } from './query.ts'

/** The limit does not judge: agreement is left out of what is compared. */
export const comparisons = (): Query => ({
  id: 'Q8',
  title: 'comparisons of the 50 observations of a model page',
  needs: ['Observation.comparisons'],
  whence: {
    query: `query ($slug: String!) { model(slug: $slug) { observations(first: 50) { nodes { key comparisons(first: 20) { nodes {
      agreement difference sameSetting other { key printed source { slug title } } } } } } } }`,
    variables: { slug: slugOf.pageModel },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `model: ${jsonObject(
        `observations: ${jsonNodes(
          jsonObject(
            'o.key',
            `comparisons: ${jsonNodes(
              jsonObject(
                'difference: (x.value - o.value)::text',
                'sameSetting: x.setting_id = o.setting_id',
                `other: ${jsonObject('x.key', 'x.printed', `source: ${jsonObject('x.slug', 'x.title')}`)}`,
              ),
              `(SELECT y.key, y.printed, y.value, y.setting_id, c.slug, c.title FROM observation y
                JOIN setting t ON t.id = y.setting_id JOIN source c ON c.id = y.source_id
                WHERE y.model_id = o.model_id AND y.benchmark_id = o.benchmark_id AND y.id <> o.id
                AND t.metric IS NOT DISTINCT FROM s.metric AND t.subset IS NOT DISTINCT FROM s.subset
                ORDER BY y.key LIMIT 20) x`,
              'x.key',
            )}`,
          ),
          `(SELECT * FROM observation o WHERE o.model_id = m.id ORDER BY o.key LIMIT 50) o
            JOIN setting s ON s.id = o.setting_id`,
          'o.key',
        )}`,
      )}`,
    )}::text AS json FROM model m WHERE m.slug = $1`,
    values: [slugOf.pageModel],
  },
  compared: ({ model }) =>
    model.observations.nodes.map(({ key, comparisons }: Data) => ({
      key,
      comparisons: sortBy(comparisons.nodes, ({ other }: Data) => other.key).map(
        ({ difference, sameSetting, other }: Data) => ({
          difference: difference === null ? null : Number(difference),
          sameSetting,
          other,
        }),
      ),
    })),
})

/** Observations that it follows from, over and over; their sources, the pages they were read on, and what those derive from. */
export const provenance = ({ observationKey }: Subjects): Query => ({
  id: 'Q9',
  title: 'provenance upstream of an observation',
  needs: ['Query.provenance'],
  whence: {
    query: `query ($id: ID!) { provenance(id: $id, direction: UPSTREAM, depth: 8) { truncated edges { from to relation } nodes {
      __typename id ... on Observation { key printed } ... on Source { slug title } } } }`,
    variables: { id: globalId('Observation', observationKey) },
  },
  limit: {
    text: `WITH RECURSIVE upstream AS (
        SELECT id, 0 AS depth FROM observation WHERE key = $1
        UNION SELECT i.observation_id, u.depth + 1 FROM upstream u JOIN derivation d ON d.observation_id = u.id
          JOIN derivation_input i ON i.derivation_id = d.id WHERE u.depth < 8),
      claims AS (SELECT DISTINCT o.* FROM upstream u JOIN observation o ON o.id = u.id),
      documents AS (
        SELECT source_id AS id FROM claims UNION SELECT read_from_id FROM claims WHERE read_from_id IS NOT NULL
        UNION SELECT d.from_id FROM documents x JOIN source_derivation d ON d.source_id = x.id)
      SELECT ${jsonObject(
        `observations: ${jsonList(jsonObject('o.key', 'o.printed'), 'claims o', 'o.key')}`,
        `sources: ${jsonList(jsonObject('c.slug', 'c.title'), 'documents x JOIN source c ON c.id = x.id', 'c.slug')}`,
      )}::text AS json`,
    values: [observationKey],
  },
  compared: (data) => {
    if (!data.provenance) return data
    const of = (type: string) => data.provenance.nodes.filter((node: Data) => node.__typename === type)
    const pick = (node: Data, ...fields: string[]) => Object.fromEntries(fields.map((field) => [field, node[field]]))
    return {
      observations: sortBy(of('Observation'), ({ key }: Data) => key).map((node: Data) => pick(node, 'key', 'printed')),
      sources: sortBy(of('Source'), ({ slug }: Data) => slug).map((node: Data) => pick(node, 'slug', 'title')),
    }
  },
})
