// What is kept beside notes, facts and claims: spreads, reached nodes, counts, parties.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { wrongPairs } from '../support/kept-pairs.ts'
import { clear, counts, importText, page, selectFrom } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))
afterEach(async () => expect(await wrongPairs(db)).toEqual([]))
const select = selectFrom(db)

test('issues: spread is exact, open ones are counted on all that they involve', async () => {
  await importText(
    db,
    page(
      'P',
      `observations:
  - {id: a, reportedName: Foo, setting: mmlu, printed: 63.40, source: paper}
  - {id: b, reportedName: Foo, setting: mmlu, printed: 0.3}
  - {id: c, reportedName: Bar, setting: mmlu, printed: soon}
notes:
  - {issue: DISAGREEMENT, code: one, text: One., subjects: [{observation: a}, {observation: b}]}
  - {issue: OTHER, code: two, text: Two., state: RESOLVED, resolution: {by: Ann Lee, at: 2026-10-02, reason: A typo.}, subjects: [{observation: a}]}
  - {issue: OTHER, code: three, text: Three., subjects: [{observation: b}, {observation: c}]}
  - {remark: true, code: four, text: Four., subjects: [{setting: mmlu}, {benchmark: mmlu}]}`,
      { sources: 'paper: {kind: PAPER, title: Paper}' },
    ),
  )
  expect(await select('SELECT code, spread::text, setting_stated FROM note ORDER BY code')).toEqual([
    { code: 'four', spread: null, setting_stated: null },
    { code: 'one', spread: '63.10', setting_stated: false },
    { code: 'three', spread: null, setting_stated: false },
    { code: 'two', spread: null, setting_stated: false },
  ])
  expect(await select('SELECT printed, open_issue_count AS open FROM observation ORDER BY printed')).toEqual([
    { printed: '0.3', open: 2 },
    { printed: '63.40', open: 1 },
    { printed: 'soon', open: 1 },
  ])
  expect(await select('SELECT name, observation_count, issue_count FROM model ORDER BY name')).toEqual([
    { name: 'Bar', observation_count: 1, issue_count: 1 },
    { name: 'Foo', observation_count: 2, issue_count: 2 },
  ])
  const reached = await select(
    `SELECT coalesce(m.name, b.name, s.label, z.title) AS name, x.position FROM note_subject x JOIN note n ON n.key = x.note_key
    LEFT JOIN model m ON m.id = x.model_id LEFT JOIN benchmark b ON b.id = x.benchmark_id LEFT JOIN setting s ON s.id = x.setting_id
    LEFT JOIN source z ON z.id = x.source_id WHERE n.code = $1 AND x.observation_id IS NULL ORDER BY 1`,
    'one',
  )
  expect(reached.map(({ name, position }) => [name, position])).toEqual([
    ['Foo', null],
    ['MMLU', null],
    ['MMLU, accuracy (%)', null],
    ['P', null],
    ['Paper', null],
  ])
  // Named subjects are not reached once more.
  expect(
    await select("SELECT count(*)::int FROM note_subject x JOIN note n ON n.key = x.note_key WHERE n.code = 'four'"),
  ).toEqual([{ count: 2 }])
})

test('the party follows from who measured and who develops, whichever is told first', async () => {
  const authors = 'authors: {lab: {name: Lab, kind: ORGANIZATION}, other: {name: Other, kind: ORGANIZATION}}\n'
  const claims = `observations:
  - {reportedName: Foo, setting: mmlu, printed: 1, measuredBy: [other, lab]}
  - {reportedName: Foo, setting: mmlu, printed: 2, measuredBy: [other]}
  - {reportedName: Foo, setting: mmlu, printed: 3}`
  const parties = () => select('SELECT printed, party::text FROM observation ORDER BY printed')
  await importText(db, page('P', authors + claims))
  expect((await parties()).map(({ party }) => party)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
  await importText(db, page('Q', `${authors}models: {m: {name: foo, developers: [lab]}}`))
  expect((await parties()).map(({ party }) => party)).toEqual(['FIRST', 'THIRD', 'UNKNOWN'])
})

test('facts live side by side; a number alone is its own text, a gap stands for a value', async () => {
  const facts = (value: string) =>
    page(
      'P',
      `models:
  m:
    name: Foo
    facts:
      - {property: license, value: ${value}}
      - {property: parameters, number: 20000000000}
      - {property: contextWindow, missing: gap}
notes:
  - {id: gap, notPublished: [CONTEXT_WINDOW], code: no-window, text: Not told., subjects: [{model: m}]}`,
    )
  await importText(db, facts('MIT'))
  expect((await importText(db, facts('Apache-2.0'))).kinds.fact).toEqual(counts(1, 2))
  expect(
    await select(
      'SELECT property, value_text, value_number::text AS number, n.code FROM fact LEFT JOIN note n ON n.key = missing_key ORDER BY 1, 2',
    ),
  ).toEqual([
    { property: 'contextWindow', value_text: null, number: null, code: 'no-window' },
    { property: 'license', value_text: 'Apache-2.0', number: null, code: null },
    { property: 'license', value_text: 'MIT', number: null, code: null },
    { property: 'parameters', value_text: '20000000000', number: '20000000000', code: null },
  ])
})
