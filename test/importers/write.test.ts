// What is written for a bundle: exact numbers, keys, gaps, notes, counts, and the account of it all.
import { beforeEach, describe, expect, test } from 'vitest'
import { formatLedger } from '../../src/importers/writer/ledger.ts'
import { useDatabase } from '../support/database.ts'
import { clear, dump, importText, page, rows } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))

const select = async (statement: string, ...values: unknown[]) => (await db.pool.query(statement, values)).rows
const counts = (accepted = 0, duplicates = 0, rejected = 0) => ({ accepted, duplicates, rejected })

test('printed numbers arrive exactly as they are printed', async () => {
  const texts = [
    '63.40',
    '77.0%',
    '.5',
    '"0.7482 ± 0.0015"',
    '39.146000000000003',
    '61.7*',
    '~70',
    '123456789012345678901234567890.10',
    'see text',
  ]
  await importText(db, page('P', rows(...texts.map((text, index) => `M${index} = ${text}`))))
  const found = await select(
    'SELECT printed, value::text, decimals, lower::text, upper::text, uncertainty_plus_minus::text AS pm FROM observation ORDER BY reported_name',
  )
  expect(found.map((row) => Object.values(row))).toEqual([
    ['63.40', '63.40', 2, '63.395', '63.405', null],
    ['77.0%', '77.0', 1, '76.95', '77.05', null],
    ['.5', '0.5', 1, '0.45', '0.55', null],
    ['0.7482 ± 0.0015', '0.7482', 4, '0.74815', '0.74825', '0.0015'],
    ['39.146000000000003', '39.146000000000003', 15, '39.1460000000000025', '39.1460000000000035', null],
    ['61.7*', '61.7', 1, '61.65', '61.75', null],
    ['~70', '70', 0, null, null, null],
    [
      '123456789012345678901234567890.10',
      '123456789012345678901234567890.10',
      2,
      '123456789012345678901234567890.095',
      '123456789012345678901234567890.105',
      null,
    ],
    ['see text', null, null, null, null, null],
  ])
})

describe('importing again', () => {
  const text = page(
    'P',
    `${rows('Foo = 1.0', 'Bar = —')}\nobservations:\n  - {reportedName: Foo, setting: mmlu, printed: 1.0, locator: {text: "in prose"}}`,
  )

  test('changes nothing, and leaves no trace', async () => {
    const first = await importText(db, text)
    expect(first).toMatchObject({
      alreadyImported: false,
      ...counts(9),
      kinds: { cell: counts(2), observation: counts(1) },
    })
    const before = await dump(db)
    const again = await importText(db, text)
    expect(again).toMatchObject({ alreadyImported: true, ...counts(0, 9), key: first.key })
    // Other bytes that say the same are no import either.
    expect(await importText(db, `# the same\n${text}`)).toMatchObject({ alreadyImported: true, ...counts(0, 9) })
    expect(await dump(db)).toEqual(before)
    expect(
      await select('SELECT key, accepted, duplicates, rejected, finished_at IS NOT NULL AS done FROM import'),
    ).toEqual([{ key: first.key, ...counts(9), done: true }])
  })

  test('what comes twice in one file is a duplicate', async () => {
    const twice = page(
      'P',
      'observations:\n  - {reportedName: Foo, setting: mmlu, printed: 1}\n  - {reportedName: Foo, setting: mmlu, printed: 1}',
    )
    expect((await importText(db, twice)).kinds.observation).toEqual(counts(1, 1))
  })

  test('keys know neither the day of retrieval nor what was inferred', async () => {
    const claim = 'observations:\n  - {reportedName: Foo, setting: x, printed: 1}'
    const withSetting = (fields: string) =>
      page('P', claim, { settings: `x: {benchmark: mmlu, metric: accuracy, ${fields}}` })
    const [first] = [
      await importText(db, withSetting('unit: {inferred: "%", because: a}')),
      await select('SELECT key FROM observation'),
    ]
    const later = await importText(
      db,
      withSetting('unit: {inferred: points, because: b}').replace('2026-10-01', '2026-11-01'),
    )
    expect([first.kinds.observation, later.kinds.observation]).toEqual([counts(1), counts(0, 1)])
    // Stated, it is another claim.
    expect((await importText(db, withSetting('unit: points'))).kinds.observation).toEqual(counts(1))
  })
})

