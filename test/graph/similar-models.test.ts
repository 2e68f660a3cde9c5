// Similar models: those of the catalogue and of made boards against plain numbers, and the rules one by one.
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { clear, importText, page } from '../importers/bundles.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { comparableScores, expectedSimilar, type Similar } from './expected-similar.ts'
import { walk } from './walk.ts'

type Database = ReturnType<typeof useDatabase>

const fields = 'model { slug } distance shared overlap'
const rounded = (found: Similar[]) => found.map((one) => ({ ...one, distance: Number(one.distance.toFixed(6)) }))

/** Holds the lists of all models to what plain numbers give, and gives them. */
async function compareAll(db: Database, minShared = 3, minOverlap = 0.6) {
  const args = `first: 100, minShared: ${minShared}, minOverlap: ${minOverlap}`
  const selection = `slug similarModels(${args}) { ${fields} }`
  const found = await walk<{ slug: string; similarModels: Similar[] }>(db, 'models', selection)
  const scores = await comparableScores(db)
  expect(found.map(({ slug, similarModels }) => [slug, rounded(similarModels)])).toEqual(
    found.map(({ slug }) => [slug, expectedSimilar(scores, slug, { minShared, minOverlap })]),
  )
  return new Map(found.map(({ slug, similarModels }) => [slug, similarModels]))
}

describe('of the catalogue', () => {
  const db = useDatabase('catalogue')

  test.each([
    [3, 0.6],
    [1, 0.6],
    [1, 0],
    [5, 1],
  ])('with minShared %d and minOverlap %d, they are those that plain numbers give', async (minShared, minOverlap) => {
    const lists = [...(await compareAll(db, minShared, minOverlap)).values()]
    expect(lists.filter(({ length }) => length > 0).length).toBeGreaterThan(20)
  })

  test('the distance is the same from either side', async () => {
    const lists = await compareAll(db, 1, 0)
    for (const [slug, list] of lists)
      for (const { model, distance } of list)
        expect(lists.get(model.slug)?.find((back) => back.model.slug === slug)?.distance).toBe(distance)
  })

  test('first and the defaults: ten, three settings, 0.6 of them', async () => {
    const list = (args: string) => `{ model(slug: "gpt-4o") { similarModels${args} { ${fields} } } }`
    type Answer = { model: { similarModels: Similar[] } }
    const all = (await ask<Answer>(db, list('(first: 100, minShared: 3, minOverlap: 0.6)'))).data.model.similarModels
    expect(all.length).toBeGreaterThan(10)
    expect((await ask<Answer>(db, list(''))).data.model.similarModels).toEqual(all.slice(0, 10))
    expect((await ask<Answer>(db, list('(first: 4)'))).data.model.similarModels).toEqual(all.slice(0, 4))
    expect((await askRaw(db, list('(first: 0)'))).errors).toHaveLength(1)
  })
})

