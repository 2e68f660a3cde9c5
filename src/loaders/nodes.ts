// Lists of models, benchmarks, settings, sources and authors.
import sql, { type Sql } from 'sql-template-tag'
import type { List } from './list.ts'
import { type DateFilter, dateMatches } from './observation-filter.ts'
import { type OrderArgument, orderOf } from './observations.ts'
import { column, ordered } from './order.ts'
import { aFirstLook, few, type Ways } from './page-rows.ts'
import {
  every,
  idsOf,
  mayMatch,
  type Named,
  named,
  namesOne,
  oneOf,
  refersTo,
  type TextFilter,
  textMatches,
  whether,
} from './text-filter.ts'

/** Nodes are sorted where there are no more than these; where there are more, a page of them is found in order. */
const fewNodes = 3_000

const waysById = (among: Sql, rest: Sql | null, few = fewNodes): Ways => ({
  ways: [{ column: sql`r.id`, among, few, rest }],
})

/** Through the pieces of the texts that are looked for. */
function waysByText(node: Named, filters: (TextFilter | null | undefined)[], where: Sql | null): Ways | null {
  const rest = every([mayMatch(node, 'r', filters), where])
  return (
    mayMatch(node, 'r', filters) && rest && { ways: [{ few: fewNodes, rest }], firstLook: { at: aFirstLook, where } }
  )
}

const bySlug = () => [ordered(column(sql`r.slug`))]

// ------------------------------------------------------------------ models

export interface ModelFilter {
  slug?: TextFilter | null
  name?: TextFilter | null
  developer?: TextFilter | null
  family?: TextFilter | null
  benchmark?: TextFilter | null
  hasUnresolvedIssues?: boolean | null
}
export interface ModelArguments {
  filter?: ModelFilter | null
  orderBy?: readonly OrderArgument[] | null
}

/** A merged model is found under the one that it turned out to be. */
const modelMatches = ({ filter }: ModelArguments): Sql | null =>
  every([sql`r.merged_into_id IS NULL`, filter ? modelHas(filter) : null])

/** Pairs of which the benchmark is meant. Benchmarks are few: they are found once rather than for each model. */
const ofBenchmarks = (benchmark: TextFilter): Sql => {
  const ids = idsOf(named.benchmark, benchmark)
  return ids ? sql`b.benchmark_id = ANY(ARRAY(${ids}))` : sql`true`
}

/** One benchmark has its models in order; of several, each model is looked up (OFFSET 0 keeps it so). */
const hasBenchmark = (benchmark: TextFilter): Sql =>
  namesOne(benchmark)
    ? sql`r.slug IN (SELECT b.model_slug FROM benchmark_model b
        WHERE ${refersTo(sql`b.benchmark_id`, named.benchmark, benchmark)})`
    : sql`EXISTS (SELECT FROM benchmark_model b WHERE b.model_slug = r.slug AND ${ofBenchmarks(benchmark)} OFFSET 0)`

const modelHas = (filter: ModelFilter): Sql | null =>
  every([
    textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
    textMatches(filter.name, sql`lower(r.name)`),
    filter.developer &&
      sql`r.id IN (SELECT d.model_id FROM model_developer d
            WHERE ${refersTo(sql`d.author_id`, named.author, filter.developer) ?? sql`true`})`,
    textMatches(filter.family, sql`lower(r.family)`),
    filter.benchmark && hasBenchmark(filter.benchmark),
    whether(sql`(r.issue_count > 0)`, filter.hasUnresolvedIssues),
  ])

const modelTerms = {
  NAME: column(sql`lower(r.name)`),
  OBSERVATION_COUNT: column(sql`r.observation_count`, 'int'),
  ISSUE_COUNT: column(sql`r.issue_count`, 'int'),
}

