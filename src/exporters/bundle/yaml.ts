// The text of a bundle: every scalar a text, short maps and lists on one line.
import { Document, isCollection, isScalar, visit } from 'yaml'
import type { Entry, Written } from './draft.ts'

/** Maps and lists of plain texts up to this many characters stand on one line. */
const LINE = 100

/** What is undefined is left out. The first lines are a comment. */
export function bundleText(bundle: Entry, comment: string): string {
  const document = new Document(withoutGaps(bundle), { schema: 'failsafe' })
  document.commentBefore = ` ${comment}`
  visit(document, {
    Scalar(_, node) {
      // Plain, an empty text would leave nothing to see, and << would draw another map in. Lines and tabs are safe in quotes.
      if (/^$|^<<$|^\s|\s$|[\t\r\n]/.test(String(node.value))) node.type = 'QUOTE_DOUBLE'
    },
    Collection(_, node) {
      if (!node.items.every((item) => !isCollection(inside(item)))) return
      if (JSON.stringify(node.toJSON()).length <= LINE) node.flow = true
    },
  })
  return document.toString({ lineWidth: 120, flowCollectionPadding: false, doubleQuotedAsJSON: true })
}

const inside = (item: unknown): unknown =>
  item !== null && typeof item === 'object' && 'value' in item && !isScalar(item) ? item.value : item

function withoutGaps(value: Written): Written {
  if (Array.isArray(value)) return value.map(withoutGaps)
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => (inner === undefined ? [] : [[field, withoutGaps(inner)]])),
  )
}
