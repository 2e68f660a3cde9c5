// Writes who is named on a source, in the printed order.
import { insertRows, type Row, type Writing } from './writing.ts'

interface AuthorList {
  sourceId: number
  path: PropertyKey[]
  authors: { authorId: number; printedName: string }[]
}

/**
 * A source without authors takes the list as it is. A known list stays unless the new one goes on where it ends ("Sijun Tan
 * and colleagues", then all eight): lists that contradict each other are rejected.
 */
export async function writeAuthorships(writing: Writing, lists: readonly AuthorList[]): Promise<void> {
  const given = lists.filter(({ authors }) => authors.length > 0)
  if (given.length === 0) return
  const found = await writing.rows<{ source_id: number; author_id: number }>(
    'SELECT source_id, author_id FROM authorship WHERE source_id = ANY($1::int[]) ORDER BY source_id, position',
    given.map(({ sourceId }) => sourceId),
  )
  const known = new Map<number, number[]>()
  for (const { source_id, author_id } of found) known.set(source_id, [...(known.get(source_id) ?? []), author_id])
  const added: Row[] = []
  for (const { sourceId, path, authors } of given) {
    const before = known.get(sourceId) ?? []
    const clash = authors.findIndex(({ authorId }, index) => index < before.length && before[index] !== authorId)
    if (clash >= 0) {
      const reason = `names '${authors[clash]?.printedName}' at place ${clash + 1}, where the known list has another author`
      writing.ledger.reject('source', [{ path: [...path, clash], reason }])
      continue
    }
    authors.slice(before.length).forEach(({ authorId, printedName }) => {
      added.push({
        source_id: sourceId,
        position: before.length + 1,
        author_id: authorId,
        printed_name: printedName,
      })
      before.push(authorId)
    })
    known.set(sourceId, before)
  }
  await insertRows(writing, 'authorship', added)
}
