// Paging, filters and orders of observations, against a plain model of them in memory.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { compare } from '../../src/domain/decimal.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')

interface Plain {
  key: string
  printed: string
  value: string | null
  evidence: string
  status: string
  publishedAt: string | null
  model: { slug: string; name: string }
  setting: { key: string; subset: string | null; metric: string | null; benchmark: { slug: string } }
  source: { slug: string; title: string }
  readFrom: { slug: string } | null
}
interface Connection {
  totalCount: number
  nodes: { key: string }[]
  edges: { cursor: string; node: { key: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

let all: Plain[] = []
beforeAll(async () => {
  const { rows } = await db.pool.query(`
    SELECT o.key, o.printed, o.value, o.evidence, o.status, o.published_at AS "publishedAt",
      json_build_object('slug', m.slug, 'name', m.name) AS model,
      json_build_object('key', t.key, 'subset', t.subset, 'metric', t.metric,
        'benchmark', json_build_object('slug', b.slug)) AS setting,
      json_build_object('slug', s.slug, 'title', s.title) AS source,
      CASE WHEN r.id IS NOT NULL THEN json_build_object('slug', r.slug) END AS "readFrom"
    FROM observation o JOIN model m ON m.id = o.model_id JOIN setting t ON t.id = o.setting_id
      JOIN benchmark b ON b.id = t.benchmark_id JOIN source s ON s.id = o.source_id
      LEFT JOIN source r ON r.id = o.read_from_id`)
  all = rows
})

// ------------------------------------------------------------------ the plain model

type Filter = Record<string, unknown>
type TextFilter = { equals?: string; in?: string[]; contains?: string; startsWith?: string }

const textHolds = (filter: TextFilter, exact: string | null, searched: (string | null)[] = []) => {
  const lower = (text: string) => text.toLowerCase()
  const texts = [exact, ...searched].filter((text) => text !== null).map(lower)
  return (
    (filter.equals === undefined || (exact !== null && lower(exact) === lower(filter.equals))) &&
    (filter.in === undefined || (exact !== null && filter.in.map(lower).includes(lower(exact)))) &&
    (filter.contains === undefined || texts.some((text) => text.includes(lower(filter.contains as string)))) &&
    (filter.startsWith === undefined || texts.some((text) => text.startsWith(lower(filter.startsWith as string))))
  )
}
const day = (date: string, last: boolean) =>
  (last ? `${date}-12-31` : `${date}-01-01`).slice(0, 4) +
  (date.slice(4) || (last ? '-12' : '-01')) +
  (date.length < 8 ? (last ? '-31' : '-01') : '')

const conditions: Record<string, (o: Plain, wanted: never) => boolean> = {
  model: (o, f: TextFilter) => textHolds(f, o.model.slug, [o.model.name]),
  benchmark: (o, f: TextFilter) => textHolds(f, o.setting.benchmark.slug),
  subset: (o, f: TextFilter) => textHolds(f, o.setting.subset),
  metric: (o, f: TextFilter) => textHolds(f, o.setting.metric),
  source: (o, f: TextFilter) => textHolds(f, o.source.slug, [o.source.title]),
  setting: (o, f: TextFilter) => textHolds(f, o.setting.key),
  evidence: (o, list: string[]) => list.includes(o.evidence),
  status: (o, list: string[]) => list.includes(o.status),
  hasReadFrom: (o, wanted: boolean) => (o.readFrom !== null) === wanted,
  value: (o, { gte, lt }: { gte?: string; lt?: string }) =>
    (gte === undefined || (o.value !== null && compare(o.value, gte) >= 0)) &&
    (lt === undefined || (o.value !== null && compare(o.value, lt) < 0)),
  publishedAt: (o, { from, to }: { from?: string; to?: string }) =>
    (from === undefined || (o.publishedAt !== null && day(o.publishedAt, true) >= day(from, false))) &&
    (to === undefined || (o.publishedAt !== null && day(o.publishedAt, false) <= day(to, true))),
  or: (o, list: Filter[]) => list.some((filter) => holds(o, filter)),
  not: (o, filter: Filter) => !holds(o, filter),
}
const holds = (o: Plain, filter: Filter): boolean =>
  Object.entries(filter).every(([name, wanted]) => conditions[name]?.(o, wanted as never))

type Order = { field: string; direction: 'ASC' | 'DESC' }
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const fields: Record<string, (o: Plain) => string | null> = {
  VALUE: (o) => o.value,
  PUBLISHED_AT: (o) => o.publishedAt,
  MODEL: (o) => o.model.slug,
  BENCHMARK: (o) => o.setting.benchmark.slug,
}
function inOrder(list: Plain[], orders: Order[]): string[] {
  const sorted = [...list].sort((a, b) => {
    for (const { field, direction } of orders) {
      const [x, y] = [fields[field]?.(a) ?? null, fields[field]?.(b) ?? null]
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1
        continue
      }
      const compared = field === 'VALUE' ? compare(x, y) : byText(x, y)
      if (compared !== 0) return direction === 'ASC' ? compared : -compared
    }
    return orders.at(-1)?.direction === 'DESC' ? byText(b.key, a.key) : byText(a.key, b.key)
  })
  return sorted.map((o) => o.key)
}

// ------------------------------------------------------------------ what is asked

/** Values that stand in the catalogue, and some that don't. */
const from = <T>(pick: (o: Plain) => T | null, ...others: T[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat().map((n) => pick(all[n % all.length] as Plain) ?? (others[0] as T)) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
const text = (pick: (o: Plain) => string | null) =>
  fc.oneof(
    from(pick, 'nothing-like-it').map((equals) => ({ equals: equals.toUpperCase() })),
    fc.array(from(pick, 'none'), { maxLength: 3 }).map((list) => ({ in: list })),
    from(pick, '%', '_', '100%').map((t) => ({ contains: t.slice(1, 5) })),
    from(pick, 'x').map((t) => ({ startsWith: t.slice(0, 3) })),
  )
const date = fc.constantFrom('2025', '2026', '2025-07', '2026-02', '2026-02-17', '2026-06-30', '2024-12-31')
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  text((o) => o.model.slug).map((model) => ({ model })),
  text((o) => o.setting.benchmark.slug).map((benchmark) => ({ benchmark })),
  text((o) => o.setting.subset).map((subset) => ({ subset })),
  text((o) => o.setting.metric).map((metric) => ({ metric })),
  text((o) => o.setting.key).map((setting) => ({ setting })),
  text((o) => o.source.slug).map((source) => ({ source })),
  fc.subarray(['VENDOR', 'UNKNOWN', 'OTHER_DEVELOPER', 'INDEPENDENT']).map((evidence) => ({ evidence })),
  fc.subarray(['ACTIVE', 'RETRACTED']).map((status) => ({ status })),
  fc.boolean().map((hasReadFrom) => ({ hasReadFrom })),
  fc
    .record({ gte: from((o) => o.value, '0'), lt: from((o) => o.value, '70') }, { requiredKeys: [] })
    .map((value) => ({ value })),
  fc.record({ from: date, to: date }, { requiredKeys: [] }).map((publishedAt) => ({ publishedAt })),
)
const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })),
    fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
    tie('filter').map((not) => ({ not })),
  ),
})).filter
const orderBy = fc.array(
  fc.record({
    field: fc.constantFrom(...Object.keys(fields)),
    direction: fc.constantFrom('ASC' as const, 'DESC' as const),
  }),
  { maxLength: 3 },
)

