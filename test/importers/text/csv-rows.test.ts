// CSV with its lines, and what files do to it.
import { expect, test } from 'vitest'
import { CsvFault, csvTable } from '../../../src/importers/text/csv-rows.ts'
import { linesOf } from '../../../src/importers/text/lines.ts'

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts
}

async function read(text: string, delimiter?: string) {
  const rows = []
  for await (const { cells, line } of csvTable(chunks(text.slice(0, 7), text.slice(7)), delimiter))
    rows.push({ ...cells, line })
  return rows
}

test('reads quotes, line ends in cells, empty lines and a byte order mark, each row with its first line', async () => {
  expect(await read('\ufeffid,Name,Score\r\n1,"a ""b"", c",70%\r\n\r\n2,"two\nlines",\n3,x,0.70\n')).toEqual([
    { id: '1', Name: 'a "b", c', Score: '70%', line: 2 },
    { id: '2', Name: 'two\nlines', Score: '', line: 4 },
    { id: '3', Name: 'x', Score: '0.70', line: 6 },
  ])
})

test('a short row has empty cells; what is too much in a long one stands under no name', async () => {
  expect(await read('a;b\n1\n1;2;3;4\n', ';')).toEqual([
    { a: '1', b: '', line: 2 },
    { a: '1', b: '2', '': '3;4', line: 3 },
  ])
})

test('two columns of one name, and quotes that stay open, are faults with a line', async () => {
  await expect(read('a,b,a\n1,2,3\n')).rejects.toThrow("two columns are called 'a'")
  await expect(read('a,b\n1,"open\n2,3\n')).rejects.toThrow(CsvFault)
})

test('lines come whole, whatever the chunks', async () => {
  const lines = []
  for await (const line of linesOf(chunks('\ufeffa', 'b\r', '\nc\n', '\nd'))) lines.push(line)
  expect(lines).toEqual([
    { text: 'ab', line: 1 },
    { text: 'c', line: 2 },
    { text: '', line: 3 },
    { text: 'd', line: 4 },
  ])
})
