// Which model a name is, and what happens to slugs, aliases and scores when that changes.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { wrongPairs } from '../support/kept-pairs.ts'
import { clear, counts, importText, page, rows, selectFrom } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))
afterEach(async () => expect(await wrongPairs(db)).toEqual([]))
const select = selectFrom(db)

test('slugs: those that meet all take a suffix, and the bare one stays a former slug of each', async () => {
  await importText(db, page('P', rows('8b-Ita = 1')))
  expect(await select('SELECT slug FROM model')).toEqual([{ slug: '8b-ita' }])
  await importText(db, page('Q', rows('8b-Ita = 2', '8b-ITA = 3'), { benchmarks: 'p: {name: mbpp+}\nb: {name: mbpp}' }))
  const models = await select(
    'SELECT m.name, m.slug, array_agg(DISTINCT o.model_slug) AS copies, array_agg(DISTINCT f.slug) AS former FROM model m JOIN observation o ON o.model_id = m.id JOIN former_slug f ON f.model_id = m.id GROUP BY m.id ORDER BY name COLLATE "C"',
  )
  expect(models).toEqual([
    {
      name: '8b-ITA',
      slug: expect.stringMatching(/^8b-ita-[0-9a-f]{8}$/),
      copies: [models[0]?.slug],
      former: ['8b-ita'],
    },
    {
      name: '8b-Ita',
      slug: expect.stringMatching(/^8b-ita-[0-9a-f]{8}$/),
      copies: [models[1]?.slug],
      former: ['8b-ita'],
    },
  ])
  expect(await select('SELECT slug FROM benchmark ORDER BY slug')).toEqual([
    { slug: 'mbpp' },
    { slug: 'mbpp-plus' },
    { slug: 'mmlu' },
  ])
})

test('a name that turns out to be another is merged: its slug still leads on, its scores move, its keys stay', async () => {
  await importText(db, page('P', rows('Barbar = 1')))
  const keys = await select('SELECT key FROM observation')
  await importText(db, page('Q', rows('Foo = 2')))
  await importText(db, page('R', 'models: {m: {name: Foo, aliases: [Barbar]}}'))
  expect(await select('SELECT name, slug, observation_count FROM model WHERE merged_into_id IS NULL')).toEqual([
    { name: 'Foo', slug: 'foo', observation_count: 2 },
  ])
  expect(
    await select("SELECT m.name FROM former_slug f JOIN model m ON m.id = f.model_id WHERE f.slug = 'barbar'"),
  ).toEqual([{ name: 'Foo' }])
  expect(await select('SELECT n.name FROM model m JOIN model n ON n.id = m.merged_into_id')).toEqual([{ name: 'Foo' }])
  expect(
    await select('SELECT key FROM observation WHERE reported_name = $1 AND model_slug = $2', 'Barbar', 'foo'),
  ).toEqual(keys)
})

test('aliases: every printed name with the source that prints it, each once', async () => {
  const text = page(
    'P',
    `models:
  m: {name: Foo, aliases: [Foo (bench), {name: FOO, source: paper}]}
observations:
  - {model: m, reportedName: Foo-final, setting: mmlu, printed: 1, source: paper}
  - {model: m, setting: mmlu, printed: 2}`,
    { sources: 'paper: {kind: PAPER, title: Paper}' },
  )
  expect((await importText(db, text)).kinds.alias).toEqual(counts(2))
  expect(
    await select(
      'SELECT a.name, a.folded, s.title FROM alias a JOIN source s ON s.id = a.source_id ORDER BY a.name COLLATE "C", 3',
    ),
  ).toEqual([
    { name: 'FOO', folded: 'foo', title: 'Paper' },
    { name: 'Foo', folded: 'foo', title: 'P' },
    { name: 'Foo (bench)', folded: 'foo (bench)', title: 'P' },
    { name: 'Foo-final', folded: 'foo-final', title: 'Paper' },
  ])
})

test('a name such as "Ours", said of one model here and of another there, joins nothing', async () => {
  const ours = (name: string, model: string) =>
    page(name, `models: {m: {name: ${model}}}\n${rows('Ours = 1').replace('{name: "Ours"', '{name: Ours, model: m')}`)
  await importText(db, ours('P', 'Alpha'))
  await importText(db, ours('Q', 'Beta'))
  await importText(db, page('R', rows('Ours = 2')))
  expect(
    await select('SELECT m.name, o.printed FROM observation o JOIN model m ON m.id = o.model_id ORDER BY 1'),
  ).toEqual([
    { name: 'Alpha', printed: '1' },
    { name: 'Beta', printed: '1' },
    { name: 'Ours', printed: '2' },
  ])
})

test('one Hugging Face id belongs to one model, and a merge hands it on', async () => {
  await importText(db, page('P', 'models: {a: {name: Alpha, huggingFaceId: org/alpha}, b: {name: Beta}}'))
  const ledger = await importText(db, page('Q', 'models: {b: {name: Beta, huggingFaceId: org/alpha}}'))
  expect(ledger.rejections).toMatchObject([
    { field: 'models.b.huggingFaceId', reason: "'org/alpha' already belongs to another model" },
  ])
  await importText(db, page('R', 'models: {n: {name: New, aliases: [Alpha]}}'))
  expect(await select('SELECT name, hugging_face_id FROM model WHERE merged_into_id IS NULL ORDER BY name')).toEqual([
    { name: 'Beta', hugging_face_id: null },
    { name: 'New', hugging_face_id: 'org/alpha' },
  ])
})
