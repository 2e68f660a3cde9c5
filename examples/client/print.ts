// Lays evidence out as text: a table of scores, and below it the notes that its last column points at.
import type { Evidence, Gap, Issue, Score } from './evidence.ts'

/** Most characters of a line in each column; longer texts go on in the next line. */
const columns = { score: 14, setting: 40, source: 48, status: 10, notes: 8 }

/** A text in lines of at most `width` characters, broken between words; a longer word stays whole. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Rows of cells, each cell a list of paragraphs, as aligned lines. */
function layOut(rows: string[][][]): string {
  const limits = Object.values(columns)
  const wrapped = rows.map((row) => row.map((cell, i) => cell.flatMap((text) => wrap(text, limits[i] ?? 80))))
  const widths = limits.map((_, i) => Math.max(...wrapped.flatMap((row) => (row[i] ?? []).map((line) => line.length))))
  const lines = wrapped.map((row) =>
    Array.from({ length: Math.max(...row.map((cell) => cell.length)) }, (_, line) =>
      widths
        .map((width, i) => (row[i]?.[line] ?? '').padEnd(width))
        .join('  ')
        .trimEnd(),
    ).join('\n'),
  )
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '))
  return lines.join('\n')
}

function sourceOf({ source, readFrom }: Score): string[] {
  const named = source.version ? `${source.title}, ${source.version}` : source.title
  return [named, ...(source.url ? [source.url] : []), ...(readFrom ? [`read from: ${readFrom.title}`] : [])]
}

function noteLine(mark: string, what: string, { text, statedIn }: Issue | Gap): string {
  const said = statedIn ? `${text} (Said by: ${statedIn.title})` : text
  const [first = '', ...more] = wrap(`${what}: ${said}`, 110)
  return [`  ${mark.padEnd(5)}${first}`, ...more.map((line) => ' '.repeat(7) + line)].join('\n')
}

/** The evidence on a model as a text for a terminal. */
export function printEvidence({ name, developers, scores, issues, gaps }: Evidence): string {
  // Issues are numbered I1, I2 …, gaps N1, N2 …
  const marks = new Map([
    ...issues.map(({ key }, i): [string, string] => [key, `I${i + 1}`]),
    ...gaps.map(({ key }, i): [string, string] => [key, `N${i + 1}`]),
  ])
  const marksOf = (score: Score) =>
    [...score.unresolvedIssues.nodes, ...score.notPublished.nodes].map(({ key }) => marks.get(key) ?? '?').join(' ')
  const rows = scores.map((score) => [
    [score.printed],
    [score.setting.label],
    sourceOf(score),
    [score.status],
    [marksOf(score)],
  ])
  const heading = Object.keys(columns).map((column) => [column.toUpperCase()])
  const missing = ({ aspects, extent }: Gap) =>
    `${aspects.join(', ')}${extent === 'CAPTURE' ? ', lost in the captured text' : ''}`
  return [
    developers.length > 0 ? `${name}, by ${developers.join(', ')}` : name,
    scores.length > 0 ? layOut([heading, ...rows]) : 'No scores.',
    [
      `Unresolved issues: ${issues.length}`,
      ...issues.map((issue) => noteLine(marks.get(issue.key) ?? '', issue.kind, issue)),
    ].join('\n'),
    [`Not published: ${gaps.length}`, ...gaps.map((gap) => noteLine(marks.get(gap.key) ?? '', missing(gap), gap))].join(
      '\n',
    ),
  ].join('\n\n')
}
