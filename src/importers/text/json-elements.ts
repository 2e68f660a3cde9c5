// Takes a long JSON list apart into its elements while it is read, so that only one of them is in memory at a time.
import { JsonFault, type JsonValue, parseJson } from './json-text.ts'

/** The longest element that is read, in characters. */
export const longestElement = 64 * 1024 * 1024

/**
 * The elements of a top-level list, or the one top-level value, parsed one by one. Throws JsonFault where the text breaks; what
 * came before has been given out by then, so the caller must be able to take it back.
 */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  let line = 1
  let depth = 0
  let inString = false
  let escaped = false
  let state = 'start' as 'start' | 'list' | 'value' | 'end'
  let buffer = ''
  let bufferLine = 1

  const take = (): JsonValue[] => {
    const text = buffer
    buffer = ''
    // A trailing comma leaves nothing behind it.
    if (text.trim() === '') return []
    return [parseJson(text, bufferLine)]
  }
  const add = (part: string) => {
    if (buffer === '') bufferLine = line
    buffer += part
    if (buffer.length > longestElement)
      throw new JsonFault(bufferLine, `an element of more than ${longestElement} characters`)
  }

  for await (const chunk of chunks) {
    let start = 0
    let startLine = line
    for (let i = 0; i < chunk.length; i++) {
      const mark = chunk.charCodeAt(i)
      if (mark === 10) line += 1
      if (inString) {
        if (escaped) escaped = false
        else if (mark === 92) escaped = true
        else if (mark === 34) inString = false
        continue
      }
      if (state === 'start') {
        if (mark === 0xfeff || mark === 32 || mark === 9 || mark === 10 || mark === 13) {
          start = i + 1
          startLine = line
          continue
        }
        state = mark === 91 ? 'list' : 'value'
        if (state === 'list') {
          start = i + 1
          startLine = line
          continue
        }
      }
      if (mark === 34) inString = true
      else if (mark === 123 || mark === 91) depth += 1
      else if (state === 'list' && depth === 0 && (mark === 44 || mark === 93)) {
        const after = line
        line = startLine
        add(chunk.slice(start, i))
        const found = take()
        line = after
        if (found.length === 0 && mark === 44) throw new JsonFault(line, "expected a value, found ','")
        yield* found
        start = i + 1
        startLine = line
        if (mark === 93) state = 'end'
      } else if (mark === 125 || mark === 93) depth -= 1
      else if (state === 'end' && mark > 32) throw new JsonFault(line, 'expected the end of the file after the list')
    }
    if (state === 'value' || state === 'list') {
      const after = line
      line = startLine
      add(chunk.slice(start))
      line = after
    }
  }
  if (state === 'list') throw new JsonFault(line, 'the file ends inside a list')
  if (state === 'start') throw new JsonFault(line, 'the file holds no JSON')
  if (state === 'value') yield* take()
}
