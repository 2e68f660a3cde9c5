// Finds what a mistyped word was meant to be.

/**
 * Up to three of `known` that are close to `word`, nearest first: at most a third of its letters differ
 * (Damerau-Levenshtein distance, case ignored), or one begins with the other.
 */
export function nearest(word: string, known: Iterable<string>): string[] {
  const wanted = word.toLowerCase()
  const scored: Array<{ name: string; distance: number }> = []
  for (const name of known) {
    const other = name.toLowerCase()
    const distance = editDistance(wanted, other)
    const begins = Math.min(wanted.length, other.length) >= 3 && (other.startsWith(wanted) || wanted.startsWith(other))
    const close = distance < wanted.length && distance <= Math.max(1, Math.floor(wanted.length / 3))
    if (close || begins) scored.push({ name, distance })
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return scored.slice(0, 3).map(({ name }) => name)
}

/** " (did you mean 'model'?)", or nothing where no name is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = nearest(word, known)
  return names.length === 0 ? '' : ` (did you mean ${names.map((name) => `'${name}'`).join(' or ')}?)`
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let twoBack: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const current = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        best = Math.min(best, (twoBack[j - 2] ?? 0) + 1)
      }
      current.push(best)
    }
    twoBack = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