describe('of made boards', () => {
  const db = useDatabase()
  beforeEach(() => clear(db))

  /** A benchmark with one setting: `nature` is of the benchmark, `more` of each of its observations. */
  interface Board {
    name: string
    /** Model and printed value, with what is particular to the observation. */
    scores: [string, string | number, string?][]
    higher?: boolean | null
    nature?: string
    more?: string
  }

  const board = (name: string, values: Record<string, string | number>, rest: Partial<Board> = {}): Board => ({
    ...{ name, scores: Object.entries(values) },
    ...rest,
  })

  async function importBoards(boards: readonly Board[]): Promise<void> {
    const direction = ({ higher = true }: Board) => (higher === null ? '' : `, higherIsBetter: ${higher}`)
    const observations = boards.flatMap(({ name, scores, more = '' }) =>
      scores.map(
        ([model, printed, own = ''], i) =>
          `  - {reportedName: ${model}, setting: ${name}, printed: "${printed}", locator: {row: "${i}", column: ${name}}${more}${own}}`,
      ),
    )
    const text = page('Boards', `observations:\n${observations.join('\n')}\n`, {
      benchmarks: boards.map(({ name, nature = '' }) => `${name}: {name: ${name}${nature}}`).join('\n'),
      settings: boards.map((one) => `${one.name}: {benchmark: ${one.name}, metric: score${direction(one)}}`).join('\n'),
    })
    expect((await importText(db, text)).rejections).toEqual([])
  }

  async function similarToMe(args = ''): Promise<Similar[]> {
    const { data } = await ask<{ model: { similarModels: Similar[] } }>(
      db,
      `{ model(slug: "me") { similarModels${args} { ${fields} } } }`,
    )
    return data.model.similarModels
  }
  const slugs = (found: Similar[]) => found.map(({ model }) => model.slug)

  const three = [
    board('x', { me: 90, near: 85, far: 10, other: 50 }),
    board('y', { me: 70, near: 71, far: 30, other: 50 }),
    board('z', { me: 60, near: 60, far: 20, other: 50 }),
  ]
  const independent = (names: string[]) =>
    names.map((name) => board(name, { me: 50, twin: 50, rest: 10 }, { more: ', evidence: INDEPENDENT' }))

  test('the distance is the mean gap in percentile positions', async () => {
    await importBoards(three)
    // x: 100, 66.7, 0, 33.3; y: 66.7, 100, 0, 33.3; z: me and near share 83.3.
    expect(await similarToMe()).toEqual([
      { model: { slug: 'near' }, distance: expect.closeTo(200 / 9, 8), shared: 3, overlap: 1 },
      { model: { slug: 'other' }, distance: 50, shared: 3, overlap: 1 },
      { model: { slug: 'far' }, distance: expect.closeTo(250 / 3, 8), shared: 3, overlap: 1 },
    ])
  })

  test('two shared settings are too few', async () => {
    await importBoards(three.slice(0, 2))
    expect(await similarToMe()).toEqual([])
    expect(await similarToMe('(minShared: 2)')).toHaveLength(3)
  })

  test('three of five settings are enough, three of six are not', async () => {
    const strange = ['p', 'q', 'r'].map((name) => board(name, { me: 5, stranger: 4 }))
    await importBoards([...three, ...strange.slice(0, 2)])
    const found = await similarToMe()
    expect(found.map(({ model, shared, overlap }) => [model.slug, shared, overlap])).toEqual([
      ['near', 3, 0.6],
      ['other', 3, 0.6],
      ['far', 3, 0.6],
    ])
    await clear(db)
    await importBoards([...three, ...strange])
    expect(await similarToMe()).toEqual([])
  })

  test('independent evaluations alone are compared where there are three, published ones else', async () => {
    await importBoards([...three, ...independent(['i', 'j', 'k'])])
    expect(await similarToMe()).toEqual([
      { model: { slug: 'twin' }, distance: 0, shared: 3, overlap: 1 },
      { model: { slug: 'rest' }, distance: 75, shared: 3, overlap: 1 },
    ])
    await clear(db)
    await importBoards([...three, ...independent(['i', 'j'])])
    expect(slugs(await similarToMe())).toEqual(['near', 'other', 'far'])
  })

  test('independent evaluations of nobody else don’t count towards the three', async () => {
    const alone = board('k', { me: 50 }, { more: ', evidence: INDEPENDENT' })
    await importBoards([...three, ...independent(['i', 'j']), alone])
    expect(slugs(await similarToMe())).toEqual(['near', 'other', 'far'])
  })

  test.each([
    ['style traits', { nature: ', styleTrait: true' }],
    ['composite indices', { nature: ', compositeIndex: true' }],
    ['unknown directions', { higher: null }],
    ['retracted values', { more: ', status: RETRACTED' }],
    ['superseded values', { more: ', status: SUPERSEDED' }],
  ])('%s don’t make models similar', async (_what, rest) => {
    await importBoards([...three, board('u', { me: 1, near: 2, far: 1, stranger: 1 }, rest)])
    expect(await similarToMe('(minShared: 1, minOverlap: 0)')).toMatchObject([
      { model: { slug: 'near' }, shared: 3, overlap: 1 },
      { model: { slug: 'other' }, shared: 3, overlap: 1 },
      { model: { slug: 'far' }, shared: 3, overlap: 1 },
    ])
  })

  test('of boards made by chance, they are those that plain numbers give', async () => {
    const score = fc.tuple(
      fc.constantFrom('me', 'b', 'c', 'd', 'e', 'f', 'g'),
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom('', ', evidence: VENDOR', ', evidence: INDEPENDENT', ', status: RETRACTED'),
    )
    const made = fc.record({
      scores: fc.array(score, { minLength: 8, maxLength: 16 }),
      higher: fc.constantFrom(true, true, false, false, null),
      nature: fc.constantFrom('', '', '', ', styleTrait: true'),
    })
    const lists = fc.sample(fc.array(made, { minLength: 9, maxLength: 9 }), { numRuns: 4, seed: 7 })
    for (const list of lists) {
      await clear(db)
      await importBoards(list.map((one, i) => ({ ...one, name: `board-${i}` })))
      for (const minShared of [1, 3]) {
        const found = await compareAll(db, minShared, 0.3)
        expect([...found.values()].flat().length).toBeGreaterThan(10)
      }
    }
  })
})