describe('what contradicts the known', () => {
  test('is rejected with line, field and reason, and overwrites nothing; gaps are filled', async () => {
    const source = (fields: string) =>
      page('P', '', { sources: `q: {kind: PAPER, title: Q, arxivId: 2410.12784, ${fields}}` })
    await importText(db, source('license: MIT'))
    const ledger = await importText(
      db,
      `${source('license: Apache-2.0, doi: 10.1000/1')}authors:\n  a: {name: Ann Lee, orcid: 0000-0002-1825-0097}\n  b: {name: Bo Ek, orcid: 0000-0002-1825-0097}\n`,
      'b.yaml',
    )
    expect(ledger.rejections).toEqual([
      {
        file: 'b.yaml',
        line: 14,
        field: 'authors.b.orcid',
        reason: "'0000-0002-1825-0097' already belongs to 'PERSON:ann lee'",
      },
      {
        file: 'b.yaml',
        line: 5,
        field: 'sources.q.license',
        reason: "says 'Apache-2.0', but 'MIT' is known; what is known is not overwritten",
      },
    ])
    expect(ledger.kinds).toMatchObject({ author: counts(1, 0, 1), source: counts(0, 1, 1) })
    expect(await select("SELECT license, doi FROM source WHERE title = 'Q'")).toEqual([
      { license: 'MIT', doi: '10.1000/1' },
    ])
    expect(await select('SELECT file, line, field FROM rejection ORDER BY position')).toHaveLength(2)
    expect(formatLedger(ledger)).toContain("  rejected: b.yaml:5 sources.q.license: says 'Apache-2.0'")
  })

  test('a cell that a known table prints otherwise, and a row in the place of another', async () => {
    await importText(db, page('P', rows('Foo = 1', 'Bar = 2')))
    const ledger = await importText(db, page('P', rows('Foo = 1.5', 'Baz = 2', 'Qux = 3')))
    expect(ledger.kinds).toMatchObject({ table: counts(0, 1), cell: counts(1, 0, 2) })
    expect(ledger.rejections.map(({ field, reason }) => `${field}: ${reason.split(';')[0]}`)).toEqual([
      "tables.results.rows[1].cells[0]: row 2 of this table is known as 'Bar'",
      "tables.results.rows[0].cells[0]: says '1.5', but this cell is known as '1'",
    ])
    expect(await select('SELECT printed FROM observation ORDER BY printed')).toEqual([
      { printed: '1' },
      { printed: '2' },
      { printed: '3' },
    ])
  })

  test('an alias for a model that a source lists beside the other', async () => {
    await importText(db, page('P', rows('Foo = 1', 'Bar = 2')))
    const ledger = await importText(db, page('Q', 'models:\n  foo: {name: Foo, aliases: [Bar, Foo One]}'))
    expect(ledger.kinds.alias).toEqual(counts(1, 0, 1))
    expect(ledger.rejections).toMatchObject([
      { field: 'models.foo.aliases[0]', reason: expect.stringContaining('side by side') },
    ])
    expect(await select('SELECT name FROM model ORDER BY name')).toEqual([{ name: 'Bar' }, { name: 'Foo' }])
  })
})

