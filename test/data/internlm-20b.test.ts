// The internlm-20b page: the bundle against the captured table, and what its notes involve.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundle } from '../../src/importers/bundle/format.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const captured: Record<string, string>[] = JSON.parse(read('../fixtures/internlm-20b-rows.json'))
const page = bundle.parse(parse(read('../../data/internlm-20b.yaml'), { schema: 'failsafe' }))
const observations = page.observations.flatMap((entry) =>
  'each' in entry ? entry.each.map((member) => ({ ...entry.common, ...member })) : [entry],
)

it('holds the captured table: benchmark, score and metric, evidence words, day and report', () => {
  const rows = observations.map((observation) => {
    const own = page.settings[observation.setting ?? '']
    const setting = { ...page.settings[own?.like ?? ''], ...own }
    return {
      Benchmark: page.benchmarks[setting.benchmark ?? '']?.name,
      Score: `${observation.printed}${setting.metric} (${setting.unit})`,
      'Evidence status': observation.evidenceLabel,
      Measured: `${observation.measuredAt}${page.sources[observation.source ?? '']?.title}`,
    }
  })
  expect(captured).toHaveLength(6)
  expect(rows).toEqual(captured)
  expect(observations.map((observation) => observation.locator?.row)).toEqual(captured.map((row) => row.Benchmark))
})

it('takes the reports for the sources, the page for the witness, and nobody for the measurer', () => {
  for (const { source, readFrom, evidence, measuredBy } of observations) {
    expect(page.sources[source ?? '']?.kind).toBe('PAPER')
    expect({ readFrom, evidence, measuredBy }).toEqual({
      readFrom: page.page,
      evidence: 'OTHER_DEVELOPER',
      measuredBy: undefined,
    })
  }
})

it('doubts the day of all six scores, and the word self-reported where it stands', () => {
  const involved = (kind: string) => {
    const notes = page.notes.filter((note) => 'issue' in note && note.issue === kind)
    expect(notes).toHaveLength(1)
    return notes.flatMap((note) => note.subjects.map((subject) => 'observation' in subject && subject.observation))
  }
  const ids = (test: (label: string) => boolean) =>
    observations.filter(({ evidenceLabel }) => test(evidenceLabel ?? '')).map(({ id }) => id)
  expect(involved('WRONG_DATE').sort()).toEqual(ids(() => true).sort())
  expect(involved('WRONG_EVIDENCE').sort()).toEqual(ids((label) => label.startsWith('self-reported')).sort())
  const release = page.models['internlm-20b']?.facts.find((fact) => fact.property === 'releaseDate')
  expect(new Set(observations.map(({ measuredAt }) => measuredAt))).toEqual(new Set([release?.value]))
})
