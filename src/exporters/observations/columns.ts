// The columns of exported observations: one list for every format. docs/exporting.md has the same list, held by a test.
import { join, raw, type Sql } from 'sql-template-tag'

/**
 * How a column's value is written. decimal: an exact number, a string in JSON. names: a list of texts. parameters: a list of
 * {name, value, basis, reason}.
 */
export type ColumnType = 'text' | 'decimal' | 'integer' | 'boolean' | 'names' | 'parameters'

export interface Column {
  name: string
  type: ColumnType
  /** Over the joins below. */
  sql: string
  description: string
}

const column = (name: string, type: ColumnType, sql: string, description: string): Column => ({
  ...{ name, type, sql, description },
})

const authorNames = (table: string, owner: string) =>
  `ARRAY(SELECT a.name FROM ${table} x JOIN author a ON a.id = x.author_id WHERE ${owner} ORDER BY x.position)`

export const columns: readonly Column[] = [
  column('key', 'text', 'r.key', 'The natural key of the observation, the same on every instance'),
  column(
    'id',
    'text',
    `encode(convert_to('Observation:' || r.key, 'UTF8'), 'base64')`,
    'Its id in the graph: `node(id)`',
  ),
  column('model', 'text', 'r.model_slug', 'Slug of the model'),
  column('modelName', 'text', 'm.name', 'Name of the model'),
  column('reportedName', 'text', 'r.reported_name', 'The name that the source prints for it'),
  column('developers', 'names', authorNames('model_developer', 'x.model_id = r.model_id'), 'Who develops the model'),
  column('benchmark', 'text', 'r.benchmark_slug', 'Slug of the benchmark'),
  column('benchmarkName', 'text', 'b.name', 'Name of the benchmark'),
  column('setting', 'text', 't.key', 'Key of the setting: equal keys can be compared'),
  column('settingLabel', 'text', 't.label', 'The setting in words'),
  column('edition', 'text', 't.edition', 'Edition of the benchmark'),
  column('subset', 'text', 't.subset', 'Split, domain or column'),
  column('metric', 'text', 't.metric', 'What is counted'),
  column('unit', 'text', 't.unit', 'The unit: `%`'),
  column('higherIsBetter', 'boolean', 't.higher_is_better', 'Direction; empty where it is not known'),
  column('min', 'decimal', 't.min', 'The least possible value'),
  column('max', 'decimal', 't.max', 'The greatest possible value'),
  column('protocol', 'parameters', 't.protocol', 'Shots, prompting, judge, harness …, each with how it is known'),
  column('printed', 'text', 'r.printed', 'The score as printed: `63.40`'),
  column('value', 'decimal', 'r.value', 'The exact number; empty where the text holds none'),
  column('decimals', 'integer', 'r.decimals', 'Digits behind the point that were printed'),
  column('lower', 'decimal', 'r.lower', 'Least value that would print so'),
  column('upper', 'decimal', 'r.upper', 'Greatest value that would print so'),
  column('uncertainty', 'text', 'r.uncertainty_text', 'An error bar as printed'),
  column('plusMinus', 'decimal', 'r.uncertainty_plus_minus', 'Half width of a symmetric error bar'),
  column('uncertaintyLower', 'decimal', 'r.uncertainty_lower', 'Lower end of an error bar that has ends'),
  column('uncertaintyUpper', 'decimal', 'r.uncertainty_upper', 'Upper end of it'),
  column('uncertaintyKind', 'text', 'r.uncertainty_kind', 'What the error bar is, where the source says so'),
  column('sampleSize', 'integer', 'r.sample_size', 'How many items were scored'),
  column('configuration', 'parameters', 'r.configuration', 'How the evaluated system was set up'),
  column('configurationKey', 'text', 'r.configuration_key', 'Equal for equal configurations; empty for none'),
  column('labels', 'parameters', 'r.labels', 'Categories that the source files it under'),
  column('evidence', 'text', 'r.evidence::text', 'Who reports it: VENDOR, BENCHMARK_MAINTAINER …'),
  column('evidenceLabel', 'text', 'r.evidence_label', 'The source’s own word for that'),
  column('party', 'text', 'r.party::text', 'FIRST, THIRD or UNKNOWN: who measured, against who develops'),
  column('status', 'text', 'r.status::text', 'ACTIVE, SUPERSEDED, RETRACTED …'),
  column(
    'measuredBy',
    'names',
    authorNames('observation_measurer', 'x.observation_id = r.id'),
    'Who measured, where stated',
  ),
  column('measuredAt', 'text', 'r.measured_at', 'When it was measured: `2026`, `2026-02` or `2026-02-17`'),
  column('publishedAt', 'text', 'r.published_at', 'When it was published'),
  column('retrievedAt', 'text', 'r.retrieved_at', 'When it was read'),
  column('source', 'text', 's.slug', 'Slug of the source that publishes it'),
  column('sourceTitle', 'text', 's.title', 'Title of the source'),
  column('sourceKind', 'text', 's.kind::text', 'PAPER, MODEL_CARD, LEADERBOARD …'),
  column('sourceVersion', 'text', 's.version', 'Its version as published: `v2`'),
  column('sourceUrl', 'text', 's.url', 'Its address'),
  column('sourceArxivId', 'text', 's.arxiv_id', 'Its arXiv id'),
  column('sourceDoi', 'text', 's.doi', 'Its DOI'),
  column('sourcePublisher', 'text', 'sp.name', 'Its publisher'),
  column('license', 'text', 's.license', 'Licence of the source'),
  column('attribution', 'text', 's.attribution', 'How the source wants to be named'),
  column('readFrom', 'text', 'w.slug', 'Slug of the page through which it was read, when not in the source itself'),
  column('readFromTitle', 'text', 'w.title', 'Title of that page'),
  column('readFromUrl', 'text', 'w.url', 'Address of that page'),
  column('readFromLicense', 'text', 'w.license', 'Licence of that page'),
  column('readFromAttribution', 'text', 'w.attribution', 'How that page wants to be named'),
  column('table', 'text', 'r.locator_table', 'Where it stands: the table'),
  column('row', 'text', 'r.locator_row', 'Its row'),
  column('column', 'text', 'r.locator_column', 'Its column'),
  column('page', 'text', 'r.locator_page', 'The page of the document'),
  column('place', 'text', 'r.locator_text', 'The place in other words'),
  column('methodology', 'text', 'r.methodology', 'How it was measured'),
  column('context', 'text', 'r.context', 'What the source says around it'),
  column('openIssues', 'integer', 'r.open_issue_count', 'How many unresolved issues involve it'),
  column('supersedes', 'text', 'o.key', 'Key of the observation whose place it took'),
  column('import', 'text', 'i.key', 'Key of the import that brought it'),
  column(
    'importedAt',
    'text',
    `to_char(i.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    'When it was imported',
  ),
]

/** What an observation `r` is joined with; none of it changes which rows there are. */
export const joins = raw(`observation r
  JOIN model m ON m.id = r.model_id
  JOIN benchmark b ON b.id = r.benchmark_id
  JOIN setting t ON t.id = r.setting_id
  JOIN source s ON s.id = r.source_id
  JOIN import i ON i.id = r.import_id
  LEFT JOIN author sp ON sp.id = s.publisher_id
  LEFT JOIN source w ON w.id = r.read_from_id
  LEFT JOIN observation o ON o.id = r.supersedes_id`)

export const selectList: Sql = join(columns.map(({ name, sql }) => raw(`${sql} AS "${name}"`)))
