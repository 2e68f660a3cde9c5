// What is explained: every filter of every list alone, every order alone, hot parents, and pages deep in a list.

import type { TableName } from '../../src/db/columns.ts'
import type { Queryable } from '../../src/db/query.ts'
import { type List, type PageArguments, type Parent, pages } from '../../src/loaders/list.ts'
import { authorLists, benchmarkLists, modelLists, settingLists, sourceLists } from '../../src/loaders/nodes.ts'
import { issueLists, notPublishedLists } from '../../src/loaders/notes.ts'
import { observationLists } from '../../src/loaders/observations.ts'
import { searchList } from '../../src/loaders/search.ts'
import { dateOf } from '../data/node-rows.ts'
import { keyOf } from '../data/random.ts'
import { slugOf } from '../data/size.ts'
import { deepCursor } from './deep-cursor.ts'

export interface Case {
  name: string
  run(db: Queryable): Promise<unknown>
}

const FIRST = 50

/** The first page of a list, under one parent or at the root. */
const page = <Name extends TableName, Arguments>(
  name: string,
  list: List<Name, Arguments>,
  args: Arguments & PageArguments,
  parent?: Parent,
): Case => ({ name, run: (db) => pages(db, list, { first: FIRST, ...args }, parent === undefined ? null : [parent]) })

/** A page that starts after half of the list. */
const deepPage = <Name extends TableName, Arguments>(
  name: string,
  list: List<Name, Arguments>,
  args: Arguments,
  parent?: Parent,
): Case => ({
  name: `${name}, deep`,
  run: async (db) => {
    const after = await deepCursor(list, args, parent)
    return pages(
      db,
      list,
      { first: FIRST, ...args, after } as Arguments & PageArguments,
      parent === undefined ? null : [parent],
    )
  },
})

const hot = {
  setting: keyOf('setting', 1),
  source: 'a-study-of-retrieval-in-language-models-part-1',
  model: 'larkspur-7b-1',
}
const setting = keyOf('setting', 100)
const paper = 'a-study-of-retrieval-in-language-models-part-17'

/** Each field of ObservationFilter, with values that match few, many and nearly none. */
export const observationFilters: Record<string, unknown[]> = {
  model: [
    { equals: slugOf.pageModel },
    { equals: hot.model },
    { in: [slugOf.pageModel, hot.model] },
    { contains: 'basalt' },
    { contains: 'no such' },
    { startsWith: 'abax-0' },
  ],
  benchmark: [{ equals: slugOf.deepBenchmark }, { in: ['benchmark-3', 'benchmark-4'] }, { contains: '17' }],
  setting: [{ equals: hot.setting }, { equals: setting }, { contains: 'Safety' }],
  subset: [{ equals: 'Chat' }, { equals: 'no such subset' }],
  metric: [{ equals: 'accuracy' }, { equals: 'no such metric' }],
  source: [{ equals: hot.source }, { equals: paper }, { contains: 'retrieval' }],
  readFrom: [{ equals: paper }, { contains: 'retrieval' }],
  author: [{ equals: slugOf.prolificAuthor }, { equals: 'researcher-40000' }, { startsWith: 'Researcher 400' }],
  developer: [{ equals: 'laboratory-49990' }, { contains: 'laboratory 4999' }],
  evidence: [['VENDOR'], ['BENCHMARK_MAINTAINER', 'INDEPENDENT'], ['OTHER_DEVELOPER'], []],
  party: [['FIRST'], ['THIRD']],
  status: [['RETRACTED'], ['DISPUTED'], ['ACTIVE']],
  value: [{ equals: '63.4' }, { gte: '99.9' }, { gt: '40', lt: '60' }, { equals: '-1' }],
  publishedAt: [{ from: '2025-06' }, { to: '2021-01-03' }, { from: dateOf(7), to: dateOf(7) }],
  retrievedAt: [{ from: '2026-02-17' }, { to: '2020' }],
  hasUnresolvedIssues: [true, false],
  hasPeers: [true, false],
  hasReadFrom: [true, false],
  notPublished: [['PROMPT'], ['UNIT'], ['SCORE', 'UNIT']],
  or: [[{ benchmark: { equals: 'benchmark-3' } }, { value: { gte: '99.9' } }]],
  not: [{ evidence: ['VENDOR'] }, { hasUnresolvedIssues: false }],
}
export const observationOrders = ['VALUE', 'PUBLISHED_AT', 'RETRIEVED_AT', 'MODEL', 'BENCHMARK']
const directions = ['ASC', 'DESC'] as const

