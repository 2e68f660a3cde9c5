// Leaderboards and standings of the catalogue against plain SQL, and what the catalogue doesn't hold.
import { beforeAll, describe, expect, test } from 'vitest'
import { importText, page } from '../importers/bundles.ts'
import { ask } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { type ExpectedEntry, expectedEntries } from './expected-boards.ts'
import { steady, walk } from './walk.ts'

interface Entry {
  rank: number
  tied: boolean
  model: { slug: string }
  observation: { key: string; printed: string }
  observations: { totalCount: number; nodes: { key: string }[] }
  contested: boolean
  gapToLeader: string
}
interface Board {
  key: string
  leaderboard: { totalCount: number; nodes: Entry[] }
}
const entry = `rank tied model { slug } observation { key printed } contested gapToLeader
  observations(first: 100) { totalCount nodes { key } }`
const board = (args = '') => `key leaderboard(first: 100${args}) { totalCount nodes { ${entry} } }`

const flat = (boards: Board[]) =>
  boards.flatMap(({ key, leaderboard }) =>
    leaderboard.nodes.map((one) => ({
      ...{ setting: key, model: one.model.slug, key: one.observation.key, rank: one.rank, tied: one.tied },
      ...{ contested: one.contested, of: leaderboard.totalCount, gap: Number(one.gapToLeader) },
    })),
  )
const bare = ({ keys: _, configuration: __, ...row }: ExpectedEntry) => row

