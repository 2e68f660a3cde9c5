// Whether the sources agree: every comparison of the catalogue against plain SQL, and what the catalogue doesn't hold.
import { beforeAll, describe, expect, test } from 'vitest'
import { importText, page } from '../importers/bundles.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { steady, walk } from './walk.ts'

interface Compared {
  agreement: string
  difference: string | null
  sameSetting: boolean
  settingStated: boolean
  differs: string | null
  other: { key: string; printed: string; source: { title: string } }
}
interface Observed {
  key: string
  printed: string
  comparisons: { totalCount: number; nodes: Compared[] }
}
const comparison = 'agreement difference sameSetting settingStated differs other { key printed source { title } }'
const compared = (args = 'first: 100') => `key printed comparisons(${args}) { totalCount nodes { ${comparison} } }`

/** The comparisons of a model as "printed AGREEMENT other", sorted. */
const told = (observations: Observed[], also: (one: Compared) => unknown[] = () => []) =>
  observations
    .flatMap(({ printed, comparisons }) =>
      comparisons.nodes.map((one) => [printed, one.agreement, one.other.printed, ...also(one)].join(' ')),
    )
    .sort()

describe('the catalogue', () => {
  const db = useDatabase('catalogue')
  let all: Observed[] = []
  beforeAll(async () => {
    all = await walk(db, 'observations', compared())
  })

  test('each observation is held against every other one of its model, benchmark, subset and metric', async () => {
    const { rows } = await db.pool.query(`
      SELECT a.key, b.key AS other, a.setting_id = b.setting_id AS same, b.value - a.value AS difference,
        CASE WHEN a.configuration_key <> b.configuration_key THEN 'NOT_COMPARABLE'
          WHEN a.lower = b.lower AND a.upper = b.upper THEN 'IDENTICAL'
          WHEN greatest(a.lower, b.lower) < least(a.upper, b.upper) THEN 'WITHIN_ROUNDING' ELSE 'DISAGREE' END AS agreement
      FROM observation a JOIN setting s ON s.id = a.setting_id
        JOIN observation b ON b.model_id = a.model_id AND b.id <> a.id JOIN setting t ON t.id = b.setting_id
      WHERE s.benchmark_id = t.benchmark_id AND (s.subset, s.metric) IS NOT DISTINCT FROM (t.subset, t.metric)`)
    const number = (text: string | null) => (text === null ? null : Number(text))
    const expected = rows.map((row) => [row.key, row.other, row.agreement, row.same, number(row.difference)].join())
    const found = all.flatMap(({ key, comparisons }) =>
      comparisons.nodes.map((one) =>
        [key, one.other.key, one.agreement, one.sameSetting, number(one.difference)].join(),
      ),
    )
    expect(found.sort()).toEqual(expected.sort())
    expect(all.filter(({ comparisons }) => comparisons.totalCount !== comparisons.nodes.length)).toEqual([])
    expect(found.length).toBeGreaterThan(1000)
  })

  test('there and back they say the same, with the sign of the difference turned', () => {
    const pairs = new Map(all.flatMap((one) => one.comparisons.nodes.map((c) => [`${one.key} ${c.other.key}`, c])))
    for (const [pair, { other: _, difference, ...here }] of pairs) {
      const back = pairs.get(pair.split(' ').reverse().join(' '))
      expect(back).toMatchObject(here)
      const sum = difference === null ? null : Number(difference) + Number(back?.difference)
      expect(sum).toBe(difference === null ? null : 0)
    }
  })

  test('only what may not be compared says what differs; no pair of the catalogue is stated in full', () => {
    const pairs = all.flatMap(({ comparisons }) => comparisons.nodes)
    expect(new Set(pairs.map((pair) => `${pair.agreement} ${pair.differs}`))).toEqual(
      new Set(['IDENTICAL null', 'WITHIN_ROUNDING null', 'DISAGREE null', 'NOT_COMPARABLE configuration']),
    )
    expect(new Set(pairs.map((pair) => pair.settingStated))).toEqual(new Set([false]))
  })

  test('a method on another backbone and CE-RM-4B at another scaling are not comparable, on one column at a time', async () => {
    const direct = await walk<Observed>(db, 'observations(filter: { model: { equals: "direct" } })', compared())
    expect(new Set(direct.map(({ comparisons }) => comparisons.totalCount))).toEqual(new Set([4]))
    const scaled = await walk<Observed>(db, 'observations(filter: { model: { equals: "ce-rm-4b" } })', compared())
    expect(told(scaled, ({ difference, sameSetting }) => [difference, sameSetting])).toEqual([
      '79.8 NOT_COMPARABLE 81.9 2.1 true',
      '79.8 NOT_COMPARABLE 83.2 3.4 true',
      '81.9 NOT_COMPARABLE 79.8 -2.1 true',
      '81.9 NOT_COMPARABLE 83.2 1.3 true',
      '83.2 NOT_COMPARABLE 79.8 -3.4 true',
      '83.2 NOT_COMPARABLE 81.9 -1.3 true',
    ])
  })

  test('labels keep nothing apart: GPT-4o under three labels', async () => {
    const overall = 'observations(filter: { model: { equals: "gpt-4o" }, subset: { equals: "overall" } })'
    expect(told(await walk<Observed>(db, overall, compared()))).toEqual([
      ...['72.5 DISAGREE 73.1', '72.5 DISAGREE 73.1', '72.5 IDENTICAL 72.5', '72.5 IDENTICAL 72.5'],
      ...['73.1 DISAGREE 72.5', '73.1 DISAGREE 72.5'],
    ])
  })

  test('filters leave in what they say, and the total is theirs', async () => {
    const kinds = ['IDENTICAL', 'WITHIN_ROUNDING', 'DERIVED', 'DISAGREE', 'NOT_COMPARABLE', 'UNKNOWN']
    const whole = await walk<Observed>(db, 'observations(filter: { model: { contains: "internlm2" } })', compared())
    for (const [args, keep] of [
      ...kinds.map((kind) => [`agreement: [${kind}]`, (one: Compared) => one.agreement === kind] as const),
      ['agreement: []', () => false] as const,
      [
        'agreement: [IDENTICAL, DISAGREE]',
        (one: Compared) => ['IDENTICAL', 'DISAGREE'].includes(one.agreement),
      ] as const,
      ['sameSetting: true', (one: Compared) => one.sameSetting] as const,
      ['sameSetting: false', (one: Compared) => !one.sameSetting] as const,
    ]) {
      const selection = compared(`first: 100, ${args}`)
      const left = await walk<Observed>(db, 'observations(filter: { model: { contains: "internlm2" } })', selection)
      expect(left, args).toEqual(
        whole.map((one) => {
          const nodes = one.comparisons.nodes.filter(keep)
          return { ...one, comparisons: { totalCount: nodes.length, nodes } }
        }),
      )
    }
  })

  test('pages join to the whole list, forwards and backwards, and a foreign cursor is turned down', async () => {
    const { key, comparisons } = all.find((one) => one.comparisons.totalCount > 3) as Observed
    const keys = comparisons.nodes.map((one) => one.other.key)
    expect(keys).toEqual([...keys].sort())
    for (const [size, from] of [
      ['first', 'after'],
      ['last', 'before'],
    ] as const) {
      const pages: string[][] = []
      for (let cursor: string | null = null; ; ) {
        const query = `query ($c: String) { observation(key: "${key}") { comparisons(${size}: 3, ${from}: $c) {
          nodes { other { key } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
        type Answer = {
          observation: {
            comparisons: {
              nodes: Compared[]
              pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
            }
          }
        }
        const { nodes, pageInfo }: Answer['observation']['comparisons'] = (await ask<Answer>(db, query, { c: cursor }))
          .data.observation.comparisons
        pages[size === 'first' ? 'push' : 'unshift'](nodes.map((one) => one.other.key))
        cursor = size === 'first' ? pageInfo.endCursor : pageInfo.startCursor
        if (!(size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break
      }
      expect(pages.flat()).toEqual(keys)
      expect(pages.length).toBe(Math.ceil(keys.length / 3))
    }
    const { data } = await ask<{ models: { pageInfo: { endCursor: string } } }>(
      db,
      '{ models(first: 1) { pageInfo { endCursor } } }',
    )
    const foreign = `{ observation(key: "${key}") { comparisons(after: "${data.models.pageInfo.endCursor}") { totalCount } } }`
    expect((await askRaw(db, foreign)).errors?.[0]?.message).toContain('after')
  })

  test('peers are the other models of the setting, and hasPeers tells whether there are any', async () => {
    type Peered = {
      key: string
      model: { slug: string }
      setting: { key: string }
      peers: { totalCount: number; nodes: { key: string; model: { slug: string }; setting: { key: string } }[] }
    }
    const place = 'key model { slug } setting { key }'
    const found = await walk<Peered>(db, 'observations', `${place} peers(first: 100) { totalCount nodes { ${place} } }`)
    for (const { key, model, setting, peers } of found) {
      const others = found.filter((one) => one.setting.key === setting.key && one.model.slug !== model.slug)
      expect(peers.nodes.map((one) => one.key)).toEqual(others.map((one) => one.key).sort())
      expect(peers.totalCount, key).toBe(others.length)
    }
    const keys = async (filter: string) =>
      (await walk<{ key: string }>(db, `observations(filter: { ${filter} })`, 'key')).map(({ key }) => key)
    const [company, alone] = [await keys('hasPeers: true'), await keys('hasPeers: false')]
    expect(company).toEqual(found.filter(({ peers }) => peers.totalCount > 0).map(({ key }) => key))
    expect(alone).toEqual(found.filter(({ peers }) => peers.totalCount === 0).map(({ key }) => key))
    expect(company.length).toBeGreaterThan(500)
  })

  test('the number of statements does not grow with the page', async () => {
    const cost = async (size: number) => {
      const query = `{ observations(first: ${size}, filter: { benchmark: { equals: "rm-bench" } }) { nodes {
        comparisons { totalCount nodes { agreement other { printed source { title } setting { label } } } }
        peers(first: 3) { totalCount nodes { printed } } } } }`
      return (await ask(db, query)).statements.length
    }
    const costs = [await cost(2), await cost(20), await cost(100)]
    expect(costs, String(costs)).toSatisfy(steady)
    expect(costs[2]).toBeLessThanOrEqual(10)
  })
})

describe('what the five pages don’t hold', () => {
  const db = useDatabase()
  const scores = (...lines: string[]) => `observations:\n${lines.map((line) => `  - {${line}}`).join('\n')}\n`
  const score = (id: string, setting: string, printed: string, more = '') =>
    `id: ${id}, reportedName: M, setting: ${setting}, printed: "${printed}", locator: {row: ${id}}${more}`
  const comparisons = async () => {
    const found = await walk<Observed & { setting: { label: string } }>(db, 'observations', compared())
    return told(found, (one) => [one.difference, one.settingStated, one.differs])
  }

  test('derived values, units, scales, protocols and unknown metrics', async () => {
    const settings = `mmlu-5: {like: mmlu, protocol: {shots: 5}}
mmlu-0: {like: mmlu, protocol: {shots: 0}}
fraction: {benchmark: mmlu, metric: accuracy, unit: fraction}
nameless: {benchmark: mmlu}
other: {benchmark: mmlu, metric: F1, unit: "%"}
stem: {like: mmlu, subset: STEM}`
    const body = scores(
      score('five', 'mmlu-5', '81.3'),
      score('zero', 'mmlu-0', '70.1'),
      score('share', 'fraction', '0.813'),
      score('tuned', 'fraction', '0.5', ', configuration: {precision: int4}'),
      score('nameless', 'nameless', '60'),
      score('other', 'other', '55.0'),
      score('stem', 'stem', '54.0'),
    )
    const derivations = 'derivations:\n  - {observation: share, from: [five], kind: CONVERTED, origin: CURATED}\n'
    const { rejections } = await importText(db, page('Page', body + derivations, { settings }))
    expect(rejections).toEqual([])
    expect(await comparisons()).toEqual(
      [
        '81.3 NOT_COMPARABLE 70.1 -11.2 false shots',
        '70.1 NOT_COMPARABLE 81.3 11.2 false shots',
        // Another unit: the difference of the numbers would say nothing. One follows from the other all the same.
        '81.3 DERIVED 0.813  false unit',
        '0.813 DERIVED 81.3  false unit',
        '70.1 NOT_COMPARABLE 0.813  false unit',
        '0.813 NOT_COMPARABLE 70.1  false unit',
        '0.5 NOT_COMPARABLE 0.813 0.313 false configuration',
        '0.813 NOT_COMPARABLE 0.5 -0.313 false configuration',
        ...['81.3', '70.1'].flatMap((one) => [
          `${one} NOT_COMPARABLE 0.5  false configuration`,
          `0.5 NOT_COMPARABLE ${one}  false configuration`,
        ]),
        // Of a metric that isn't known, nothing is known.
        ...['81.3', '70.1', '55.0', '0.813'].flatMap((one) => [
          `${one} UNKNOWN 60  false metric`,
          `60 UNKNOWN ${one}  false metric`,
        ]),
        '60 NOT_COMPARABLE 0.5  false configuration',
        '0.5 NOT_COMPARABLE 60  false configuration',
        // F1 and the subset STEM are something else altogether: not even listed beside accuracy.
      ].sort(),
    )
  })

  test('settings stated in full and equally', async () => {
    const settings = 'full: {like: mmlu, protocol: {shots: 5, harness: lm-eval}}'
    const two = page('Other', scores(score('a', 'full', '50.1'), score('b', 'full', '50.9')), { settings })
    await importText(db, two.replaceAll('reportedName: M', 'reportedName: N'))
    const found = await walk<Observed>(db, 'observations(filter: { model: { equals: "n" } })', compared())
    expect(told(found, (one) => [one.difference, one.settingStated, one.differs])).toEqual([
      '50.1 DISAGREE 50.9 0.8 true ',
      '50.9 DISAGREE 50.1 -0.8 true ',
    ])
  })
})