/** Models that hold the text that is looked for, that such a developer made, or that such benchmarks have. */
function modelWays(args: ModelArguments): Ways | null {
  const { slug, name, family, developer, benchmark } = args.filter ?? {}
  const rest = modelMatches(args)
  const developers = developer && !namesOne(developer) ? idsOf(named.author, developer) : null
  return (
    waysByText(named.model, [slug, name, family], rest) ??
    (developers &&
      waysById(sql`SELECT d.model_id FROM model_developer d WHERE d.author_id IN (${developers})`, rest)) ??
    (benchmark && !namesOne(benchmark)
      ? waysById(sql`SELECT b.model_id FROM benchmark_model b WHERE ${ofBenchmarks(benchmark)}`, rest, few)
      : null)
  )
}

const models = (name: string, scope?: List['scope']): List<'Model', ModelArguments> => ({
  name,
  table: 'Model',
  scope,
  where: modelMatches,
  ways: modelWays,
  order: (args) => orderOf(args.orderBy, modelTerms, column(sql`r.slug`)),
})

export const modelLists = {
  all: models('models'),
  ofBenchmark: models(
    'benchmark.models',
    (between) =>
      sql`r.slug IN (SELECT b.model_slug FROM benchmark_model b
        WHERE b.benchmark_id = p.id AND ${between(sql`b.model_slug`)})`,
  ),
  ofAuthor: models('author.models', sql`r.id IN (SELECT d.model_id FROM model_developer d WHERE d.author_id = p.id)`),
}

// ------------------------------------------------------------------ benchmarks and settings

export interface BenchmarkArguments {
  filter?: { slug?: TextFilter | null; name?: TextFilter | null; category?: TextFilter | null } | null
}
const benchmarkHas = (filter: NonNullable<BenchmarkArguments['filter']>): Sql | null =>
  every([
    textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
    textMatches(filter.name, sql`lower(r.name)`),
    textMatches(filter.category, sql`lower(r.category)`),
  ])

export const benchmarkLists = {
  all: {
    name: 'benchmarks',
    table: 'Benchmark',
    where: ({ filter }) => (filter ? benchmarkHas(filter) : null),
    ways: ({ filter }) =>
      filter ? waysByText(named.benchmark, [filter.slug, filter.name, filter.category], benchmarkHas(filter)) : null,
    order: bySlug,
  } satisfies List<'Benchmark', BenchmarkArguments>,
}

export interface SettingFilter {
  benchmark?: TextFilter | null
  subset?: TextFilter | null
  metric?: TextFilter | null
  hasPeers?: boolean | null
}
export interface SettingArguments {
  filter?: SettingFilter | null
}

export const settingMatches = (filter: SettingFilter | null | undefined): Sql | null =>
  filter
    ? every([
        refersTo(sql`r.benchmark_id`, named.benchmark, filter.benchmark),
        textMatches(filter.subset, sql`lower(r.subset)`),
        textMatches(filter.metric, sql`lower(r.metric)`),
        whether(sql`(r.model_count > 1)`, filter.hasPeers),
      ])
    : null

const settings = (name: string, scope?: List['scope']): List<'Setting', SettingArguments> => ({
  name,
  table: 'Setting',
  scope,
  where: ({ filter }) => settingMatches(filter),
  ways: ({ filter }) =>
    filter ? waysByText(named.setting, [filter.subset, filter.metric], settingMatches(filter)) : null,
  order: () => [ordered(column(sql`r.key`))],
})
export const settingLists = {
  all: settings('settings'),
  ofBenchmark: settings('benchmark.settings', sql`r.benchmark_id = p.id`),
  ofSource: settings(
    'source.settings',
    (between) =>
      sql`r.key IN (SELECT s.setting_key FROM setting_source s
        WHERE s.source_id = p.id AND ${between(sql`s.setting_key`)})`,
  ),
}

// ------------------------------------------------------------------ sources

export interface SourceArguments {
  filter?: {
    slug?: TextFilter | null
    title?: TextFilter | null
    sourceKind?: readonly string[] | null
    author?: TextFilter | null
    publisher?: TextFilter | null
    publishedAt?: DateFilter | null
  } | null
}
type SourceFilter = NonNullable<SourceArguments['filter']>

