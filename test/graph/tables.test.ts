// The published tables come back from the graph cell by cell, as they were captured.
import { describe, expect, test } from 'vitest'
import judgeBench from '../fixtures/judgebench-internlm2-20b-reward.json' with { type: 'json' }
import rmBench from '../fixtures/rm-bench-cells.json' with { type: 'json' }
import { ask } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')

interface Parameter {
  name: string
  value: string
}
interface Row {
  reportedName: string
  publishedAt: string | null
  configuration: Parameter[]
  labels: Parameter[]
  cells: {
    text: string
    column: { position: number }
    observations: { printed: string; reportedName: string; locator: { row: string } }[]
    notPublished: { placeholder: string; aspects: string[]; extent: string; aboutModel: { slug: string } | null } | null
  }[]
}
interface Table {
  heading: string
  columns: { position: number; name: string | null }[]
  rows: { totalCount: number; nodes: Row[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const query = `query ($title: String!, $after: String) {
  sources(filter: { title: { contains: $title } }) { nodes { tables { nodes {
    heading columns { position name }
    rows(first: 25, after: $after) {
      totalCount
      nodes {
        reportedName publishedAt configuration { name value } labels { name value }
        cells {
          text column { position }
          observations { printed reportedName locator { row } }
          notPublished { placeholder aspects extent aboutModel { slug } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  } } } }
}`

async function tables(title: string, after?: string | null): Promise<Table[]> {
  const { data } = await ask<{ sources: { nodes: { tables: { nodes: Table[] } }[] } }>(db, query, { title, after })
  return data.sources.nodes.flatMap((source) => source.tables.nodes)
}

async function allRows(title: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const [table] = await tables(title, after)
    rows.push(...(table?.rows.nodes ?? []))
    after = table?.rows.pageInfo.hasNextPage ? table.rows.pageInfo.endCursor : null
  }
  return rows
}

/** The row heading as the page runs it together: name, attributes, date. */
const printedHeading = ({ reportedName, configuration, labels, publishedAt }: Row) =>
  reportedName +
  [...labels, ...configuration].map(({ name, value }) => `${name}=${value}`).join(', ') +
  publishedAt?.replace('-', '.')

describe('RM-Bench', () => {
  test('all 900 cells of its 100 rows are given back, in order', async () => {
    const rows = await allRows('RM-Bench (test)')
    expect(rows.map((row) => row.cells.map((cell) => cell.text))).toEqual(rmBench.map((row) => row.cells))
    expect(rows.flatMap((row) => row.cells.map((cell) => cell.column.position))).toEqual(
      rows.flatMap(() => [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    )
    expect(rows.map(printedHeading)).toEqual(rmBench.map((row) => row.heading))
  })

  test('each of its 512 numbers is a claim and each of its 388 dashes a gap, bound to its cell', async () => {
    const cells = (await allRows('RM-Bench (test)')).flatMap((row) => row.cells.map((cell) => ({ row, ...cell })))
    const numbers = cells.filter((cell) => cell.text !== '—')
    const dashes = cells.filter((cell) => cell.text === '—')
    expect([numbers.length, dashes.length]).toEqual([512, 388])
    for (const { row, text, observations, notPublished } of numbers) {
      expect(observations).toMatchObject([{ printed: text, reportedName: row.reportedName }])
      expect(notPublished).toBeNull()
    }
    for (const { observations, notPublished } of dashes) {
      expect(observations).toEqual([])
      expect(notPublished).toMatchObject({ placeholder: '—', aspects: ['SCORE'], extent: 'SOURCE' })
      expect(notPublished?.aboutModel).not.toBeNull()
    }
  })

  test('a row filter finds the rows of a model', async () => {
    const { data } = await ask<{ sources: { nodes: { tables: { nodes: Table[] } }[] } }>(
      db,
      `{ sources(filter: { title: { contains: "RM-Bench (test)" } }) { nodes { tables { nodes {
          rows(model: { equals: "internlm2-20b-reward" }) { totalCount nodes { reportedName cells { text } } } } } } } }`,
    )
    const [table] = data.sources.nodes.flatMap((source) => source.tables.nodes)
    expect(table?.rows.nodes.map((row) => row.reportedName)).toEqual(['Internlm2-20b-reward'])
  })
})

describe('JudgeBench', () => {
  test('both tables are given back, with their headings', async () => {
    const found = await tables('(JudgeBench)')
    expect(
      found.map(({ heading, columns, rows }) => ({
        heading,
        columns: columns.map((column) => column.name),
        rows: rows.nodes.map((row) => [
          row.reportedName,
          ...row.labels.map((label) => label.value),
          ...row.cells.map((cell) => cell.text),
        ]),
      })),
    ).toEqual(
      judgeBench.tables.map(({ heading, columns, rows }) => ({
        heading,
        // The first column is the row heading; the column "Type" files the model under a label.
        columns: columns.slice(1).filter((name) => name !== 'Type'),
        rows,
      })),
    )
  })
})
