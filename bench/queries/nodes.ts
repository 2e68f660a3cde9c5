// Q6, Q7, Q10, Q11: one node, a model's issues, a search, entities for a gateway.
import { slugOf } from '../data/size.ts'
import { type Data, jsonList, jsonNodes, jsonObject, type Query, type Subjects, sortBy } from './query.ts'

export const oneNode = (): Query => ({
  id: 'Q6',
  title: 'one model by slug',
  whence: {
    query: 'query ($slug: String!) { model(slug: $slug) { slug name family huggingFaceId } }',
    variables: { slug: slugOf.pageModel },
  },
  postgraphile: {
    query: 'query ($slug: String!) { model: modelBySlug(slug: $slug) { slug name family huggingFaceId } }',
    variables: { slug: slugOf.pageModel },
  },
  limit: {
    text: `SELECT ${jsonObject(`model: ${jsonObject('m.slug', 'm.name', 'm.family', 'm.huggingFaceId')}`)}::text AS json
      FROM model m WHERE m.slug = $1`,
    values: [slugOf.pageModel],
  },
})

export const issuesOfModel = (): Query => ({
  id: 'Q7',
  title: 'unresolved issues of a model, their observations and sources',
  whence: {
    query: `query ($slug: String!) { model(slug: $slug) { name unresolvedIssues(first: 20, filter: { state: [OPEN] }) { nodes { key kind text state spread
      observations(first: 20) { nodes { key printed value source { slug title } } } } } } }`,
    variables: { slug: slugOf.pageModel },
  },
  postgraphile: {
    query: `query ($slug: String!) { model: modelBySlug(slug: $slug) { name
      unresolvedIssues: noteSubjectsByModelId(first: 20, orderBy: NOTE_KEY_ASC,
        filter: { noteByNoteKey: { type: { equalTo: UNRESOLVED_ISSUE }, state: { equalTo: OPEN } } }) {
        nodes { note: noteByNoteKey { key kind text state spread
          observations: noteSubjectsByNoteKey(first: 20, orderBy: POSITION_ASC,
            filter: { observationId: { isNull: false }, position: { isNull: false } }) {
            nodes { observation: observationByObservationId { key printed value source: sourceBySourceId { slug title } } } } } } } } }`,
    variables: { slug: slugOf.pageModel },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `model: ${jsonObject(
        'm.name',
        `unresolvedIssues: ${jsonNodes(
          jsonObject(
            ...['n.key', 'n.kind', 'n.text', 'n.state', 'spread: n.spread::text'],
            `observations: ${jsonNodes(
              jsonObject('o.key', 'o.printed', 'value: o.value::text', `source: ${jsonObject('o.slug', 'o.title')}`),
              `(SELECT o.key, o.printed, o.value, c.slug, c.title FROM note_subject j JOIN observation o ON o.id = j.observation_id
                JOIN source c ON c.id = o.source_id WHERE j.note_key = n.key AND j.position IS NOT NULL ORDER BY o.key LIMIT 20) o`,
              'o.key',
            )}`,
          ),
          `(SELECT n.* FROM note_subject j JOIN note n ON n.key = j.note_key
            WHERE j.model_id = m.id AND n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN' ORDER BY n.key LIMIT 20) n`,
          'n.key',
        )}`,
      )}`,
    )}::text AS json FROM model m WHERE m.slug = $1`,
    values: [slugOf.pageModel],
  },
  likeWhence: ({ model }) => ({
    model: {
      ...model,
      unresolvedIssues: {
        nodes: model.unresolvedIssues.nodes.map(({ note }: Data) => {
          const observations = note.observations.nodes.map(({ observation }: Data) => observation)
          return { ...note, observations: { nodes: sortBy(observations, ({ key }: Data) => key) } }
        }),
      },
    },
  }),
})

const word = 'abax'
export const search = (): Query => ({
  id: 'Q10',
  title: 'search by a word',
  whence: {
    query: `query ($text: String!) { search(text: $text, first: 20) { nodes { __typename
      ... on Model { slug name } ... on Benchmark { slug name } ... on Source { slug name: title } ... on Author { slug name } } } }`,
    variables: { text: word },
  },
  postgraphile: {
    query:
      'query ($text: String!) { search: peerSearchNodes(words: $text, first: 20) { nodes { __typename: kind slug name } } }',
    variables: { text: word },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `search: ${jsonNodes(
        `json_build_object('__typename', r.kind, 'slug', r.slug, 'name', r.name)`,
        '(SELECT row_number() OVER () AS n, f.* FROM peer.search_nodes($1) f LIMIT 20) r',
        'r.n',
      )}`,
    )}::text AS json`,
    values: [word],
  },
})

export const entities = ({ entitySlugs }: Subjects): Query => ({
  id: 'Q11',
  title: '_entities with 100 models',
  whence: {
    query: `query ($representations: [_Any!]!) { models: _entities(representations: $representations) {
      ... on Model { slug name family } } }`,
    variables: { representations: entitySlugs.map((slug) => ({ __typename: 'Model', slug })) },
  },
  postgraphile: {
    query:
      'query ($slugs: [String!]) { models: allModels(first: 100, filter: { slug: { in: $slugs } }) { nodes { slug name family } } }',
    variables: { slugs: entitySlugs },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `models: ${jsonList(
        jsonObject('m.slug', 'm.name', 'm.family'),
        'unnest($1::text[]) WITH ORDINALITY w(slug, n) JOIN model m ON m.slug = w.slug',
        'w.n',
      )}`,
    )}::text AS json`,
    values: [entitySlugs],
  },
  likeWhence: ({ models }) => ({
    models: entitySlugs.map((slug) => models.nodes.find((model: Data) => model.slug === slug)),
  }),
})