const query = `query ($filter: ObservationFilter, $orderBy: [ObservationOrder!], $first: Int, $after: String, $last: Int, $before: String) {
  observations(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { key } edges { cursor node { key } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`
const page = async (variables: object): Promise<Connection> =>
  (await ask<{ observations: Connection }>(db, query, variables)).data.observations

async function walk(variables: object, size: number, backwards: boolean): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | null = null; ; ) {
    const found: Connection = await page({
      ...variables,
      ...(backwards ? { last: size, before: cursor } : { first: size, after: cursor }),
    })
    const { pageInfo } = found
    expect(found.nodes).toEqual(found.edges.map((edge) => edge.node))
    expect(pageInfo.startCursor).toBe(found.edges[0]?.cursor ?? null)
    expect(pageInfo.endCursor).toBe(found.edges.at(-1)?.cursor ?? null)
    expect(backwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null)
    const part = found.nodes.map((node) => node.key)
    if (backwards) keys.unshift(...part)
    else keys.push(...part)
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return keys
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor
  }
}

describe('paging through observations', () => {
  test('every page of every filter and order is what a plain model gives, forwards and backwards', async () => {
    expect(all.length).toBeGreaterThan(500)
    await fc.assert(
      fc.asyncProperty(
        filter,
        orderBy,
        fc.integer({ min: 17, max: 100 }),
        fc.boolean(),
        async (f, o, size, backwards) => {
          const expected = inOrder(
            all.filter((one) => holds(one, f)),
            o,
          )
          const { totalCount } = await page({ filter: f, orderBy: o, first: 1 })
          expect(totalCount).toBe(expected.length)
          expect(await walk({ filter: f, orderBy: o }, size, backwards)).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a page in the middle: after and before together bound it from both sides', async () => {
    const orders = [{ field: 'VALUE', direction: 'DESC' }]
    const found = await page({ orderBy: orders, first: 50 })
    const [after, before] = [found.edges[9]?.cursor, found.edges[30]?.cursor]
    const between = found.nodes.slice(10, 30)
    expect((await page({ orderBy: orders, first: 100, after, before })).nodes).toEqual(between)
    expect((await page({ orderBy: orders, last: 5, after, before })).nodes).toEqual(between.slice(-5))
  })

  test.each([
    [{ first: 0 }, '"first" is 0'],
    [{ first: 101 }, '1 to 100'],
    [{ last: -1 }, '"last" is -1'],
    [{ first: 1, last: 1 }, 'not both'],
    [{ after: 'nonsense' }, 'not a cursor'],
    [{ after: Buffer.from('["x"]').toString('base64url') }, 'another list'],
    [{ before: '' }, 'not a cursor'],
  ])('%j is refused: %s', async (variables, message) => {
    const { errors } = await askRaw(db, query, variables)
    expect(errors?.[0]?.message).toContain(message)
  })

  test('a cursor of another order or another list is refused', async () => {
    const byKey = await page({ first: 1 })
    const { errors } = await askRaw(db, query, { after: byKey.pageInfo.endCursor, orderBy: [{ field: 'VALUE' }] })
    expect(errors?.[0]?.message).toContain('another list or order')
    const models = await askRaw(db, `query ($after: String) { models(after: $after) { totalCount } }`, {
      after: byKey.pageInfo.endCursor,
    })
    expect(models.errors?.[0]?.message).toContain('another list or order')
  })

  test('texts are ordinary input: NUL, lone surrogates, wildcards, quotes', async () => {
    for (const contains of ['\0', '\ud800', '%', '_', "' OR 1=1 --", '\\', '🙂'])
      expect((await page({ filter: { model: { contains } } })).totalCount).toBe(
        all.filter((o) => textHolds({ contains }, o.model.slug, [o.model.name])).length,
      )
  })
})
