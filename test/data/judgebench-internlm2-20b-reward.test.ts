// The JudgeBench page: both captured tables text by text, where they come from, and what the page leaves open.
import { expect, it } from 'vitest'
import { readCaptured, readPage } from './read-page.ts'

type Captured = {
  canonicalPage: string
  lastUpdated: string
  publishedSources: string[]
  details: Record<string, string>
  benchmarksCovered: string
  tables: { heading: string; columns: string[]; rows: string[][] }[]
}
const captured = readCaptured<Captured>('judgebench-internlm2-20b-reward')
const { page, setting, benchmark } = readPage('judgebench-internlm2-20b-reward')
const tables = Object.values(page.tables)

it('holds both captured tables, text by text', () => {
  // The label "Type" stands in the second column of the first table.
  const texts = tables.map(({ heading, columns, rows }) => ({
    heading,
    scores: columns.map((column) => column.name),
    rows: rows.map(({ name, labels, cells }) => [name, ...Object.values(labels ?? {}), ...cells]),
  }))
  const asPrinted = captured.tables.map(({ heading, columns, rows }) => ({
    heading,
    scores: columns.filter((column) => column.endsWith('(%)')),
    rows,
  }))
  expect(texts).toEqual(asPrinted)
  expect(tables.flatMap((table) => table.rows.flatMap((row) => row.cells))).toHaveLength(10)
  expect(Object.keys(tables[0]?.rows[0]?.labels ?? {})).toEqual(['Type'])
})

it('gives each column the setting that its heading names', () => {
  for (const column of tables.flatMap((table) => table.columns)) {
    const { subset, metric, unit } = setting(column.setting)
    expect(`${subset} (${unit})`).toBe(column.name)
    expect(metric).toBe('accuracy')
    expect(benchmark(column.setting)?.name).toBe('JudgeBench')
  }
})

it('knows the response split of the first table and not that of the second', () => {
  const splits = tables.map((table) => [
    ...new Set(table.columns.map((column) => setting(column.setting).protocol['response split'])),
  ])
  expect(splits).toEqual([['GPT-4o-2024-05-13'], [null]])
})

it('takes app and paper for the sources and the page for the witness', () => {
  expect(tables.map((table) => page.sources[table.source ?? '']?.url)).toEqual(captured.publishedSources)
  expect(tables.map((table) => table.readFrom)).toEqual([page.page, page.page])
  const witness = page.sources[page.page]
  expect(witness).toMatchObject({ kind: 'AGGREGATOR', url: captured.canonicalPage, updatedAt: captured.lastUpdated })
})

it('has each detail of the model as a fact, or as the gap that the page prints in its place', () => {
  const facts = page.models['internlm2-20b-reward']?.facts ?? []
  for (const [label, text] of Object.entries(captured.details)) {
    const property = label.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    const fact = facts.find((one) => one.property.toLowerCase() === property.toLowerCase())
    const gap = page.notes.find((note) => note.id !== undefined && note.id === fact?.missing)
    const printed = gap && 'placeholder' in gap ? gap.placeholder : fact?.value
    // Of a link its address.
    expect([label, printed]).toEqual([label, /\((https:[^)]+)\)$/.exec(text)?.[1] ?? text])
  }
})

it('keeps the open response split of the supplement, and the coverage', () => {
  const issues = page.notes.filter((note) => 'issue' in note)
  expect(issues).toMatchObject([
    { issue: 'AMBIGUOUS_SETTING', state: 'OPEN', subjects: [{ source: 'app' }, { benchmark: 'judgebench' }] },
  ])
  const [covered, all] = captured.benchmarksCovered.split(' of ')
  expect(page.notes.find((note) => note.code === 'benchmarks-covered')?.text).toMatch(
    new RegExp(`\\b${covered} of its ${all}\\b`),
  )
})
