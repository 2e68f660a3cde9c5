// Rows by id in one request: which statements are sent, and who waits for which.
import { expect, test } from 'vitest'
import type { Queryable } from '../../src/db/query.ts'
import { RowSource } from '../../src/loaders/row-source.ts'

/** A database whose statements end when they are told to, with a row for each id but 404. */
function standIn() {
  const sent: { ids: number[]; columns: string; end(error?: Error): void }[] = []
  const db: Queryable = {
    query: ({ text, values }) =>
      new Promise((resolve, reject) => {
        const ids = values[0] as number[]
        const columns = [...text.matchAll(/AS "(\w+)"/g)].map(([, name]) => name).join(' ')
        const rows = ids.filter((id) => id !== 404).map((id) => ({ $table: 'Model', id, columns }))
        sent.push({ ids, columns, end: (error) => (error ? reject(error) : resolve({ rows: rows as never })) })
      }),
  }
  return { source: new RowSource<number>(db, 'id'), sent }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const ids = (rows: ({ id: number } | null)[]) => rows.map((row) => row?.id ?? null)

test('what one turn asks of a table comes with one statement, each row once, with all columns that are read', async () => {
  const { source, sent } = standIn()
  const one = source.rows('Model', [1, 2, null, 1], new Set(['slug']))
  const other = source.rows('Model', [2, 3, 404], new Set(['name']))
  await turn()
  expect(sent).toMatchObject([{ ids: [1, 2, 3, 404], columns: 'id slug name' }])
  sent[0]?.end()
  expect(ids(await one)).toEqual([1, 2, null, 1])
  expect(ids(await other)).toEqual([2, 3, null])
})

test('nothing is read twice, neither what is there nor what is coming, unless more columns are read', async () => {
  const { source, sent } = standIn()
  const first = source.rows('Model', [1, 404], new Set(['slug', 'name']))
  await turn()
  const second = source.rows('Model', [1, 404], new Set(['name']))
  await turn()
  sent[0]?.end()
  expect([ids(await first), ids(await second)]).toEqual([
    [1, null],
    [1, null],
  ])
  expect(ids(await source.rows('Model', [1, 404], new Set(['slug'])))).toEqual([1, null])
  expect(sent).toHaveLength(1)
  const more = source.rows('Model', [1, 2], new Set(['family']))
  await turn()
  sent[1]?.end()
  expect(ids(await more)).toEqual([1, 2])
  expect(sent[1]).toMatchObject({ ids: [1, 2], columns: 'id family' })
})

test('nobody waits for a statement that has none of their rows, or fails with it', async () => {
  const { source, sent } = standIn()
  const slow = source.rows('Model', [1], new Set(['slug']))
  await turn()
  const quick = source.rows('Model', [2], new Set(['slug']))
  const both = source.rows('Model', [1, 2], new Set(['slug']))
  await turn()
  expect(sent.map(({ ids: asked }) => asked)).toEqual([[1], [2]])
  sent[1]?.end()
  expect(ids(await quick)).toEqual([2])
  sent[0]?.end(new Error('timed out'))
  await expect(slow).rejects.toThrow('timed out')
  await expect(both).rejects.toThrow('timed out')
  const again = source.rows('Model', [1], new Set(['slug']))
  await turn()
  sent[2]?.end()
  expect(ids(await again)).toEqual([1])
})