test('a placeholder is a gap, bound to its cell, with model, setting and place', async () => {
  const text = page(
    'P',
    `tables:
  t:
    heading: Scores
    columns: [{name: A, setting: mmlu}, {name: B, missing: [COLUMN_NAME]}]
    rows:
      - {name: Foo, configuration: {backbone: Llama}, cells: [—, n/a]}
      - {name: Bar, cells: [1, "-"], settings: {1: other}}`,
    { settings: 'other: {like: mmlu, subset: Other}' },
  )
  await importText(db, text)
  const notes = await select(
    `SELECT n.text, n.placeholder, n.aspects::text, n.extent, n.origin, m.name AS model, s.label AS setting, n.about_name, n.locator_row,
       n.locator_column, n.configuration, c.text AS cell, n.checked_at,
       ARRAY(SELECT concat_ws(' ', x.position, y.name, b.name, t.label, z.title, r.heading) FROM note_subject x
         LEFT JOIN model y ON y.id = x.model_id LEFT JOIN benchmark b ON b.id = x.benchmark_id LEFT JOIN setting t ON t.id = x.setting_id
         LEFT JOIN source z ON z.id = x.source_id LEFT JOIN result_table r ON r.id = x.table_id
         WHERE x.note_key = n.key ORDER BY x.position, 1) AS subjects
     FROM note n LEFT JOIN model m ON m.id = n.about_model_id LEFT JOIN setting s ON s.id = n.about_setting_id
     LEFT JOIN table_cell c ON c.id = n.cell_id ORDER BY n.locator_row DESC, n.locator_column`,
  )
  const mmlu = 'MMLU, accuracy (%)'
  const configuration = [{ name: 'backbone', value: 'Llama', basis: 'STATED', reason: null }]
  expect(notes).toMatchObject([
    {
      text: `Column 1 of the table has "—" for Foo: a value for ${mmlu} is not published there.`,
      placeholder: '—',
      aspects: '{SCORE}',
      extent: 'SOURCE',
      origin: 'PUBLISHED',
      model: 'Foo',
      setting: mmlu,
      locator_column: 'A',
      configuration,
      cell: '—',
      checked_at: '2026-10-01',
      subjects: ['1 Scores', `2 ${mmlu}`, 'Foo', 'MMLU'],
    },
    {
      text: 'Column 2 of the table has "n/a" for Foo: what the value would be is not known.',
      aspects: '{COLUMN_NAME}',
      model: 'Foo',
      setting: null,
      cell: 'n/a',
      subjects: ['1 Scores', '2 MMLU', 'Foo'],
    },
    { placeholder: '-', model: 'Bar', setting: null, configuration: [], subjects: ['1 Scores', '2 MMLU', 'Bar'] },
  ])
  expect(await select('SELECT s.subset, o.printed FROM observation o JOIN setting s ON s.id = o.setting_id')).toEqual([
    { subset: 'Other', printed: '1' },
  ])
  expect(await select('SELECT position, name, setting_id IS NULL AS open FROM table_column ORDER BY position')).toEqual(
    [
      { position: 1, name: 'A', open: false },
      { position: 2, name: 'B', open: true },
    ],
  )
})

test('settings keep how each field is known, and default labels', async () => {
  await importText(
    db,
    page('P', '', {
      settings:
        's: {like: mmlu, subset: {inferred: Chat, because: a sum}, min: 0, edition: ~, higherIsBetter: true, protocol: {shots: 5, judge: ~}}',
    }),
  )
  const [row] = await select(
    "SELECT label, subset, edition, higher_is_better, min::text, max, definition, protocol FROM setting WHERE subset = 'Chat'",
  )
  const stated = { basis: 'STATED', reason: null }
  expect(row).toEqual({
    ...{
      label: 'MMLU, Chat, accuracy (%)',
      subset: 'Chat',
      edition: null,
      higher_is_better: true,
      min: '0',
      max: null,
    },
    definition: [
      { name: 'edition', value: null, basis: 'UNSTATED', reason: null },
      { name: 'subset', value: 'Chat', basis: 'INFERRED', reason: 'a sum' },
      { name: 'metric', value: 'accuracy', ...stated },
      { name: 'unit', value: '%', ...stated },
      { name: 'higherIsBetter', value: 'true', ...stated },
      { name: 'min', value: '0', ...stated },
    ],
    protocol: [
      { name: 'shots', value: '5', ...stated },
      { name: 'judge', value: null, basis: 'UNSTATED', reason: null },
    ],
  })
})

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
