// How deep a JSON text nests, found without parsing it: what is nested without end overflows whoever walks it.

/** Deepest nesting of lists and objects that requests may have: far more than any filter or reference needs. */
export const deepestJson = 100

const [quote, backslash, openList, closeList, openObject, closeObject] = Array.from('"\\[]{}', (one) =>
  one.charCodeAt(0),
)

/** Whether a JSON text (UTF-8) nests deeper than `most`; of what is no JSON, anything may be said. */
export function nestsDeeper(text: Uint8Array, most = deepestJson): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]
    if (inString) {
      if (byte === backslash) i += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > most) return true
    } else if (byte === closeList || byte === closeObject) depth -= 1
  }
  return false
}
