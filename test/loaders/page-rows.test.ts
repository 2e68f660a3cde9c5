// Pages that are read by ways, and in the two parts of an order that may be null, beside the plain statement that they stand for.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { query } from '../../src/db/query.ts'
import { observationMatches } from '../../src/loaders/observation-filter.ts'
import { observationWays } from '../../src/loaders/observation-ways.ts'
import { type ObservationArguments, observationLists } from '../../src/loaders/observations.ts'
import { type Ordered, orderBy } from '../../src/loaders/order.ts'
import { type Reading, rowsByWays, rowsInOrder, type Ways } from '../../src/loaders/page-rows.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')

type Row = { id: number } & Record<string, string | number>

const reading = (terms: Ordered[], conditions: Reading['conditions']): Reading => ({
  ...{ columns: sql`r.id`, source: sql`observation`, backwards: false, limit: 10, withPlaces: true },
  ...{ terms, conditions },
})
const placeOf = (row: Row, terms: Ordered[]) => terms.map((_, i) => row[`$${i}`] as string | number)

/** All ids of a list, by the plain statement. */
async function allOf(terms: Ordered[], where: Sql | null): Promise<number[]> {
  const rows = await query<Row>(
    db.pool,
    sql`SELECT r.id FROM observation r WHERE ${where ?? sql`true`} ORDER BY ${orderBy(terms, false)}`,
  )
  return rows.map(({ id }) => id)
}

/** All ids of a list, page by page in one direction. */
async function pagedOf(statementOf: (page: Partial<Reading>) => Sql, terms: Ordered[], backwards: boolean) {
  const ids: number[] = []
  let place: (string | number)[] | undefined
  for (;;) {
    const rows = await query<Row>(db.pool, statementOf({ backwards, [backwards ? 'before' : 'after']: place }))
    ids.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (!last) return backwards ? ids.reverse() : ids
    place = placeOf(last, terms)
  }
}

const orders: ObservationArguments['orderBy'][] = [
  [],
  [{ field: 'VALUE', direction: 'DESC' }],
  [{ field: 'PUBLISHED_AT', direction: 'ASC' }],
  [
    { field: 'PUBLISHED_AT', direction: 'DESC' },
    { field: 'MODEL', direction: 'ASC' },
  ],
  [
    { field: 'VALUE', direction: 'ASC' },
    { field: 'RETRIEVED_AT', direction: 'DESC' },
  ],
]
const directions = [false, true]

describe.each(orders.map((order) => [JSON.stringify(order), order] as const))('in the order %s', (_, order) => {
  const terms = observationLists.all.order({ orderBy: order })

  test('each row comes once, forwards and backwards, with and without a value', async () => {
    const expected = await allOf(terms, null)
    for (const backwards of directions) {
      const one = (page: Partial<Reading>) => rowsInOrder({ ...reading(terms, []), limit: 100, ...page })
      expect(await pagedOf(one, terms, backwards)).toEqual(expected)
    }
  })

  test.each([
    [{ model: { contains: 'internlm' } }],
    [{ model: { startsWith: 'INTERN' }, status: ['ACTIVE'] }],
    [{ developer: { contains: 'shanghai' } }],
    [{ subset: { in: ['chat', 'safety'] } }],
    [{ notPublished: ['SAMPLE_SIZE'] }],
    [{ or: [{ model: { contains: 'internlm' } }, { value: { gte: '90' } }] }],
  ])('by ways, whether there are few or many: %j', async (filter) => {
    const found = observationWays(filter, true) as Ways
    const where = observationMatches(filter)
    const expected = await allOf(terms, where)
    expect(expected.length).toBeGreaterThan(10)
    const { firstLook } = found
    for (const few of [0, 1, 100_000])
      for (const at of firstLook ? [1, 40] : [0]) {
        const ways = found.ways.map((way) => (way.few === undefined ? way : { ...way, few }))
        const told: Ways = { ways, ...(firstLook && { firstLook: { ...firstLook, at } }) }
        for (const backwards of directions) {
          const one = (page: Partial<Reading>) => rowsByWays({ ...reading(terms, [where]), limit: 50, ...page }, told)
          expect(await pagedOf(one, terms, backwards)).toEqual(expected)
        }
      }
  })
})

test('the pieces of a text are among those of every text that holds it, whatever its capitals', async () => {
  const texts = ['InternLM2-20B', 'é', 'Éa', 'ÄÖÜ b', 'x', 'a  b', '日本語モデル', '100%_\\']
  const rows = await query<{ one: string; other: string }>(
    db.pool,
    sql`SELECT t.one, u.other FROM unnest(${texts}::text[]) t(one), unnest(${texts}::text[]) u(other)
      WHERE concat('>', u.other, '<') ILIKE concat('%', replace(replace(replace(t.one, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '%') COLLATE "C"
        AND NOT text_pieces('>' || u.other || '<') @> text_pieces(t.one)`,
  )
  expect(rows).toEqual([])
  const [{ pieces }] = (await query<{ pieces: string[] }>(
    db.pool,
    sql`SELECT text_pieces(${join([sql`'AbCé'::text`, raw('NULL')])}) AS pieces`,
  )) as [{ pieces: string[] }]
  expect(pieces).toEqual(['abc', 'bcé'])
})
