// The InternLM2-Chat-20B page: twelve captured measurements field by field, the page's notes, facts and popularity.
import { expect, it } from 'vitest'
import type { BundleNote } from '../../src/importers/bundle/format.ts'
import { readCaptured, readPage } from './read-page.ts'

type Captured = {
  measurements: Record<string, string>[]
  notes: { type: 'Not published' | 'Unresolved'; code: string; numbers: string[] }[]
  additionalSources: string[]
  popularity: { value: string; outOf: string; change: string; keyOfWeeklyChart: { name: string; printed: string }[] }
  facts: { statedBy: string; openWeights: string; license: string; parameters: string; activePerToken: string }
  results: string
  page: string
}
const captured = readCaptured<Captured>('internlm2-chat-20b')
const { page, observations, setting, benchmark } = readPage('internlm2-chat-20b')
const noteOf = (code: string) => page.notes.find((note) => note.code === code)
const involved = (note: BundleNote | undefined) =>
  (note?.subjects ?? []).flatMap((subject) => ('observation' in subject ? [subject.observation] : []))
const named = (id: string) => observations.find((observation) => observation.id === id)
/** The twelve measurements by the name of their benchmark: those that have the page's word on their evidence. */
const measurements = new Map(
  observations.filter((one) => one.evidenceLabel).map((one) => [benchmark(one.setting)?.name, one]),
)

it.each(captured.measurements.map((measurement) => [measurement.name ?? '', measurement] as const))(
  'holds %s as captured, field by field',
  (name, asPrinted) => {
    const observation = measurements.get(name.replace(', Correct Rate', ''))
    const { metric, unit, edition, higherIsBetter } = setting(observation?.setting)
    const hasUnit = !involved(noteOf('unit-not-provided')).includes(observation?.id ?? '')
    const source = page.sources[observation?.source ?? '']
    expect(observation?.printed).toBe(asPrinted['Source value'])
    expect(asPrinted.Metric?.toLowerCase().replace('0-100 ', '')).toBe(metric)
    expect(hasUnit ? unit : 'No unit provided').toBe(asPrinted.Unit)
    expect(hasUnit).toBe(unit !== null)
    expect(edition).toBe(asPrinted['Benchmark version'])
    expect(benchmark(observation?.setting)?.category).toBe(asPrinted.Category)
    expect(asPrinted.Direction).toBe(higherIsBetter === 'true' ? 'Higher is better' : undefined)
    expect(observation?.sampleSize?.toString()).toBe(asPrinted.Sample)
    expect(observation?.evidenceLabel).toBe(asPrinted['Source type'])
    expect(observation?.retrievedAt).toBe(asPrinted['Retrieved at'])
    expect(asPrinted.Status).toBe((observation?.status ?? 'ACTIVE').toLowerCase())
    for (const part of [source?.title, source?.arxivId, source?.version, observation?.locator?.table]) {
      expect(asPrinted.Evaluator).toContain(part ?? '')
    }
    expect(observation).toMatchObject({ readFrom: page.page, methodology: expect.any(String) })
  },
)

it('has twelve measurements and no more', () => {
  expect(captured.measurements).toHaveLength(12)
  expect(measurements.size).toBe(12)
  expect(involved(noteOf('unit-not-provided'))).toHaveLength(10)
  expect(captured.measurements.find(({ name }) => name === 'IFEval')?.Metric).toContain(
    `${setting('ifeval').min}-${setting('ifeval').max}`,
  )
})

it('tells the vendor from the independent evaluator, and who measured only where the page does', () => {
  expect(named('proteinlmbench')).toMatchObject({ evidence: 'INDEPENDENT', measuredBy: ['toursynbio'] })
  for (const one of [...measurements.values()].filter(({ id }) => id !== 'proteinlmbench')) {
    expect(one).toMatchObject({ evidence: 'VENDOR' })
    expect(one.measuredBy).toBeUndefined()
  }
})