const text = (value: unknown) => JSON.stringify(value).replaceAll('"', '')

const filterCases = Object.entries(observationFilters).flatMap(([field, values]) =>
  values.map((value) =>
    page(`observations, ${field} ${text(value)}`, observationLists.all, { filter: { [field]: value } }),
  ),
)
const orderCases = observationOrders.flatMap((field) =>
  directions.flatMap((direction) => {
    const args = { orderBy: [{ field, direction }] }
    const name = `observations by ${field} ${direction}`
    return [page(name, observationLists.all, args), deepPage(name, observationLists.all, args)]
  }),
)

/** Ids of a hot parent and of a small one. */
const parents = {
  ofModel: [1, 6],
  ofBenchmark: [1, 200],
  ofSetting: [1, 100],
  ofSource: [1, 17],
  quotedBySource: [2, 18],
}
const parentCases = Object.entries(parents).flatMap(([name, ids]) => {
  const list = observationLists[name as keyof typeof parents]
  return ids.flatMap((id, i) => {
    const label = `${list.name} of a ${i === 0 ? 'hot' : 'small'} one`
    const by = (field: string) => ({ orderBy: [{ field, direction: 'DESC' as const }] })
    const orders = observationOrders.flatMap((field) => {
      const name = `${label} by ${field}`
      const lastPage = page(`${name} DESC, from the end`, list, { ...by(field), first: null, last: FIRST }, id)
      return [page(`${name} DESC`, list, by(field), id), deepPage(`${name} DESC`, list, by(field), id), lastPage]
    })
    return [page(label, list, {}, id), deepPage(label, list, {}, id), ...orders]
  })
})

