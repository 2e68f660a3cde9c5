// Q1 to Q5: pages through nested provenance.
import { slugOf } from '../data/size.ts'
import { type Data, deepRows, jsonNodes, jsonObject, type Query, type Subjects, sortBy } from './query.ts'

/** A source's authors, as the limit finds them: by the id of a source `c`. */
const authorsOf = (limit: number) =>
  jsonNodes(
    jsonObject('x.position', 'x.printedName', `author: ${jsonObject('x.slug', 'x.name')}`),
    `(SELECT a.position, a.printed_name, h.slug, h.name FROM authorship a JOIN author h ON h.id = a.author_id
      WHERE a.source_id = c.id ORDER BY a.position LIMIT ${limit}) x`,
    'x.position',
  )

const notesOf = (condition: string, ...fields: string[]) =>
  jsonNodes(
    jsonObject(...fields),
    `(SELECT n.* FROM note_subject j JOIN note n ON n.key = j.note_key WHERE j.model_id = m.id AND ${condition}
      ORDER BY n.key LIMIT 20) n`,
    'n.key',
  )
const unwrapNotes = (connection: Data) => ({ nodes: connection.nodes.map(({ note }: Data) => note) })

export const modelPage = (): Query => ({
  id: 'Q1',
  title: 'model page: 50 observations, setting, source, ordered authors; notes',
  whence: {
    query: `query ($slug: String!) { model(slug: $slug) { slug name family
      observations(first: 50) { nodes { key printed value evidence status publishedAt setting { key label metric unit }
        source { slug title version url authors(first: 20) { nodes { position printedName author { slug name } } } } } }
      unresolvedIssues(first: 20, filter: { state: [OPEN] }) { nodes { key kind text } }
      notPublished(first: 20) { nodes { key text extent } } } }`,
    variables: { slug: slugOf.pageModel },
  },
  postgraphile: {
    query: `query ($slug: String!) { model: modelBySlug(slug: $slug) { slug name family
      observations: observationsByModelId(first: 50, orderBy: KEY_ASC) { nodes {
        key printed value evidence status publishedAt setting: settingBySettingId { key label metric unit }
        source: sourceBySourceId { slug title version url authors: authorshipsBySourceId(first: 20) {
          nodes { position printedName author: authorByAuthorId { slug name } } } } } }
      unresolvedIssues: noteSubjectsByModelId(first: 20, orderBy: NOTE_KEY_ASC,
        filter: { noteByNoteKey: { type: { equalTo: UNRESOLVED_ISSUE }, state: { equalTo: OPEN } } }) {
        nodes { note: noteByNoteKey { key kind text } } }
      notPublished: noteSubjectsByModelId(first: 20, orderBy: NOTE_KEY_ASC,
        filter: { noteByNoteKey: { type: { equalTo: NOT_PUBLISHED } } }) {
        nodes { note: noteByNoteKey { key text extent } } } } }`,
    variables: { slug: slugOf.pageModel },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `model: ${jsonObject(
        ...['m.slug', 'm.name', 'm.family'],
        `observations: ${jsonNodes(
          jsonObject(
            ...['o.key', 'o.printed', 'value: o.value::text', 'o.evidence', 'o.status', 'o.publishedAt'],
            `setting: ${jsonObject('s.key', 's.label', 's.metric', 's.unit')}`,
            `source: ${jsonObject('c.slug', 'c.title', 'c.version', 'c.url', `authors: ${authorsOf(20)}`)}`,
          ),
          `(SELECT * FROM observation o WHERE o.model_id = m.id ORDER BY o.key LIMIT 50) o
            JOIN setting s ON s.id = o.setting_id JOIN source c ON c.id = o.source_id`,
          'o.key',
        )}`,
        `unresolvedIssues: ${notesOf(`n.type = 'UNRESOLVED_ISSUE' AND n.state = 'OPEN'`, 'n.key', 'n.kind', 'n.text')}`,
        `notPublished: ${notesOf(`n.type = 'NOT_PUBLISHED'`, 'n.key', 'n.text', 'n.extent')}`,
      )}`,
    )}::text AS json FROM model m WHERE m.slug = $1`,
    values: [slugOf.pageModel],
  },
  likeWhence: ({ model }) => ({
    model: {
      ...model,
      unresolvedIssues: unwrapNotes(model.unresolvedIssues),
      notPublished: unwrapNotes(model.notPublished),
    },
  }),
})

export const leaderboard = ({ settingKey }: Subjects): Query => ({
  id: 'Q2',
  title: 'leaderboard: 100 of 20,000 under one setting, highest value first',
  whence: {
    query: `query ($key: String!) { setting(key: $key) { label
      observations(first: 100, orderBy: { field: VALUE, direction: DESC }) { nodes {
        key printed value evidence model { slug name } source { slug title } } } } }`,
    variables: { key: settingKey },
  },
  postgraphile: {
    query: `query ($key: String!) { setting: settingByKey(key: $key) { label
      observations: observationsBySettingId(first: 100, orderBy: [VALUE_DESC, KEY_DESC]) { nodes {
        key printed value evidence model: modelByModelId { slug name } source: sourceBySourceId { slug title } } } } }`,
    variables: { key: settingKey },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `setting: ${jsonObject(
        's.label',
        `observations: ${jsonNodes(
          jsonObject(
            ...['o.key', 'o.printed', 'value: o.value::text', 'o.evidence'],
            ...[`model: ${jsonObject('m.slug', 'm.name')}`, `source: ${jsonObject('c.slug', 'c.title')}`],
          ),
          `(SELECT * FROM observation o WHERE o.setting_id = s.id ORDER BY o.value DESC, o.key DESC LIMIT 100) o
            JOIN model m ON m.id = o.model_id JOIN source c ON c.id = o.source_id`,
          'o.value DESC, o.key DESC',
        )}`,
      )}`,
    )}::text AS json FROM setting s WHERE s.key = $1`,
    values: [settingKey],
  },
})

