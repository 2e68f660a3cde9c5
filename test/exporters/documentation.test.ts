// docs/exporting.md lists the columns and parameters that there are.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { columns } from '../../src/exporters/observations/columns.ts'
import { shortParameters } from '../../src/exporters/observations/parameters.ts'

const text = await readFile(new URL('../../docs/exporting.md', import.meta.url), 'utf8')
const section = (heading: string) => text.slice(text.indexOf(`\n${heading}\n`)).split(/\n#{2,3} /)[1] ?? ''

test('every column, in its order, with type and meaning', () => {
  const rows = [...section('### The columns').matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)].map(
    ([, ...cells]) => cells,
  )
  expect(rows).toEqual(columns.map(({ name, type, description }) => [name, type, description]))
})

test('every parameter', () => {
  const rows = [...section('## Observations').matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)]
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(['filter', 'orderBy', 'bom', ...shortParameters].toSorted())
})
