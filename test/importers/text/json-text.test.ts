// JSON that keeps its literals: the same values as JSON.parse, and what JSON.parse loses.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonElements } from '../../../src/importers/text/json-elements.ts'
import { JsonFault, JsonNumber, type JsonValue, lineOf, parseJson } from '../../../src/importers/text/json-text.ts'

/** With numbers as JSON.parse reads them. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, plain(inside)]))
}

/** In chunks of these lengths, over and over. */
async function* chunked(text: string, lengths: readonly number[]): AsyncGenerator<string> {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    yield text.slice(at, at + length)
    at += length
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('parseJson', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        expect(plain(parseJson(spaced))).toEqual(JSON.parse(spaced))
      }),
    )
  })

  test.each(['39.146000000000003', '0.70', '1e-3', '-0.010', '0', '1E+5', 'NaN', '-Infinity', '12345678901234567890'])(
    'keeps the literal %s',
    (literal) => expect((parseJson(`[ ${literal} ]`) as JsonValue[])[0]).toEqual(new JsonNumber(literal)),
  )

  test('passes over a byte order mark and trailing commas', () => {
    expect(plain(parseJson('\ufeff{"a": [1, 2,], "b": {},}'))).toEqual({ a: [1, 2], b: {} })
  })

  test('knows the line of entries and of their fields', () => {
    const value = parseJson('{\n  "a": [\n    {"b": 1,\n     "c": 2}\n  ]\n}') as { a: { b: JsonValue }[] } & JsonValue
    const inside = (value as unknown as { a: object[] }).a[0]
    expect([lineOf(value), lineOf(value, 'a'), lineOf(inside), lineOf(inside, 'c'), lineOf(inside, 'd')]).toEqual([
      1, 2, 3, 4, 3,
    ])
  })

  test.each([
    ['{"a": 1,\n "a": 2}', 2, "the name 'a' twice"],
    ['[1 2]', 1, "expected ',' or ']'"],
    ['[1,,2]', 1, 'expected a value'],
    ['[01]', 1, "expected ',' or ']'"],
    ['{"a" 1}', 1, "expected ':'"],
    ['\n\n["open', 3, 'the file ends inside a text'],
    ['["\\x"]', 1, 'not an escape'],
    ['["a\nb"]', 1, 'a control character'],
    ['{} {}', 1, 'expected the end of the file'],
    ['', 1, 'the end of the file'],
    ['['.repeat(600), 1, 'nested deeper'],
  ])('refuses %j with its line', (text, line, message) => {
    const read = () => parseJson(text)
    expect(read).toThrow(message)
    try {
      read()
    } catch (error) {
      expect((error as JsonFault).line).toBe(line)
    }
  })

  test('a name such as __proto__ is a name like others', () => {
    const value = parseJson('{"__proto__": {"polluted": true}}') as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('jsonElements', () => {
  test('gives the elements of a list, however it is cut into chunks, with their lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (list, lengths) => {
          const text = JSON.stringify(list, null, 1)
          const elements = await collect(jsonElements(chunked(text, lengths)))
          expect(elements.map(plain)).toEqual(JSON.parse(text))
          const whole = parseJson(text) as JsonValue[]
          expect(elements.map((element) => lineOf(element))).toEqual(whole.map((element) => lineOf(element)))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a single value is its own element; trailing commas leave nothing', async () => {
    expect((await collect(jsonElements(chunked(' {"a": [1]} ', [3])))).map(plain)).toEqual([{ a: [1] }])
    expect((await collect(jsonElements(chunked('\ufeff[1, "]", ]', [2])))).map(plain)).toEqual([1, ']'])
  })

  test.each(['[1, 2', '[{"a": 1}', '[1] x', '', '[1,,2]'])('%j is broken', async (text) => {
    await expect(collect(jsonElements(chunked(text, [2])))).rejects.toThrow(JsonFault)
  })
})
