// The shown result as CSV, and the address of the whole list that a query asks for.
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { resultAsCsv } from '../../graphiql/result-table.ts'
import { wholeListUrl } from '../../graphiql/whole-list.ts'

const csv = (data: object) => {
  const table = resultAsCsv(JSON.stringify({ data }))
  return table && { ...table, csv: parse(table.csv, { record_delimiter: '\r\n' }) as string[][] }
}

describe('the shown list', () => {
  test('one row a node, nested fields as columns, short lists as text', () => {
    expect(
      csv({
        models: {
          totalCount: 2,
          nodes: [
            {
              name: '=Foo',
              developers: [{ name: 'A' }, { name: 'B' }],
              base: { slug: 'x', family: null },
              n: 1.5,
              tags: ['p', 'q'],
            },
            {
              name: 'Bar',
              developers: [],
              base: null,
              observations: { nodes: [{ printed: '-0.5' }, { printed: '2' }] },
            },
          ],
        },
      }),
    ).toEqual({
      name: 'models',
      rows: 2,
      csv: [
        ['name', 'developers', 'base.slug', 'base.family', 'n', 'tags', 'base', 'observations'],
        ["'=Foo", 'A; B', 'x', '', '1.5', 'p; q', '', ''],
        ['Bar', '', '', '', '', '', '', "'-0.5; 2"],
      ],
    })
  })

  test('edges, lists further in, lists of lists', () => {
    const nested = {
      model: { name: 'Foo', facts: { edges: [{ cursor: 'c', node: { property: 'p', values: [{ a: 1, b: 2 }] } }] } },
    }
    expect(csv(nested)).toMatchObject({
      name: 'facts',
      csv: [
        ['property', 'values'],
        ['p', '[{"a":1,"b":2}]'],
      ],
    })
    expect(csv({ observations: { nodes: [] } })).toMatchObject({ rows: 0 })
  })

  test.each(['', '{', '{"errors":[]}', '{"data":{"model":{"name":"x"}}}', '{"data":null}'])('none in %j', (answer) =>
    expect(resultAsCsv(answer)).toBeNull(),
  )
})

describe('the whole list', () => {
  const asked = (url: string | null) => Object.fromEntries(new URL(url ?? '', 'http://x').searchParams)

  test('has filter and order of the query, with its variables and their defaults', () => {
    const query = `query One { models { totalCount } }
      query Two($f: ObservationFilter, $d: EvidenceOrderDirection = DESC) {
        observations(first: 5, filter: { or: [$f, { evidence: [VENDOR], value: { gt: "1.50" } }] }, orderBy: { field: VALUE, direction: $d }) { nodes { key } } }`
    const url = wholeListUrl(query, '{"f":{"model":{"equals":"x"}}}', 'Two')
    expect(url).toMatch(/^\/export\/observations\.csv\?/)
    const { filter = '', orderBy = '' } = asked(url)
    expect(JSON.parse(filter)).toEqual({
      or: [{ model: { equals: 'x' } }, { evidence: ['VENDOR'], value: { gt: '1.50' } }],
    })
    expect(JSON.parse(orderBy)).toEqual({ field: 'VALUE', direction: 'DESC' })
    expect(wholeListUrl(query, '', 'One')).toBeNull()
  })

  test('nothing where there is no such list, or no query yet', () => {
    expect(wholeListUrl('{ all: observations { totalCount } }', '')).toBe('/export/observations.csv')
    for (const query of [
      '',
      '{ obs',
      '{ models { totalCount } }',
      '{ model(slug: "x") { observations { totalCount } } }',
    ])
      expect(wholeListUrl(query, '')).toBeNull()
  })
})
