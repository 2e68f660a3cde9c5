// The evidence page: three reported results, one without its number, and the ordered authors of their sources.
import { expect, it } from 'vitest'
import { sourceIdentity, sourceWork } from '../../src/domain/identity.ts'
import { readCaptured, readPage } from './read-page.ts'

type Captured = {
  counts: string
  results: { name: string; benchmark: string; metric: string; table: string; printed: string | null }[]
  sources: { title: string; authorCount: string | null; authors: string[] }[]
  names: string[]
}
const captured = readCaptured<Captured>('internlm2-20b-reward-evidence')
const { page, observations, setting, benchmark } = readPage('internlm2-20b-reward-evidence')
const lost = page.notes.filter((note) => 'notPublished' in note && note.notPublished.includes('SCORE'))

it('holds the three captured results, the one without a number as a gap of the capture', () => {
  const scores = observations.map(({ reportedName, setting, locator, printed }) => ({
    name: reportedName,
    benchmark: benchmark(setting)?.name,
    metric: locator?.column,
    table: locator?.table,
    printed,
  }))
  const gaps = lost.flatMap((note) =>
    'notPublished' in note
      ? [
          {
            name: note.about?.name,
            benchmark: benchmark(note.about?.setting)?.name,
            metric: note.locator?.column,
            table: note.locator?.table,
            printed: null,
          },
        ]
      : [],
  )
  expect([...scores, ...gaps]).toEqual(captured.results)
  expect(gaps).toHaveLength(1)
  expect(lost[0]).toMatchObject({ extent: 'CAPTURE', about: { model: 'internlm2-20b-reward' } })
})

it('states metric and subset so that other pages meet them', () => {
  for (const { setting: id, printed } of observations) {
    expect(setting(id)).toMatchObject({ metric: 'accuracy', subset: 'Overall', unit: printed?.at(-1) })
  }
})

it('lists the captured sources with their authors in order', () => {
  const sources = page.sources[page.page]?.derivedFrom.map((id) => page.sources[id])
  const asPrinted = captured.sources.map(({ title, authorCount, authors }) => ({
    title,
    authors,
    ...(authorCount && { authorCount: Number(authorCount) }),
  }))
  expect(sources).toMatchObject(asPrinted)
  expect(sources?.map((source) => source?.authors)).toEqual(captured.sources.map(({ authors }) => authors))
  expect(sources?.filter((source) => source?.authors.includes('Ion Stoica'))).toHaveLength(2)
})

it('knows the model under the three printed names, each with the source that prints it', () => {
  const aliases = page.models['internlm2-20b-reward']?.aliases.flatMap((alias) =>
    typeof alias === 'string' ? [] : [alias],
  )
  expect(aliases?.map(({ name }) => name)).toEqual(captured.names)
  const reported = new Map(observations.map(({ source, reportedName }) => [source, reportedName]))
  for (const [source, name] of reported) expect(aliases).toContainEqual({ name, source })
})

it('counts as the page does', () => {
  const benchmarks = Object.keys(page.benchmarks).length
  const sources = page.sources[page.page]?.derivedFrom.length
  expect(captured.counts).toBe(
    `${benchmarks} benchmarks · ${observations.length + lost.length} observations · ${sources} sources`,
  )
})

it('cites the JudgeBench paper without a version, and ties it to v2 as the same work', () => {
  const cited = page.sources['judgebench-paper']
  const v2 = readPage('judgebench-internlm2-20b-reward').page.sources.paper
  if (!cited || !v2) throw new Error('one of the two sources is not there')
  expect([cited.version, v2.version]).toEqual([undefined, 'v2'])
  expect(sourceIdentity(cited)).not.toBe(sourceIdentity(v2))
  expect(sourceWork(cited)).toBe(sourceWork(v2))
  expect(cited.title.toLowerCase()).toBe(v2.title.toLowerCase())
})