const some = { slug: { equals: hot.model }, contains: { contains: 'retrieval' } }
const otherCases: Case[] = [
  ...(['NAME', 'OBSERVATION_COUNT', 'ISSUE_COUNT'] as const).flatMap((field) =>
    directions.map((direction) =>
      page(`models by ${field} ${direction}`, modelLists.all, { orderBy: [{ field, direction }] }),
    ),
  ),
  page('models', modelLists.all, {}),
  deepPage('models', modelLists.all, {}),
  page('models, slug', modelLists.all, { filter: { slug: some.slug } }),
  page('models, name contains', modelLists.all, { filter: { name: { contains: 'reward-7' } } }),
  page('models, family', modelLists.all, { filter: { family: { equals: 'Abax' } } }),
  page('models, developer', modelLists.all, { filter: { developer: { equals: 'laboratory-49990' } } }),
  page('models, benchmark', modelLists.all, { filter: { benchmark: { equals: 'benchmark-17' } } }),
  page('models, hasUnresolvedIssues', modelLists.all, { filter: { hasUnresolvedIssues: true } }),
  page('models, name contains nothing known', modelLists.all, { filter: { name: { contains: 'no such' } } }),
  page('models, name contains what many do', modelLists.all, { filter: { name: { contains: 'larkspur' } } }),
  page('models, benchmark contains', modelLists.all, { filter: { benchmark: { contains: '17' } } }),
  page('benchmark.models of a hot one', modelLists.ofBenchmark, {}, 1),
  deepPage('benchmark.models of a hot one', modelLists.ofBenchmark, {}, 1),
  page('benchmark.models of a small one', modelLists.ofBenchmark, {}, 200),
  page('author.models', modelLists.ofAuthor, {}, 49_990),
  page('benchmarks, category', benchmarkLists.all, { filter: { category: { equals: 'coding' } } }),
  page('settings, benchmark', settingLists.all, { filter: { benchmark: { equals: 'benchmark-17' } } }),
  page('settings, subset', settingLists.all, { filter: { subset: { equals: 'Chat' } } }),
  page('source.settings of a hot one', settingLists.ofSource, {}, 1),
  deepPage('source.settings of a hot one', settingLists.ofSource, {}, 1),
  page('source.settings of a small one', settingLists.ofSource, {}, 17),
  page('sources, title contains', sourceLists.all, { filter: { title: some.contains } }),
  page('sources, sourceKind', sourceLists.all, { filter: { sourceKind: ['LEADERBOARD'] } }),
  page('sources, author', sourceLists.all, { filter: { author: { equals: slugOf.prolificAuthor } } }),
  page('sources, publisher', sourceLists.all, { filter: { publisher: { equals: 'laboratory-49990' } } }),
  page('sources, publishedAt', sourceLists.all, { filter: { publishedAt: { from: '2025-06' } } }),
  page('model.sources of a hot one', sourceLists.ofModel, {}, 1),
  page('model.sources of a small one', sourceLists.ofModel, {}, 6),
  page('setting.sources of a hot one', sourceLists.ofSetting, {}, 1),
  page('setting.sources of a small one', sourceLists.ofSetting, {}, 100),
  deepPage('setting.sources of a small one', sourceLists.ofSetting, {}, 100),
  page('authors, name contains', authorLists.all, { filter: { name: { contains: 'researcher 4000' } } }),
  page('author.coauthors', authorLists.coauthors, {}, 1),
  page('unresolvedIssues', issueLists.all, { filter: { state: ['OPEN'] } }),
  deepPage('unresolvedIssues', issueLists.all, { filter: { state: ['OPEN'] } }),
  page('unresolvedIssues, kind', issueLists.all, { filter: { kind: ['DISAGREEMENT'], state: ['OPEN'] } }),
  page('unresolvedIssues, model', issueLists.all, { filter: { model: { equals: hot.model } } }),
  page('unresolvedIssues, benchmark', issueLists.all, { filter: { benchmark: { equals: 'benchmark-1' } } }),
  page('unresolvedIssues, source', issueLists.all, { filter: { source: { equals: hot.source } } }),
  page('unresolvedIssues, origin', issueLists.all, { filter: { origin: ['CURATED'] } }),
  page('model.unresolvedIssues of a hot one', issueLists.ofModel, { filter: { state: ['OPEN'] } }, 1),
  page('model.unresolvedIssues of a small one', issueLists.ofModel, { filter: { state: ['OPEN'] } }, 6),
  page('source.unresolvedIssues of a hot one', issueLists.ofSource, { filter: { state: ['OPEN'] } }, 1),
  page('setting.unresolvedIssues of a hot one', issueLists.ofSetting, { filter: { state: ['OPEN'] } }, 1),
  page('notPublished', notPublishedLists.all, {}),
  page('notPublished, aspect', notPublishedLists.all, { filter: { aspect: ['SCORE'] } }),
  page('notPublished, aspect of none', notPublishedLists.all, { filter: { aspect: ['UNIT'] } }),
  page('notPublished, model', notPublishedLists.all, { filter: { model: { equals: hot.model } } }),
  page('notPublished, source', notPublishedLists.all, { filter: { source: { equals: hot.source } } }),
  page('model.notPublished of a hot one', notPublishedLists.ofModel, {}, 1),
  page('issue.observations', observationLists.ofIssue, {}, keyOf('note', 0)),
  page('search, few matches', searchList, { text: 'abax' }),
  page('search, many matches', searchList, { text: 'reasoning' }),
]

export const cases: Case[] = [
  page('observations', observationLists.all, {}),
  deepPage('observations', observationLists.all, {}),
  page('observations from the end', observationLists.all, { first: null, last: FIRST }),
  ...filterCases,
  ...orderCases,
  ...parentCases,
  ...otherCases,
]
