// Which statements are prepared: those that come again, as far as there is room, the ones used last.
import { createHash } from 'node:crypto'

/**
 * Room for prepared statements, on each connection: so many, of so many characters in all. PostgreSQL keeps a plan some
 * hundred times as large as its text, and texts are as long and as many as callers make them, by filters and columns.
 */
const room = { statements: 500, characters: 1_000_000 }
/** Longer texts are those of large filters, which hardly come again. */
const longest = 50_000

/** The texts that have come, the last one used last; undefined for one that has come only once. */
const known = new Map<string, string | undefined>()
const prepared = new Set<string>()
let characters = 0

/** The name under which a text is prepared; undefined where it is sent without: too long, or for the first time. */
export function nameOf(text: string): string | undefined {
  if (text.length > longest) return undefined
  if (!known.has(text)) {
    characters += text.length
    for (const [other] of known) {
      if (known.size < room.statements && characters <= room.characters) break
      forget(other)
    }
    known.set(text, undefined)
    return undefined
  }
  const name = known.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 22)
  known.delete(text)
  known.set(text, name)
  prepared.add(name)
  return name
}

function forget(text: string): void {
  prepared.delete(known.get(text) ?? '')
  known.delete(text)
  characters -= text.length
}

/** Of the names that are prepared on a connection, those that no statement has any longer. */
export const toClose = (names: readonly string[]): string[] => names.filter((name) => !prepared.has(name))
