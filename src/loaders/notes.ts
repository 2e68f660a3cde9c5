// Lists of unresolved issues, of what is not published, of remarks, and of what notes are about.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { List } from './list.ts'
import { column, ordered } from './order.ts'
import { every, type Named, named, oneOf, refersTo, type TextFilter } from './text-filter.ts'

export interface IssueFilter {
  kind?: readonly string[] | null
  state?: readonly string[] | null
  origin?: readonly string[] | null
  model?: TextFilter | null
  benchmark?: TextFilter | null
  source?: TextFilter | null
}
export interface NotPublishedFilter {
  aspect?: readonly string[] | null
  origin?: readonly string[] | null
  model?: TextFilter | null
  benchmark?: TextFilter | null
  source?: TextFilter | null
}

/** The note names such a node, or one that belongs to it. */
const concerns = (subject: string, node: Named, filter: TextFilter | null | undefined): Sql | null =>
  filter
    ? sql`r.key IN (SELECT s.note_key FROM note_subject s
        WHERE ${refersTo(raw(`s.${subject}`), node, filter) ?? raw(`s.${subject} IS NOT NULL`)})`
    : null

const concernsNamed = (filter: IssueFilter | NotPublishedFilter) => [
  oneOf(sql`r.origin`, 'note_origin', filter.origin),
  concerns('model_id', named.model, filter.model),
  concerns('benchmark_id', named.benchmark, filter.benchmark),
  concerns('source_id', named.source, filter.source),
]

const byKey = () => [ordered(column(sql`r.key`))]

export interface IssueArguments {
  filter?: IssueFilter | null
}
export interface NotPublishedArguments {
  filter?: NotPublishedFilter | null
}

const issues = (name: string, scope?: Sql): List<'Note', IssueArguments> => ({
  name,
  table: 'Note',
  scope,
  where: ({ filter }) =>
    every([
      sql`r.type = 'UNRESOLVED_ISSUE'`,
      oneOf(sql`r.kind`, 'issue_kind', filter?.kind),
      // What the schema's default says does not reach a filter that leaves it out of a default of its own.
      oneOf(sql`r.state`, 'issue_state', filter?.state === undefined ? ['OPEN'] : filter.state),
      ...(filter ? concernsNamed(filter) : []),
    ]),
  order: byKey,
})
const gaps = (name: string, scope?: Sql): List<'Note', NotPublishedArguments> => ({
  name,
  table: 'Note',
  scope,
  where: ({ filter }) =>
    every([
      sql`r.type = 'NOT_PUBLISHED'`,
      filter?.aspect ? sql`r.aspects && ${filter.aspect}::aspect[]` : null,
      ...(filter ? concernsNamed(filter) : []),
    ]),
  order: byKey,
})
const remarks = (name: string, scope: Sql): List<'Note'> => ({
  name,
  table: 'Note',
  scope,
  where: () => sql`r.type = 'REMARK'`,
  order: byKey,
})

const about = (subject: string) => sql`r.key IN (SELECT s.note_key FROM note_subject s WHERE s.${raw(subject)} = p.id)`

export const issueLists = {
  all: issues('unresolvedIssues'),
  ofModel: issues('model.unresolvedIssues', about('model_id')),
  ofBenchmark: issues('benchmark.unresolvedIssues', about('benchmark_id')),
  ofSetting: issues('setting.unresolvedIssues', about('setting_id')),
  ofObservation: issues('observation.unresolvedIssues', about('observation_id')),
  ofSource: issues('source.unresolvedIssues', about('source_id')),
}
export const notPublishedLists = {
  all: gaps('notPublished'),
  ofModel: gaps('model.notPublished', about('model_id')),
  ofBenchmark: gaps('benchmark.notPublished', about('benchmark_id')),
  ofSetting: gaps('setting.notPublished', about('setting_id')),
  ofObservation: gaps('observation.notPublished', about('observation_id')),
  ofSource: gaps('source.notPublished', about('source_id')),
}
export const remarkLists = {
  ofModel: remarks('model.remarks', about('model_id')),
  ofSource: remarks('source.remarks', about('source_id')),
}

/** What a note names, in its order. */
export const subjectsOfNote: List<'NoteSubject'> = {
  name: 'note.subjects',
  table: 'NoteSubject',
  parent: 'key',
  scope: sql`r.note_key = p.id AND r.position IS NOT NULL`,
  order: () => [ordered(column(sql`r.position`, 'int'))],
}