it('gives the shots of Table 6 as stated', () => {
  expect(['cmmlu', 'c-eval', 'gaokao'].map((id) => setting(id).protocol.shots)).toEqual(['5', '5', '0'])
})

it('holds the five notes of the page with the aspects that each names', () => {
  const own = captured.notes.map(({ code }) => {
    const note = noteOf(code)
    if (note && 'issue' in note) return { type: 'Unresolved', code, says: note.issue }
    return { type: 'Not published', code, says: note && 'notPublished' in note ? note.notPublished : null }
  })
  expect(own.map(({ type, code }) => ({ type, code }))).toEqual(
    captured.notes.map(({ type, code }) => ({ type, code })),
  )
  expect(own.map(({ says }) => says)).toEqual([
    ['DATASET_REVISION', 'PROMPT', 'UNIT', 'DECODING', 'QUANTIZATION', 'RUN_DATE'],
    ['SAMPLE_SIZE', 'UNCERTAINTY'],
    'DISAGREEMENT',
    'AMBIGUOUS_SETTING',
    ['SCORE'],
  ])
})

it('has the report values that only a note mentions, in conflict with those of the card', () => {
  const note = captured.notes.find(({ code }) => code === 'conflicting-model-card-scores')
  const values = involved(noteOf('conflicting-model-card-scores')).map((id) => named(id))
  expect(values.map((one) => one?.printed)).toEqual(note?.numbers)
  expect(values.map((one) => one?.source)).toEqual(['report', 'card', 'report', 'card'])
  expect(values.map((one) => benchmark(one?.setting)?.name)).toEqual(['MATH', 'MATH', 'HumanEval', 'HumanEval'])
})

it('measures popularity and its change, and that of the models in the key of the chart', () => {
  const { value, outOf, change, keyOfWeeklyChart } = captured.popularity
  expect([named('popularity')?.printed, named('popularity-change')?.printed]).toEqual([value, change])
  expect(setting('popularity').max).toBe(outOf)
  const key = observations.filter((one) => one.setting === 'popularity-weekly')
  expect(key.map(({ model, printed }) => ({ name: page.models[model ?? '']?.name, printed }))).toEqual(keyOfWeeklyChart)
  // Twelve measurements, two report values, popularity and change, four of the key.
  expect(observations).toHaveLength(20)
})

it('has the facts with who states them', () => {
  const facts = Object.fromEntries(
    (page.models['internlm2-chat-20b']?.facts ?? []).map((fact) => [fact.property, fact]),
  )
  const { statedBy, activePerToken, ...values } = captured.facts
  for (const [property, value] of Object.entries(values)) {
    expect(facts[property]).toMatchObject({ value, statedBy: 'shanghai-ai-lab' })
  }
  expect(page.authors['shanghai-ai-lab']?.name).toBe(statedBy)
  expect(page.notes.find(({ id }) => id === facts.activeParameters?.missing)).toMatchObject({
    placeholder: activePerToken,
  })
})

it('lists every additional source, with identifier, licence and day of retrieval', () => {
  const day = (date: string) => new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const found = captured.additionalSources.map((line) =>
    Object.values(page.sources).find(({ kind, title, arxivId, version, license, retrievedAt }) => {
      if (kind !== 'PAPER') return [title, ...(license ? [license] : [])].join(', ') === line
      return line.includes(`${arxivId}${version ?? ''}`) && line.endsWith(`(retrieved ${day(retrievedAt ?? '')})`)
    }),
  )
  expect(found.map((source, at) => source ?? captured.additionalSources[at])).toEqual(
    captured.additionalSources.map(() => expect.objectContaining({ kind: expect.any(String) })),
  )
  expect(new Set(found).size).toBe(captured.additionalSources.length)
})

it('says how much of the page was captured', () => {
  expect(noteOf('results-captured')?.text).toContain(
    `${measurements.size} of the ${captured.results} results of the page, ${captured.page.toLowerCase()}`,
  )
})
