// Answers kept in this process, up to so many bytes; those that nobody asked for longest go first.
import type { AnswerStore } from './store.ts'

/** What an entry costs beside its text, in bytes: key, map and object, roughly. */
const overhead = 200

/** @param most bytes; V8 keeps a text of Latin letters in one byte a letter, and any other text in two */
export function memoryStore(most: number): AnswerStore {
  /** A Map tells its keys in the order in which they were put in. */
  const kept = new Map<string, string>()
  let bytes = 0
  const sizeOf = (text: string) => text.length * 2 + overhead
  const forget = (key: string, text: string) => {
    kept.delete(key)
    bytes -= sizeOf(text)
  }
  return {
    async get(key) {
      const text = kept.get(key)
      if (text === undefined) return undefined
      kept.delete(key)
      kept.set(key, text)
      return text
    },
    async set(key, text) {
      const known = kept.get(key)
      if (known !== undefined) forget(key, known)
      if (sizeOf(text) > most) return
      kept.set(key, text)
      bytes += sizeOf(text)
      for (const [oldest, its] of kept) {
        if (bytes <= most) break
        forget(oldest, its)
      }
    },
    close: async () => {},
  }
}
