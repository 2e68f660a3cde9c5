// The names in a source's list of authors: as printed, or by the local name of an author.
import type { Bundle } from './format.ts'

/** What stands on the source for an entry of its `authors`. */
export function printedAuthor({ authors }: Pick<Bundle, 'authors'>, entry: string): string {
  return (Object.hasOwn(authors, entry) ? authors[entry]?.name : undefined) ?? entry
}
