// Statistics: every grouping and every pair of groupings, against plain counts in memory.
import { beforeAll, describe, expect, test } from 'vitest'
import { InputError } from '../../src/domain/input-error.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { walk } from './walk.ts'

const db = useDatabase('catalogue')

interface Plain {
  model: string
  setting: string
  source: string
  value: string | null
  /** The values of each grouping; several of DEVELOPER. */
  of: Record<string, (string | null)[]>
}
interface Group {
  groups: { by: string; value: string | null; node: { __typename: string; slug?: string; key?: string } | null }[]
  count: number
  models: number
  sources: number
  min: string | null
  max: string | null
  mean: number | null
  median: number | null
}

let all: Plain[] = []
beforeAll(async () => {
  const { rows } = await db.pool.query(`
    SELECT m.slug AS model, t.key AS setting, s.slug AS source, o.value, b.slug AS benchmark, o.evidence, o.party, o.status,
      left(o.published_at, 4) AS year, ARRAY(SELECT a.slug FROM model_developer d JOIN author a ON a.id = d.author_id
        WHERE d.model_id = m.id) AS developers
    FROM observation o JOIN model m ON m.id = o.model_id JOIN setting t ON t.id = o.setting_id
      JOIN benchmark b ON b.id = t.benchmark_id JOIN source s ON s.id = o.source_id`)
  all = rows.map(({ model, setting, source, value, developers, ...row }) => ({
    ...{ model, setting, source, value },
    of: {
      ...{ BENCHMARK: [row.benchmark], SETTING: [setting], MODEL: [model], SOURCE: [source], STATUS: [row.status] },
      ...{ EVIDENCE: [row.evidence], PARTY: [row.party], PUBLISHED_YEAR: [row.year] },
      DEVELOPER: developers.length > 0 ? developers : [null],
    },
  }))
})

const criteria = [
  'BENCHMARK',
  'SETTING',
  'MODEL',
  'DEVELOPER',
  'SOURCE',
  'EVIDENCE',
  'PARTY',
  'STATUS',
  'PUBLISHED_YEAR',
]
const nodeTypes: Record<string, string> = {
  ...{ BENCHMARK: 'Benchmark', SETTING: 'Setting', MODEL: 'Model', DEVELOPER: 'Author', SOURCE: 'Source' },
}

/** The groups of observations, ordered by their values, null last. */
function grouped(observations: Plain[], groupBy: string[]): Group[] {
  const groups = new Map<string, { values: (string | null)[]; members: Plain[] }>()
  for (const one of observations) {
    const lists = groupBy.map((by) => one.of[by] as (string | null)[])
    const combinations = lists.reduce<(string | null)[][]>(
      (found, list) => found.flatMap((start) => list.map((value) => [...start, value])),
      [[]],
    )
    for (const values of combinations) {
      const key = JSON.stringify(values)
      groups.set(key, { values, members: [...(groups.get(key)?.members ?? []), one] })
    }
  }
  const before = (a: string | null, b: string | null) =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
  return [...groups.values()]
    .sort((a, b) => a.values.map((value, i) => before(value, b.values[i] as string | null)).find((n) => n !== 0) ?? 0)
    .map(({ values, members }) => summary(groupBy, values, members))
}
function summary(groupBy: string[], values: (string | null)[], members: Plain[]): Group {
  const distinct = (list: string[]) => new Set(list).size
  const oneSetting = distinct(members.map(({ setting }) => setting)) === 1
  const numbers = members.flatMap(({ value }) => (value === null ? [] : [Number(value)])).sort((a, b) => a - b)
  const summed = oneSetting && numbers.length > 0
  const at = (place: number) => numbers[Math.floor(place)] as number
  const middle = (numbers.length - 1) / 2
  return {
    groups: groupBy.map((by, i) => {
      const [value, type] = [values[i] as string | null, nodeTypes[by]]
      const key = type === 'Setting' ? 'key' : 'slug'
      return { by, value, node: type && value !== null ? { __typename: type, [key]: value } : null }
    }),
    ...{ count: members.length, models: distinct(members.map(({ model }) => model)) },
    sources: distinct(members.map(({ source }) => source)),
    min: summed ? expect.toSatisfy((text) => Number(text) === numbers[0]) : null,
    max: summed ? expect.toSatisfy((text) => Number(text) === numbers.at(-1)) : null,
    mean: summed ? expect.closeTo(numbers.reduce((a, b) => a + b) / numbers.length, 9) : null,
    median: summed ? expect.closeTo((at(middle) + at(middle + 0.5)) / 2, 9) : null,
  } as Group
}

const selection = `groups { by value node { __typename ... on Setting { key } ... on Model { slug } ... on Benchmark { slug }
  ... on Source { slug } ... on Author { slug } } } count models sources min max mean median`
const stats = (groupBy: string[], filter = '{}', size = 100) =>
  walk<Group>(db, `observationStats(filter: ${filter}, groupBy: [${groupBy}])`, selection, size)

describe('groups', () => {
  test.each(criteria)('by %s', async (by) => {
    const found = await stats([by])
    expect(found).toEqual(grouped(all, [by]))
  })

  test('by every pair, either way round', async () => {
    for (const one of criteria)
      for (const other of criteria.filter((by) => by !== one))
        expect(await stats([one, other]), `${one}, ${other}`).toEqual(grouped(all, [one, other]))
  })

  test('by three, of those that a filter leaves in', async () => {
    const left = all.filter(({ of, value }) => of.BENCHMARK?.[0] === 'rm-bench' && Number(value) < 60)
    const filter = '{ benchmark: { equals: "rm-bench" }, value: { lt: "60" } }'
    const groupBy = ['SOURCE', 'SETTING', 'PUBLISHED_YEAR']
    expect(left.length).toBeGreaterThan(100)
    expect(await stats(groupBy, filter, 7)).toEqual(grouped(left, groupBy))
    expect(await stats(['MODEL'], '{ model: { in: [] } }')).toEqual([])
  })

  test('that mix settings have no least, greatest, mean or median', async () => {
    const [tracker] = await stats(['MODEL'], '{ model: { equals: "internlm-20b" } }')
    expect(tracker).toMatchObject({ count: 6, min: null, max: null, mean: null, median: null })
    const [overall] = await stats(['MODEL'], '{ model: { equals: "ce-rm-4b" } }')
    expect(overall).toMatchObject({ count: 3, min: '79.8', max: '83.2', median: 81.9 })
  })
})

test('no criterion, or one twice, is the asker’s mistake', async () => {
  for (const groupBy of ['', 'MODEL, MODEL']) {
    const { errors } = await askRaw(db, `{ observationStats(groupBy: [${groupBy}]) { totalCount } }`)
    expect(errors?.map(({ originalError }) => originalError)).toEqual([expect.any(InputError)])
  }
})

test('the number of statements does not grow with the page', async () => {
  const cost = async (size: number) =>
    (await ask(db, `{ observationStats(first: ${size}, groupBy: [MODEL, SETTING]) { nodes { ${selection} } } }`))
      .statements.length
  expect([await cost(1), await cost(10), await cost(100)]).toEqual([3, 3, 3])
})
