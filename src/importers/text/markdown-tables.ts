// Reads the pipe tables of a Markdown page, with what stands above each.

export interface MarkdownTable {
  /** The nearest heading above, without its signs. */
  heading: string | null
  /** The lines between that heading and the table. */
  above: string[]
  columns: string[]
  rows: { cells: string[]; line: number }[]
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

const RULE = /^\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$/

/** All tables of the page, in their order. */
export function markdownTables(text: string): MarkdownTable[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const tables: MarkdownTable[] = []
  let heading: string | null = null
  let above: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1]
    if (title !== undefined) {
      heading = title
      above = []
    } else if (line.includes('|') && RULE.test(lines[at + 1] ?? '')) {
      const table: MarkdownTable = { heading, above, columns: cellsOf(line), rows: [] }
      at += 2
      for (; at < lines.length && (lines[at] ?? '').trim().startsWith('|'); at++)
        table.rows.push({ cells: cellsOf(lines[at] ?? ''), line: at + 1 })
      tables.push(table)
      above = []
      at -= 1
    } else if (line.trim() !== '') above.push(line.trim())
  }
  return tables
}

/** "[name](address)" -> both; a plain text is a name without an address. */
export function linkIn(text: string): { name: string; url: string | undefined } {
  const [, name, url] = /^\[([^\]]*)\]\(([^)\s]+)\)$/.exec(text.trim()) ?? []
  return { name: name ?? text.trim(), url }
}
