// The format leaderboard-table: a saved leaderboard page whose table joins name, attributes and date of a method in its first cell.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { BundleBuilder } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import { FileFault, type Format, type InputRow, Refusal } from '../dump/format.ts'
import { wholeText } from '../dump/input-file.ts'
import { markdownTables } from '../text/markdown-tables.ts'

interface MethodRow {
  cells: string[]
  /** Place of the row in the table, from 1. */
  number: number
}

const TITLE = /^(?<title>(?:.+? on )?(?<benchmark>\S.*?)(?: \((?<split>[^()]+)\))?)$/

// Attributes that file a row under a category; every other one says how the method was set up.
const CATEGORIES = new Set(['Model Category', 'Model Type', 'RM Type'])
const FIRST = '(?:Judge Backbone|Training Dataset|Supervision Signal|Model Category|Model Type|RM Type)'
const HEADING = new RegExp(`^(?<name>.+?)(?:(?<attributes>${FIRST}=.*?))?(?<date>(?:19|20)\\d\\d\\.\\d\\d)?$`)

/** "GPT-4oModel Type=LLM-as-a-Judge2025.07": the name, its attributes and its date are printed without anything between them. */
export function readHeading(text: string): { name: string; attributes: [string, string][]; date: string | undefined } {
  const { name = text, attributes = '', date } = HEADING.exec(text)?.groups ?? {}
  const pairs = attributes === '' ? [] : attributes.split(/, (?=[A-Z][\w ]*=)/)
  return {
    name: name.trim(),
    attributes: pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    date: date ? (parsePartialDate(date.replace('.', '-')) ?? undefined) : undefined,
  }
}

export const leaderboardTable: Format<MethodRow> = {
  name: 'leaderboard-table',
  unit: () => 'FILE',
  recognise: (_, head) => /^Evaluation results\s*$/m.test(head) && /^\|\s*Method\s*\|/m.test(head),
  async read(dump, { asOf = today() }) {
    const [file] = dump.files
    if (!file) throw new TypeError('a dump without a file')
    const text = await wholeText(file)
    const line =
      text
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)
        .find((one) => one.trim() !== '')
        ?.trim() ?? file.name
    const { title = line, benchmark = line, split } = TITLE.exec(line)?.groups ?? {}
    const table = markdownTables(text).find(({ columns }) => columns[0] === 'Method')
    async function* rows(): AsyncGenerator<InputRow<MethodRow> | FileFault> {
      const name = file?.name ?? ''
      if (!table) yield new FileFault(name, null, 'has no table headed Method')
      for (const [index, { cells, line: at }] of (table?.rows ?? []).entries())
        yield { file: name, line: at, value: { cells, number: index + 1 } }
    }
    const first = (text.match(/^[\d.]+([A-Z][A-Za-z ]*?) Score/m) ?? [])[1]
    const empty = new Set(
      table?.columns.flatMap((_, index) =>
        table.rows.every(({ cells }) => (cells[index] ?? '') === '') ? [index] : [],
      ),
    )
    const twice = (name: string) => (table?.rows ?? []).filter(({ cells }) => cells[0] === name).length > 1
    return {
      rows: rows(),
      builder: () => new BundleBuilder({ kind: 'AGGREGATOR', title }),
      map({ value: { cells, number } }, builder) {
        const [heading = '', ...values] = cells
        const { name, attributes, date } = readHeading(heading)
        if (name === '') throw new Refusal('Method', 'names no method')
        const pick = (category: boolean) =>
          Object.fromEntries(attributes.filter(([key]) => CATEGORIES.has(key) === category))
        const [labels, configuration] = [pick(true), pick(false)]
        const model = builder.model({ name })
        values.forEach((printed, index) => {
          // Links have no text in a saved page: their column is empty, wherever their heading has slipped to.
          if (empty.has(index + 1)) return
          const column = (table?.columns[index + 1] ?? '').replace(/^Links$/, '')
          const part = index === 0 && first ? first : column
          builder.observation(
            {
              ...{ model, reportedName: name, printed },
              setting: builder.setting({
                benchmark: builder.benchmark(benchmark),
                subset:
                  part !== ''
                    ? part
                    : {
                        inferred: `column ${index + 1}`,
                        because: 'The heading of the column is lost in the saved page.',
                      },
                protocol: split ? { split } : {},
              }),
              locator: {
                table: title,
                row: twice(heading) ? `${heading} (row ${number})` : heading,
                column: String(index + 1),
              },
              ...(Object.keys(configuration).length > 0 ? { configuration } : {}),
              ...(Object.keys(labels).length > 0 ? { labels } : {}),
              ...(date ? { publishedAt: date } : {}),
            },
            { series: title, asOf },
            `column ${index + 1}`,
          )
        })
      },
    }
  },
}
