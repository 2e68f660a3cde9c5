// The RM-Bench page: the bundle against the captured table, cell by cell, and the arithmetic its inferences rest on.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type BundleRow, bundle } from '../../src/importers/bundle/format.ts'

interface CapturedRow {
  heading: string
  cells: string[]
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const captured: CapturedRow[] = JSON.parse(read('../fixtures/rm-bench-cells.json'))
const page = bundle.parse(parse(read('../../data/rm-bench.yaml'), { schema: 'failsafe' }))
const { columns = [], rows = [] } = page.tables.results ?? {}

/** The setting of a cell (columns from 1): its row's word, or else its column's. */
function settingOf(row: BundleRow, column: number): string | null {
  const own = row.settings[column]
  return own === undefined ? (columns[column - 1]?.setting ?? null) : own
}
/** A printed number in hundredths; null for a dash. */
function hundredths(text: string | undefined): number | null {
  if (text === undefined || text === '—') return null
  const [whole = '', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
/** The numbers that a row prints under any of the settings, in hundredths. */
function printed(row: BundleRow, ...settings: string[]): number[] {
  return row.cells.flatMap((cell, index) => {
    const value = hundredths(cell)
    return value !== null && settings.includes(settingOf(row, index + 1) ?? '') ? [value] : []
  })
}
/** Whether a printed mean can be that of printed parts. A row prints to one decimal throughout, or to two. */
function meanHolds(row: BundleRow, mean: number | undefined, parts: number[]): boolean {
  const halfUnit = row.cells.some((cell) => /\.\d\d$/.test(cell)) ? 0.5 : 5
  const sum = parts.reduce((total, part) => total + part, 0)
  return Math.abs(sum - parts.length * (mean ?? Number.NaN)) <= parts.length * 2 * halfUnit
}
const domains = ['chat', 'domain-2', 'domain-3', 'domain-4']
const levels = ['hard', 'normal', 'easy']

describe('the captured table', () => {
  it('stands in the bundle, all 900 texts and 100 row headings', () => {
    expect(rows.map((row) => ({ heading: row.printed, cells: row.cells }))).toEqual(captured)
    const cells = captured.flatMap((row) => row.cells)
    expect([cells.filter((cell) => cell !== '—').length, cells.filter((cell) => cell === '—').length]).toEqual([
      512, 388,
    ])
  })

  it.each(captured.map((row, index) => [row.heading, index] as const))('%s is taken apart', (heading, index) => {
    const row = rows[index] as BundleRow
    const attributes = heading.slice(row.name.length, -'2026.06'.length).split(', ').sort()
    const taken = [...Object.entries(row.configuration ?? {}), ...Object.entries(row.labels ?? {})]
    expect(heading.startsWith(row.name)).toBe(true)
    expect(taken.map(([name, value]) => `${name}=${value}`).sort()).toEqual(attributes)
    expect(row.publishedAt?.replace('-', '.')).toBe(heading.slice(-7))
  })

  it('files categories as labels and everything else as configuration', () => {
    const names = (key: 'labels' | 'configuration') => [...new Set(rows.flatMap((row) => Object.keys(row[key] ?? {})))]
    expect(names('labels').sort()).toEqual(['Model Category', 'Model Type', 'RM Type'])
    expect(names('configuration').sort()).toEqual([
      'Backbone',
      'Evaluation Strategy',
      'Judge Backbone',
      'Scaling',
      'Supervision Signal',
      'Training Dataset',
    ])
  })

  it('names the one column whose name the capture keeps', () => {
    expect(columns.map((column) => column.name)).toEqual(['Chat Score', ...Array(8).fill(undefined)])
  })
})

describe('the settings of cells', () => {
  it('are known for every number, and for no dash of columns 5 and 6', () => {
    for (const row of rows) {
      row.cells.forEach((cell, index) => {
        const setting = settingOf(row, index + 1)
        if (cell !== '—' || ![5, 6].includes(index + 1)) expect(page.settings).toHaveProperty([String(setting)])
        else expect(setting).toBeNull()
      })
    }
  })

  it('give every row exactly one overall', () => {
    expect(rows.map((row) => printed(row, 'overall').length)).toEqual(Array(100).fill(1))
  })

  it('make the overall the mean of the four domains in 70 of 72 rows, or else of the three levels', () => {
    const whole = rows.filter((row) => printed(row, ...domains).length === 4)
    const graded = rows.filter((row) => printed(row, ...levels).length === 3)
    const byDomains = whole.filter((row) => meanHolds(row, printed(row, 'overall')[0], printed(row, ...domains)))
    const byLevels = graded.filter((row) => meanHolds(row, printed(row, 'overall')[0], printed(row, ...levels)))
    expect([whole.length, byDomains.length, graded.length, byLevels.length]).toEqual([72, 70, 36, 35])
    expect(whole.filter((row) => !byDomains.includes(row) && !byLevels.includes(row))).toEqual([])
    expect(rows.filter((row) => !whole.includes(row)).map((row) => printed(row).length)).toEqual(Array(28).fill(0))
  })

  it('order the three levels from hard to easy in all 36 rows', () => {
    const graded = rows.map((row) => printed(row, ...levels)).filter((values) => values.length > 0)
    expect(graded).toHaveLength(36)
    expect(graded.filter(([hard = 0, normal = 0, easy = 0]) => hard < normal && normal < easy)).toHaveLength(36)
  })

  it('set 16 values of column 6 apart, none of them the mean of the domains, and one issue is about them', () => {
    const apart = rows.filter((row) => row.settings[6] === 'column-6-unexplained')
    expect(apart).toHaveLength(16)
    for (const row of apart) {
      expect(meanHolds(row, hundredths(row.cells[5]) ?? undefined, printed(row, ...domains))).toBe(false)
    }
    expect(page.notes.filter((note) => 'issue' in note)).toMatchObject([
      {
        issue: 'AMBIGUOUS_COLUMN',
        subjects: [{ cells: { table: 'results', column: 6, setting: 'column-6-unexplained' } }],
      },
    ])
  })
})

it('says that column names are lost, and of which settings', () => {
  const lost = page.notes.find((note) => 'notPublished' in note && note.notPublished.includes('COLUMN_NAME'))
  const inferred = Object.entries(page.settings).filter(([, setting]) => typeof setting.subset === 'object')
  expect(lost).toMatchObject({ extent: 'CAPTURE' })
  expect(lost?.subjects.slice(1).map((subject) => 'setting' in subject && subject.setting)).toEqual(
    expect.arrayContaining(inferred.map(([id]) => id)),
  )
})
