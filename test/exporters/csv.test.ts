// CSV: RFC 4180, and nothing in it that a spreadsheet runs.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, guarded, parametersText } from '../../src/exporters/observations/csv.ts'

const text = { type: 'text' } as const
const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

describe('cells', () => {
  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1+cmd|x', "'+1+cmd|x"],
    ['-1+1', "'-1+1"],
    ['-', "'-"],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ["'quoted'", "''quoted'"],
    ['-5.2 ± 0.3', "'-5.2 ± 0.3"],
    ['-0.5', '-0.5'],
    ['+3', '+3'],
    ['-.5e-3', '-.5e-3'],
    ['-12%', '-12%'],
    ['50.00', '50.00'],
    ['—', '—'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a;b', '"a;b"'],
    ['', '""'],
    [null, ''],
  ])('%j is written %s', (value, written) => expect(csvCell(value, text)).toBe(written))

  test('numbers stay numbers', () => {
    expect(csvCell('-0.5', { type: 'decimal' })).toBe('-0.5')
    expect(csvCell(-3, { type: 'integer' })).toBe('-3')
    expect(csvCell(false, { type: 'boolean' })).toBe('false')
  })

  test('parameters say how they are known', () => {
    expect(
      parametersText([
        { name: 'shots', value: '5', basis: 'STATED' },
        { name: 'harness', value: 'OpenCompass', basis: 'INFERRED', reason: 'x' },
        { name: 'prompt', value: null, basis: 'UNSTATED' },
      ]),
    ).toBe('shots=5; harness=OpenCompass (inferred); prompt (not stated)')
  })
})

describe('whatever the texts', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.constantFrom(...starts, "'"), fc.string()).map(([start, rest]) => start + rest),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', "'", '=', ' ', 'a') }),
  )

  test('a reader of RFC 4180 gets them back, less the mark', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (values) => {
        const line = `${values.map((value) => csvCell(value, text)).join(',')}\r\n`
        const [read = []] = parse(line, { record_delimiter: '\r\n' }) as string[][]
        expect(read.map((value) => value.replace(/^'/, ''))).toEqual(values)
      }),
    )
  })

  test('none begins like a formula, unless it is a plain number', () => {
    fc.assert(
      fc.property(texts, (value) => {
        const written = guarded(value)
        expect(!starts.includes(written.charAt(0)) || Number.isFinite(Number(written.replace(/%$/, '')))).toBe(true)
      }),
    )
  })
})
