// Q8 and Q9: comparisons and provenance, which PostGraphile has no counterpart for.
import { globalId } from '../../src/schema/global-id.ts'
import { slugOf } from '../data/size.ts'
import { type Data, jsonNodes, jsonObject, type Query, type Subjects, sortBy } from './query.ts'

/** The limit does not judge: agreement is left out of what is compared. */
export const comparisons = (): Query => ({
  id: 'Q8',
  title: 'comparisons of the 50 observations of a model page',
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
                WHERE y.model_id = o.model_id AND y.benchmark_slug = o.benchmark_slug AND y.id <> o.id
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

/** The rows of a table for each row before it: told so, PostgreSQL looks them up and does not hash the whole table. */
const each = (table: string, name: string, condition: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${condition} OFFSET 0) ${name}`
const author = (id: string) => `'Author ' || (SELECT slug FROM author WHERE id = ${id})`

const upstream = `WITH RECURSIVE walk AS (
    SELECT id, 0 AS depth FROM observation WHERE key = (SELECT $1::text)
    UNION SELECT i.observation_id, w.depth + 1 FROM walk w ${each('derivation', 'd', 'observation_id = w.id')}
      ${each('derivation_input', 'i', 'derivation_id = d.id')} WHERE w.depth < 8),
  o AS MATERIALIZED (SELECT x.* FROM (SELECT DISTINCT id FROM walk) w ${each('observation', 'x', 'id = w.id')}),
  source_ids AS (
    SELECT source_id AS id FROM o UNION SELECT read_from_id FROM o WHERE read_from_id IS NOT NULL
    UNION SELECT d.from_id FROM source_ids s ${each('source_derivation', 'd', 'source_id = s.id')}),
  c AS MATERIALIZED (SELECT x.* FROM source_ids s ${each('source', 'x', 'id = s.id')}),
  model_ids AS (
    SELECT model_id AS id FROM o
    UNION SELECT x.base_model_id FROM model_ids m ${each('model', 'x', 'id = m.id')} WHERE x.base_model_id IS NOT NULL),
  m AS MATERIALIZED (SELECT x.* FROM model_ids i ${each('model', 'x', 'id = i.id')}),
  t AS MATERIALIZED (SELECT x.* FROM (SELECT DISTINCT setting_id FROM o) o ${each('setting', 'x', 'id = o.setting_id')}),
  edges(a, relation, z) AS (
    SELECT 'Observation ' || o.key, 'WAS_DERIVED_FROM', 'Observation ' || x.key FROM o
      ${each('derivation', 'd', 'observation_id = o.id')} ${each('derivation_input', 'i', 'derivation_id = d.id')}
      JOIN o x ON x.id = i.observation_id
    UNION SELECT 'Observation ' || o.key, 'HAD_PRIMARY_SOURCE', 'Source ' || c.slug FROM o JOIN c ON c.id = o.source_id
    UNION SELECT 'Observation ' || o.key, 'WAS_QUOTED_FROM', 'Source ' || c.slug FROM o JOIN c ON c.id = o.read_from_id
    UNION SELECT 'Observation ' || o.key, 'USED_SETTING', 'Setting ' || t.key FROM o JOIN t ON t.id = o.setting_id
    UNION SELECT 'Observation ' || o.key, 'ABOUT_MODEL', 'Model ' || m.slug FROM o JOIN m ON m.id = o.model_id
    UNION SELECT 'Observation ' || o.key, 'WAS_ATTRIBUTED_TO', ${author('q.author_id')} FROM o
      ${each('observation_measurer', 'q', 'observation_id = o.id')}
    UNION SELECT 'Source ' || c.slug, 'WAS_DERIVED_FROM', 'Source ' || x.slug FROM c
      ${each('source_derivation', 'd', 'source_id = c.id')} JOIN c x ON x.id = d.from_id
    UNION SELECT 'Source ' || c.slug, 'WAS_ATTRIBUTED_TO', ${author('a.author_id')} FROM c
      ${each('authorship', 'a', 'source_id = c.id')}
    UNION SELECT 'Source ' || c.slug, 'WAS_ATTRIBUTED_TO', ${author('c.publisher_id')} FROM c WHERE c.publisher_id IS NOT NULL
    UNION SELECT 'Setting ' || t.key, 'SPECIALIZATION_OF', 'Benchmark ' || b.slug FROM t ${each('benchmark', 'b', 'id = t.benchmark_id')}
    UNION SELECT 'Model ' || m.slug, 'WAS_DERIVED_FROM', 'Model ' || x.slug FROM m JOIN m x ON x.id = m.base_model_id
    UNION SELECT 'Model ' || m.slug, 'WAS_ATTRIBUTED_TO', ${author('d.author_id')} FROM m ${each('model_developer', 'd', 'model_id = m.id')})
  SELECT json_build_object(
    'edges', (SELECT json_agg(a || ' ' || relation || ' ' || z) FROM edges),
    'nodes', (SELECT json_agg(n) FROM (SELECT a FROM edges UNION SELECT z FROM edges) x(n)))::text AS json`

/** Everything that an observation rests on: what it follows from, over and over, with sources, authors, settings, models. */
export const provenance = ({ observationKey }: Subjects): Query => ({
  id: 'Q9',
  title: 'provenance upstream of an observation',
  whence: {
    query: `query ($id: ID!) { provenance(id: $id, direction: UPSTREAM, depth: 8) { truncated edges { from to relation } nodes {
      __typename id ... on Observation { key } ... on Setting { key } ... on Source { slug } ... on Author { slug }
      ... on Model { slug } ... on Benchmark { slug } } } }`,
    variables: { id: globalId('Observation', observationKey) },
  },
  limit: { text: upstream, values: [observationKey] },
  compared: (data) => {
    const byText = (list: string[]) => sortBy(list, (item) => item)
    if (!data.provenance) return { nodes: byText(data.nodes), edges: byText(data.edges) }
    const nameOf = (node: Data): string => `${node.__typename} ${node.key ?? node.slug}`
    const names = new Map(data.provenance.nodes.map((node: Data) => [node.id, nameOf(node)]))
    return {
      nodes: byText([...names.values()] as string[]),
      edges: byText(
        data.provenance.edges.map(({ from, to, relation }: Data) => `${names.get(from)} ${relation} ${names.get(to)}`),
      ),
    }
  },
})