export const authorPage = (): Query => ({
  id: 'Q3',
  title: 'author, 12 sources (one of 10,000), first 20 observations each, model, setting',
  whence: {
    query: `query ($slug: String!) { author(slug: $slug) { name sources(first: 20) { nodes { slug title
      observations(first: 20) { nodes { key printed value model { slug name } setting { label metric unit } } } } } } }`,
    variables: { slug: slugOf.prolificAuthor },
  },
  postgraphile: {
    query: `query ($slug: String!) { author: authorBySlug(slug: $slug) { name
      sources: authorshipsByAuthorId(first: 20) { nodes { source: sourceBySourceId { slug title
        observations: observationsBySourceId(first: 20, orderBy: KEY_ASC) { nodes { key printed value
          model: modelByModelId { slug name } setting: settingBySettingId { label metric unit } } } } } } } }`,
    variables: { slug: slugOf.prolificAuthor },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `author: ${jsonObject(
        'h.name',
        `sources: ${jsonNodes(
          jsonObject(
            ...['c.slug', 'c.title'],
            `observations: ${jsonNodes(
              jsonObject(
                ...['o.key', 'o.printed', 'value: o.value::text', `model: ${jsonObject('m.slug', 'm.name')}`],
                `setting: ${jsonObject('s.label', 's.metric', 's.unit')}`,
              ),
              `(SELECT * FROM observation o WHERE o.source_id = c.id ORDER BY o.key LIMIT 20) o
                JOIN model m ON m.id = o.model_id JOIN setting s ON s.id = o.setting_id`,
              'o.key',
            )}`,
          ),
          `(SELECT c.* FROM authorship a JOIN source c ON c.id = a.source_id WHERE a.author_id = h.id
            ORDER BY c.slug LIMIT 20) c`,
          'c.slug',
        )}`,
      )}`,
    )}::text AS json FROM author h WHERE h.slug = $1`,
    values: [slugOf.prolificAuthor],
  },
  likeWhence: ({ author }) => {
    const sources = author.sources.nodes.map(({ source }: Data) => source)
    return { author: { ...author, sources: { nodes: sortBy(sources, ({ slug }: Data) => slug) } } }
  },
})

export const manyModels = (): Query => ({
  id: 'Q4',
  title: '100 models, first 10 observations each, setting, source, authors',
  whence: {
    query: `{ models(first: 100) { nodes { slug name observations(first: 10) { nodes { key printed value
      setting { label } source { slug title authors(first: 20) { nodes { position printedName author { slug name } } } } } } } } }`,
    variables: {},
  },
  postgraphile: {
    query: `{ models: allModels(first: 100, orderBy: SLUG_ASC) { nodes { slug name
      observations: observationsByModelId(first: 10, orderBy: KEY_ASC) { nodes { key printed value
        setting: settingBySettingId { label } source: sourceBySourceId { slug title
          authors: authorshipsBySourceId(first: 20) { nodes { position printedName author: authorByAuthorId { slug name } } } } } } } } }`,
    variables: {},
  },
  limit: {
    text: `SELECT ${jsonObject(
      `models: ${jsonNodes(
        jsonObject(
          ...['m.slug', 'm.name'],
          `observations: ${jsonNodes(
            jsonObject(
              ...['o.key', 'o.printed', 'value: o.value::text', `setting: ${jsonObject('s.label')}`],
              `source: ${jsonObject('c.slug', 'c.title', `authors: ${authorsOf(20)}`)}`,
            ),
            `(SELECT * FROM observation o WHERE o.model_id = m.id ORDER BY o.key LIMIT 10) o
              JOIN setting s ON s.id = o.setting_id JOIN source c ON c.id = o.source_id`,
            'o.key',
          )}`,
        ),
        '(SELECT * FROM model ORDER BY slug LIMIT 100) m',
        'm.slug',
      )}`,
    )}::text AS json`,
    values: [],
  },
})

export const deepPage = ({ deep }: Subjects): Query => ({
  id: 'Q5',
  title: `filtered, ordered page after ${deepRows.toLocaleString('en')} of 12,000 matches, with totalCount`,
  deep: { rows: deepRows, list: 'observations' },
  whence: {
    query: `query ($benchmark: String!, $first: Int = 50, $after: String) { observations(first: $first, after: $after,
      filter: { benchmark: { equals: $benchmark }, evidence: [VENDOR] }, orderBy: { field: VALUE, direction: DESC }) {
      totalCount pageInfo { hasNextPage endCursor } nodes { key printed value evidence model { slug name } setting { label }
        source { slug title } } } }`,
    variables: { benchmark: slugOf.deepBenchmark },
  },
  postgraphile: {
    query: `query ($benchmark: String!, $first: Int = 50, $after: Cursor) { observations: allObservations(first: $first, after: $after,
      filter: { benchmarkSlug: { equalTo: $benchmark }, evidence: { in: [VENDOR] } }, orderBy: [VALUE_DESC, KEY_DESC]) {
      totalCount pageInfo { hasNextPage endCursor } nodes { key printed value evidence model: modelByModelId { slug name }
        setting: settingBySettingId { label } source: sourceBySourceId { slug title } } } }`,
    variables: { benchmark: slugOf.deepBenchmark },
  },
  limit: {
    text: `SELECT ${jsonObject(
      `observations: ${jsonObject(
        `totalCount: (SELECT count(*) FROM observation WHERE benchmark_slug = $1 AND evidence = 'VENDOR')`,
        `pageInfo: ${jsonObject('hasNextPage: count(*) > 50')}`,
        `nodes: coalesce(json_agg(${jsonObject(
          ...['p.key', 'p.printed', 'value: p.value::text', 'p.evidence', `model: ${jsonObject('m.slug', 'm.name')}`],
          ...[`setting: ${jsonObject('s.label')}`, `source: ${jsonObject('c.slug', 'c.title')}`],
        )} ORDER BY p.n) FILTER (WHERE p.n <= 50), '[]')`,
      )}`,
    )}::text AS json FROM (
      SELECT o.*, row_number() OVER (ORDER BY o.value DESC, o.key DESC) AS n FROM (
        SELECT * FROM observation WHERE benchmark_slug = $1 AND evidence = 'VENDOR'
        AND (value, key) < ($2::numeric, $3) ORDER BY value DESC, key DESC LIMIT 51) o) p
      JOIN model m ON m.id = p.model_id JOIN setting s ON s.id = p.setting_id JOIN source c ON c.id = p.source_id`,
    values: [slugOf.deepBenchmark, deep.value, deep.key],
  },
  compared: ({ observations }) => ({
    ...observations,
    pageInfo: observations.pageInfo.hasNextPage,
  }),
})
