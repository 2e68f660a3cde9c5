// A page of a list that was computed whole: the same arguments and cursors as for lists of the database.
import { InputError } from '../domain/input-error.ts'
import { decodeCursor, encodeCursor, listMark } from './cursor.ts'
import { type Page, type PageArguments, pageSize } from './list.ts'

const terms = [{ expression: { text: 'key' }, type: 'text' as const, descending: false }]

const marks = new Map<string, string>()
function markOf(name: string): string {
  const mark = marks.get(name) ?? listMark(name, terms)
  marks.set(name, mark)
  return mark
}

/** `items` in their order; `keyOf` tells them apart and is what cursors hold. */
export function computedPage<Item>(
  name: string,
  items: readonly Item[],
  args: PageArguments,
  keyOf: (item: Item) => string,
): Page<Item> & { total: number } {
  const size = pageSize(args)
  const mark = markOf(name)
  const placeOf = (side: 'after' | 'before', cursor: string) => {
    const [key] = decodeCursor(side, cursor, mark, terms)
    const place = items.findIndex((item) => keyOf(item) === key)
    if (place < 0) throw new InputError(side, `What "${side}" points at is not in this list; start without a cursor.`)
    return place
  }
  const start = args.after == null ? 0 : placeOf('after', args.after) + 1
  const end = args.before == null ? items.length : placeOf('before', args.before)
  const backwards = args.last != null
  const within = items.slice(start, end)
  const shown = backwards ? within.slice(-size) : within.slice(0, size)
  const more = within.length > shown.length
  const cursorOf = (item: Item | undefined) => (item === undefined ? null : encodeCursor(mark, [keyOf(item)]))
  return {
    nodes: shown,
    get edges() {
      return shown.map((node) => ({ cursor: cursorOf(node) as string, node }))
    },
    get pageInfo() {
      return {
        hasNextPage: backwards ? args.before != null : more,
        hasPreviousPage: backwards ? more : args.after != null,
        startCursor: cursorOf(shown[0]),
        endCursor: cursorOf(shown.at(-1)),
      }
    },
    total: items.length,
  }
}
