// Lists of models, benchmarks, settings, sources and authors.
import sql, { type Sql } from 'sql-template-tag'
import type { List } from './list.ts'
import { type DateFilter, dateMatches, type OrderArgument, orderOf } from './observations.ts'
import { column, ordered } from './order.ts'
import { every, named, oneOf, refersTo, type TextFilter, textMatches, whether } from './text-filter.ts'

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

const modelHas = (filter: ModelFilter): Sql | null =>
  every([
    textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
    textMatches(filter.name, sql`lower(r.name)`),
    filter.developer &&
      sql`r.id IN (SELECT d.model_id FROM model_developer d
            WHERE ${refersTo(sql`d.author_id`, named.author, filter.developer) ?? sql`true`})`,
    textMatches(filter.family, sql`lower(r.family)`),
    filter.benchmark &&
      sql`EXISTS (SELECT FROM observation o WHERE o.model_id = r.id
            AND ${refersTo(sql`o.benchmark_id`, named.benchmark, filter.benchmark) ?? sql`true`})`,
    whether(sql`(r.issue_count > 0)`, filter.hasUnresolvedIssues),
  ])

const modelTerms = {
  NAME: column(sql`lower(r.name)`),
  OBSERVATION_COUNT: column(sql`r.observation_count`, 'int'),
  ISSUE_COUNT: column(sql`r.issue_count`, 'int'),
}

const models = (name: string, scope?: Sql): List<'Model', ModelArguments> => ({
  name,
  table: 'Model',
  scope,
  where: modelMatches,
  order: (args) => orderOf(args.orderBy, modelTerms, column(sql`r.slug`)),
})

export const modelLists = {
  all: models('models'),
  ofBenchmark: models(
    'benchmark.models',
    sql`r.id IN (SELECT o.model_id FROM observation o WHERE o.benchmark_id = p.id)`,
  ),
  ofAuthor: models('author.models', sql`r.id IN (SELECT d.model_id FROM model_developer d WHERE d.author_id = p.id)`),
}

// ------------------------------------------------------------------ benchmarks and settings

export interface BenchmarkArguments {
  filter?: { slug?: TextFilter | null; name?: TextFilter | null; category?: TextFilter | null } | null
}
export const benchmarkLists = {
  all: {
    name: 'benchmarks',
    table: 'Benchmark',
    where: ({ filter }) =>
      filter
        ? every([
            textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
            textMatches(filter.name, sql`lower(r.name)`),
            textMatches(filter.category, sql`lower(r.category)`),
          ])
        : null,
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

const settings = (name: string, scope?: Sql): List<'Setting', SettingArguments> => ({
  name,
  table: 'Setting',
  scope,
  where: ({ filter }) => settingMatches(filter),
  order: () => [ordered(column(sql`r.key`))],
})
export const settingLists = {
  all: settings('settings'),
  ofBenchmark: settings('benchmark.settings', sql`r.benchmark_id = p.id`),
  ofSource: settings('source.settings', sql`r.id IN (SELECT o.setting_id FROM observation o WHERE o.source_id = p.id)`),
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
const sources = (name: string, scope?: Sql): List<'Source', SourceArguments> => ({
  name,
  table: 'Source',
  scope,
  where: ({ filter }) =>
    filter
      ? every([
          textMatches(filter.slug, sql`r.slug`, [sql`r.title`]),
          textMatches(filter.title, sql`lower(r.title)`),
          oneOf(sql`r.kind`, 'source_kind', filter.sourceKind),
          filter.author &&
            sql`r.id IN (SELECT a.source_id FROM authorship a
              WHERE ${refersTo(sql`a.author_id`, named.author, filter.author) ?? sql`true`})`,
          refersTo(sql`r.publisher_id`, named.author, filter.publisher),
          dateMatches(sql`r.published_at`, filter.publishedAt),
        ])
      : null,
  order: bySlug,
})
export const sourceLists = {
  all: sources('sources'),
  ofModel: sources(
    'model.sources',
    sql`r.id IN (SELECT o.source_id FROM observation o WHERE o.model_id = p.id
      UNION SELECT o.read_from_id FROM observation o WHERE o.model_id = p.id)`,
  ),
  ofSetting: sources('setting.sources', sql`r.id IN (SELECT o.source_id FROM observation o WHERE o.setting_id = p.id)`),
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
const authors = (name: string, scope?: Sql): List<'Author', AuthorArguments> => ({
  name,
  table: 'Author',
  scope,
  where: ({ filter }) =>
    filter
      ? every([
          textMatches(filter.slug, sql`r.slug`, [sql`r.name`]),
          textMatches(filter.name, sql`lower(r.name)`),
          oneOf(sql`r.kind`, 'author_kind', filter.authorKind),
        ])
      : null,
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
