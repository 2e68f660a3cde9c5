// Which statements are prepared: those that come again, the most recent ones, and none that is very long.
import { createHash } from 'node:crypto'

/** Statements that are prepared at once, on each connection. */
const most = 500
/** Longer texts are those of large filters, which hardly come again, and PostgreSQL keeps a plan many times as large. */
const longest = 8_000

interface Known {
  name: string
  /** Whether it has come before. */
  again: boolean
}

/** The last one used is the last one here. */
const known = new Map<string, Known>()
const prepared = new Set<string>()

/** The name under which a text is prepared; undefined where it is sent without: too long, or for the first time. */
export function nameOf(text: string): string | undefined {
  if (text.length > longest) return undefined
  const one = known.get(text)
  if (!one) {
    const [oldest] = known
    if (known.size >= most && oldest) {
      known.delete(oldest[0])
      prepared.delete(oldest[1].name)
    }
    known.set(text, { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), again: false })
    return undefined
  }
  known.delete(text)
  known.set(text, one)
  one.again = true
  prepared.add(one.name)
  return one.name
}

/** Of the names that are prepared on a connection, those that are to be closed there: more than enough, and not in use. */
export function toClose(names: readonly string[]): string[] {
  return names.length < most + most / 5 ? [] : names.filter((name) => !prepared.has(name))
}