const sourceHas = (filter: SourceFilter): Sql | null =>
  every([
    textMatches(filter.slug, sql`r.slug`, [sql`r.title`]),
    textMatches(filter.title, sql`lower(r.title)`),
    oneOf(sql`r.kind`, 'source_kind', filter.sourceKind),
    filter.author &&
      sql`r.id IN (SELECT a.source_id FROM authorship a
        WHERE ${refersTo(sql`a.author_id`, named.author, filter.author) ?? sql`true`})`,
    refersTo(sql`r.publisher_id`, named.author, filter.publisher),
    dateMatches(sql`r.published_at`, filter.publishedAt),
  ])

/** Sources that hold the text that is looked for, or that such an author wrote or published. */
function sourceWays(filter: SourceFilter): Ways | null {
  const { slug, title, author, publisher } = filter
  const rest = sourceHas(filter)
  const authors = author && !namesOne(author) ? idsOf(named.author, author) : null
  const publishers = publisher && !namesOne(publisher) ? idsOf(named.author, publisher) : null
  return (
    waysByText(named.source, [slug, title], rest) ??
    (authors && waysById(sql`SELECT a.source_id FROM authorship a WHERE a.author_id IN (${authors})`, rest)) ??
    (publishers && { ways: [{ column: sql`r.publisher_id`, among: publishers, few, rest }] })
  )
}

const sources = (name: string, scope?: List['scope']): List<'Source', SourceArguments> => ({
  name,
  table: 'Source',
  scope,
  where: ({ filter }) => (filter ? sourceHas(filter) : null),
  ways: ({ filter }) => (filter ? sourceWays(filter) : null),
  order: bySlug,
})
export const sourceLists = {
  all: sources('sources'),
  ofModel: sources(
    'model.sources',
    (between) =>
      sql`r.slug IN (SELECT m.source_slug FROM model_source m WHERE m.model_id = p.id AND ${between(sql`m.source_slug`)})`,
  ),
  ofSetting: sources(
    'setting.sources',
    (between) =>
      sql`r.slug IN (SELECT s.source_slug FROM setting_source s
        WHERE s.setting_id = p.id AND ${between(sql`s.source_slug`)})`,
  ),
  ofAuthor: sources('author.sources', sql`r.id IN (SELECT a.source_id FROM authorship a WHERE a.author_id = p.id)`),
  versions: sources('source.versions', sql`r.work = (SELECT s.work FROM source s WHERE s.id = p.id)`),
  derivedFrom: sources(
    'source.derivedFromSources',
    sql`r.id IN (SELECT d.from_id FROM source_derivation d WHERE d.source_id = p.id)`,
  ),
  derived: sources(
    'source.derivedSources',
    sql`r.id IN (SELECT d.source_id FROM source_derivation d WHERE d.from_id = p.id)`,
  ),
}

// ------------------------------------------------------------------ authors

export interface AuthorArguments {
  filter?: { slug?: TextFilter | null; name?: TextFilter | null; authorKind?: readonly string[] | null } | null
}
const authorHas = (filter: NonNullable<AuthorArguments['filter']>): Sql | null =>
  every([
    textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
    textMatches(filter.name, sql`lower(r.name)`),
    oneOf(sql`r.kind`, 'author_kind', filter.authorKind),
  ])

const authors = (name: string, scope?: Sql): List<'Author', AuthorArguments> => ({
  name,
  table: 'Author',
  scope,
  where: ({ filter }) => (filter ? authorHas(filter) : null),
  ways: ({ filter }) => (filter ? waysByText(named.author, [filter.slug, filter.name], authorHas(filter)) : null),
  order: bySlug,
})
export const authorLists = {
  all: authors('authors'),
  coauthors: authors(
    'author.coauthors',
    sql`r.id <> p.id AND r.id IN (SELECT b.author_id FROM authorship a JOIN authorship b ON b.source_id = a.source_id
      WHERE a.author_id = p.id)`,
  ),
}