describe('the catalogue', () => {
  const db = useDatabase('catalogue')
  let boards: Board[] = []
  beforeAll(async () => {
    boards = (await walk<Board>(db, 'settings', board())).sort((a, b) => (a.key < b.key ? -1 : 1))
  })

  test('each leaderboard ranks models and configurations as SQL does; ties share a rank', async () => {
    const expected = await expectedEntries(db)
    expect(flat(boards)).toEqual(expected.map(bare))
    expect(expected.filter(({ tied }) => tied).length).toBeGreaterThan(50)
    const listed = boards.flatMap(({ leaderboard }) => leaderboard.nodes.map((one) => one.observations))
    expect(listed.map(({ nodes }) => nodes.map(({ key }) => key))).toEqual(expected.map(({ keys }) => keys.sort()))
    expect(listed.map(({ totalCount }) => totalCount)).toEqual(expected.map(({ keys }) => keys.length))
  })

  test('a filter ranks what it leaves in, and nothing else', async () => {
    for (const [filter, condition] of [
      ['publishedAt: { from: "2026-06" }', `published_at >= '2026-06'`],
      ['value: { lt: "80" }, status: [ACTIVE]', `value < 80 AND status = 'ACTIVE'`],
      ['evidence: [BENCHMARK_MAINTAINER]', `evidence = 'BENCHMARK_MAINTAINER'`],
      ['hasUnresolvedIssues: false', 'open_issue_count = 0'],
      ['model: { in: [] }', 'false'],
    ] as const) {
      const found = await walk<Board>(db, 'settings', board(`, filter: { ${filter} }`))
      const sorted = found.sort((a, b) => (a.key < b.key ? -1 : 1))
      expect(flat(sorted), filter).toEqual((await expectedEntries(db, condition)).map(bare))
    }
  })

  test('pages join to the whole board', async () => {
    const whole = boards.find(({ leaderboard }) => leaderboard.totalCount === 95) as Board
    const keys: string[] = []
    for (let after: string | null = null, more = true; more; ) {
      const query = `query ($after: String) { setting(key: "${whole.key}") { leaderboard(first: 40, after: $after) {
        nodes { observation { key } } pageInfo { hasNextPage endCursor } } } }`
      type Answer = {
        setting: { leaderboard: { nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
      }
      const { nodes, pageInfo }: Answer['setting']['leaderboard'] = (await ask<Answer>(db, query, { after })).data
        .setting.leaderboard
      keys.push(...nodes.map(({ observation }) => observation.key))
      ;[after, more] = [pageInfo.endCursor, pageInfo.hasNextPage]
    }
    expect(keys).toEqual(whole.leaderboard.nodes.map(({ observation }) => observation.key))
  })

  interface Standing {
    setting: { key: string }
    observation: { key: string }
    contested: boolean
    rank: number | null
    unrankedBecause: string | null
    of: number
    leader: { key: string } | null
    gapToLeader: string | null
  }
  const standing = `setting { key } observation { key } contested rank unrankedBecause of leader { key } gapToLeader`

  test('each standing is the place on the leaderboard, and every model has all of its places', async () => {
    const models = await walk<{ slug: string; standings: { totalCount: number; nodes: Standing[] } }>(
      db,
      'models',
      `slug standings(first: 100) { totalCount nodes { ${standing} } }`,
    )
    const expected = await expectedEntries(db)
    const ranked = models.flatMap(({ slug, standings }) =>
      standings.nodes
        .filter(({ rank }) => rank !== null)
        .map((one) => ({
          ...{ setting: one.setting.key, model: slug, key: one.observation.key, rank: one.rank, of: one.of },
          ...{ contested: one.contested, gap: Number(one.gapToLeader) },
        })),
    )
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
    const untied = expected.map(bare).map(({ tied: _, ...row }) => row)
    expect(ranked.sort(byKey)).toEqual(untied.sort(byKey))

    const all = models.flatMap(({ standings }) => standings.nodes)
    const leaders = new Map(expected.filter(({ rank }) => rank === 1).map((row) => [row.key, row.setting]))
    for (const one of all) {
      if (one.rank === null) expect([one.leader, one.gapToLeader]).toEqual([null, null])
      else expect(leaders.get(one.leader?.key ?? '')).toBe(one.setting.key)
      if (one.rank === 1) expect(one.leader).toEqual(one.observation)
    }
    const unranked = all.filter(({ rank }) => rank === null)
    expect(new Set(unranked.map((one) => one.unrankedBecause))).toEqual(
      new Set(['It is not known whether higher or lower is better.']),
    )
    // The 16 unexplained values of RM-Bench's column 6, and the change of the popularity index.
    expect(unranked.length).toBe(17)
    expect(all.filter((one) => (one.rank === null) !== (one.unrankedBecause !== null))).toEqual([])
    for (const { standings } of models) expect(standings.totalCount).toBe(standings.nodes.length)
  })

  test('a standing on RM-Bench: rank, of how many, leader and gap; where it has none, why', async () => {
    const query = `{ model(slug: "principles-qwen32b") { coverage { leads } standings(filter: { benchmark: { equals: "rm-bench" } }) {
      nodes { rank of contested gapToLeader unrankedBecause leader { printed model { name } } } } } }`
    const { coverage, standings } = (
      await ask<{ model: { coverage: { leads: number }; standings: { nodes: { rank: number | null }[] } } }>(db, query)
    ).data.model
    expect(standings.nodes.filter(({ rank }) => rank === 4)).toEqual([
      {
        ...{ rank: 4, of: 72, contested: false, gapToLeader: '3.71', unrankedBecause: null },
        leader: { printed: '84.11', model: { name: 'Eval-Skill (workflow-only)' } },
      },
    ])
    // Column 6 of 16 rows is unexplained: it has no direction.
    const because = 'It is not known whether higher or lower is better.'
    expect(standings.nodes.filter(({ rank }) => rank === null)).toEqual([
      { rank: null, of: 0, contested: false, gapToLeader: null, unrankedBecause: because, leader: null },
    ])
    expect(coverage.leads).toBe(0)
  })

  test('standings are filtered as settings are', async () => {
    const query = `{ model(slug: "gpt-4o") { standings(filter: { subset: { equals: "chat" } }) { totalCount nodes { rank of } }
      peered: standings(filter: { hasPeers: false }) { totalCount } } }`
    expect((await ask(db, query)).data).toEqual({
      model: { standings: { totalCount: 1, nodes: [{ rank: 34, of: 72 }] }, peered: { totalCount: 0 } },
    })
  })

  test('the number of statements does not grow with the page', async () => {
    const costs = async (query: (size: number) => string) => {
      const costs = []
      for (const size of [3, 10, 100]) costs.push((await ask(db, query(size))).statements.length)
      return costs
    }
    const boards = await costs(
      (size) => `{ settings(first: ${size}, filter: { benchmark: { equals: "rm-bench" } }) { nodes {
        leaderboard(first: ${size}) { totalCount nodes { rank model { name } configuration { value } observation { printed }
          observations(first: 2) { nodes { printed } } } } } } }`,
    )
    expect(boards, String(boards)).toSatisfy(steady)
    const places = await costs(
      (
        size,
      ) => `{ models(first: ${size}, filter: { benchmark: { equals: "rm-bench" } }) { nodes { standings(first: ${size}) {
        totalCount nodes { rank setting { label } leader { model { name } } observation { printed } } } } } }`,
    )
    // A larger page may take one less: what it would read for its leaders may be among what it shows.
    expect(Math.max(...places), String(places)).toBe(places[0])
    expect(Math.max(...boards, ...places)).toBeLessThanOrEqual(8)
  })
})

describe('what the five pages don’t hold', () => {
  const db = useDatabase()
  const score = (name: string, setting: string, printed: string, more = '') =>
    `  - {reportedName: ${name}, setting: ${setting}, printed: "${printed}", locator: {row: "${name} ${printed}"}${more}}`

  test('lower is better, no direction, no number, withdrawn values, the strongest claim before the largest', async () => {
    const settings = `errors: {benchmark: mmlu, metric: errors, higherIsBetter: false}
size: {benchmark: mmlu, metric: size}
up: {benchmark: mmlu, metric: score, higherIsBetter: true}`
    const body = `observations:\n${[
      ...[
        score('A', 'errors', '3.5'),
        score('B', 'errors', '7'),
        score('C', 'errors', '3.50'),
        score('D', 'errors', '9'),
      ],
      ...[score('A', 'size', '5'), score('B', 'size', '6')],
      score('A', 'up', '90.0', ', evidence: VENDOR'),
      score('A', 'up', '80.0', ', evidence: INDEPENDENT'),
      score('B', 'up', '85.0', ', status: RETRACTED'),
      score('C', 'up', 'see text'),
      score('D', 'up', '70.0', ', status: RETRACTED'),
      score('D', 'up', '60.0'),
    ].join('\n')}\n`
    expect((await importText(db, page('Page', body, { settings }))).rejections).toEqual([])
    const found = await walk<Board & { metric: string }>(db, 'settings', `metric ${board()}`)
    const shown = found.map(({ metric, leaderboard }) => [
      metric,
      leaderboard.nodes.map((one) => `${one.rank}${one.tied ? '=' : ''} ${one.model.slug} ${one.observation.printed}`),
    ])
    expect(Object.fromEntries(shown)).toEqual({
      errors: ['1= a 3.5', '1= c 3.50', '3 b 7', '4 d 9'],
      size: [],
      accuracy: [],
      score: ['1 a 80.0', '2 d 60.0'],
    })
    const contested = found.flatMap(({ leaderboard }) => leaderboard.nodes.filter((one) => one.contested))
    expect(contested.map(({ model, observations }) => [model.slug, observations.totalCount])).toEqual([['a', 2]])

    const { data } = await ask<{ models: { nodes: { slug: string; standings: { nodes: unknown[] } }[] } }>(
      db,
      `{ models { nodes { slug coverage { leads } standings { nodes { setting { metric } rank of gapToLeader unrankedBecause } } } } }`,
    )
    const unknown = { rank: null, of: 0, gapToLeader: null }
    const direction = 'It is not known whether higher or lower is better.'
    const standings = data.models.nodes.flatMap(({ slug, standings }) =>
      standings.nodes.map((one) => ({ slug, ...(one as object) })),
    )
    expect(standings).toHaveLength(10)
    expect(standings).toEqual(
      expect.arrayContaining([
        { slug: 'a', setting: { metric: 'size' }, ...unknown, unrankedBecause: direction },
        { slug: 'c', setting: { metric: 'errors' }, rank: 1, of: 4, gapToLeader: '0', unrankedBecause: null },
        { slug: 'd', setting: { metric: 'errors' }, rank: 4, of: 4, gapToLeader: '5.5', unrankedBecause: null },
        {
          ...{ slug: 'b', setting: { metric: 'score' }, ...unknown, of: 2 },
          unrankedBecause: 'All of its values are retracted or superseded.',
        },
        {
          ...{ slug: 'c', setting: { metric: 'score' }, ...unknown, of: 2 },
          unrankedBecause: 'No number could be read from what is printed.',
        },
      ]),
    )
    const leads = data.models.nodes.map((one) => [
      one.slug,
      (one as unknown as { coverage: { leads: number } }).coverage.leads,
    ])
    expect(Object.fromEntries(leads)).toEqual({ a: 2, b: 0, c: 1, d: 0 })
  })
})
