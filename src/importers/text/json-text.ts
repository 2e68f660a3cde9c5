// Reads JSON so that every number stays the text that stands in the file, and every entry knows its line.
// JSON.parse would make 39.146000000000003 and 0.70 other texts; files in the field also hold NaN and trailing commas.

/** A number as it is written: "0.70", "1e-3", "NaN". */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonValue = string | boolean | null | JsonNumber | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** Broken JSON: the line (from 1), and what stands there. */
export class JsonFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const deepest = 500
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|-?Infinity|NaN/y
// What may stand in a text as it is: all but quotes, backslashes and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in texts, and this is how they are found.
const PLAIN = /[^"\\\u0000-\u001f]*/y
const SPACE = /[ \t\n\r]*/y
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const lines = new WeakMap<object, number>()
const fieldLines = new WeakMap<object, Record<string, number>>()

/** The line where an object or list begins, or, with a field, where that field of it stands; null where it is not known. */
export function lineOf(value: unknown, field?: string): number | null {
  if (typeof value !== 'object' || value === null) return null
  const own = field === undefined ? undefined : fieldLines.get(value)?.[field]
  return own ?? lines.get(value) ?? null
}

/**
 * Parses one JSON value. A trailing comma is passed over; NaN and Infinity are numbers; the same key twice is a fault, since
 * one of the two would be lost. `firstLine`: the line of the text's first character. Throws JsonFault.
 */
export function parseJson(text: string, firstLine = 1): JsonValue {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = firstLine
  let counted = at

  const here = (): number => {
    for (let next = text.indexOf('\n', counted); next !== -1 && next < at; next = text.indexOf('\n', counted)) {
      line += 1
      counted = next + 1
    }
    return line
  }
  const fail = (message: string): never => {
    throw new JsonFault(here(), message)
  }
  const skip = () => {
    SPACE.lastIndex = at
    SPACE.test(text)
    at = SPACE.lastIndex
  }
  const shown = () => (at >= text.length ? 'the end of the file' : `'${text.slice(at, at + 12).split('\n')[0]}'`)

  function string(): string {
    at += 1
    let result = ''
    for (;;) {
      PLAIN.lastIndex = at
      PLAIN.test(text)
      result += text.slice(at, PLAIN.lastIndex)
      at = PLAIN.lastIndex
      const mark = text[at]
      if (mark === '"') {
        at += 1
        return result
      }
      if (mark !== '\\') fail(mark === undefined ? 'the file ends inside a text' : 'a text holds a control character')
      const letter = text[at + 1] ?? ''
      if (letter === 'u') {
        const code = /^[0-9a-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))?.[0]
        if (code === undefined) fail(`not an escape: ${shown()}`)
        result += String.fromCharCode(Number.parseInt(code ?? '', 16))
        at += 6
      } else {
        if (!(letter in ESCAPES)) fail(`not an escape: ${shown()}`)
        result += ESCAPES[letter]
        at += 2
      }
    }
  }

  function object(depth: number): JsonObject {
    const result: JsonObject = Object.create(null)
    const places: Record<string, number> = Object.create(null)
    lines.set(result, here())
    fieldLines.set(result, places)
    at += 1
    for (;;) {
      skip()
      if (text[at] === '}') {
        at += 1
        return result
      }
      if (text[at] !== '"') fail(`expected a name in quotes, found ${shown()}`)
      const place = here()
      const name = string()
      if (name in result) fail(`the name '${name}' twice in one object`)
      places[name] = place
      skip()
      if (text[at] !== ':') fail(`expected ':' after '${name}', found ${shown()}`)
      at += 1
      result[name] = value(depth)
      skip()
      if (text[at] === ',') at += 1
      else if (text[at] !== '}') fail(`expected ',' or '}', found ${shown()}`)
    }
  }

  function array(depth: number): JsonValue[] {
    const result: JsonValue[] = []
    lines.set(result, here())
    at += 1
    for (;;) {
      skip()
      if (text[at] === ']') {
        at += 1
        return result
      }
      result.push(value(depth))
      skip()
      if (text[at] === ',') at += 1
      else if (text[at] !== ']') fail(`expected ',' or ']', found ${shown()}`)
    }
  }

  function value(depth: number): JsonValue {
    if (depth > deepest) fail(`nested deeper than ${deepest} levels`)
    skip()
    const mark = text[at]
    if (mark === '"') return string()
    if (mark === '{') return object(depth + 1)
    if (mark === '[') return array(depth + 1)
    for (const [word, meaning] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, at)) {
        at += word.length
        return meaning
      }
    }
    NUMBER.lastIndex = at
    if (!NUMBER.test(text)) return fail(`expected a value, found ${shown()}`)
    const literal = text.slice(at, NUMBER.lastIndex)
    at = NUMBER.lastIndex
    return new JsonNumber(literal)
  }

  const result = value(0)
  skip()
  if (at < text.length) fail(`expected the end of the file, found ${shown()}`)
  return result
}
