// What becomes of tables and single claims: exact numbers, gaps, settings, sources.
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { clear, counts, importText, page, rows, selectFrom } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))
const select = selectFrom(db)

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
      subjects: ['1 Scores', `2 ${mmlu}`, 'Foo', 'MMLU', 'P'],
    },
    {
      text: 'Column 2 of the table has "n/a" for Foo: what the value would be is not known.',
      aspects: '{COLUMN_NAME}',
      model: 'Foo',
      setting: null,
      cell: 'n/a',
      subjects: ['1 Scores', '2 MMLU', 'Foo', 'P'],
    },
    { placeholder: '-', model: 'Bar', setting: null, configuration: [], subjects: ['1 Scores', '2 MMLU', 'Bar', 'P'] },
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

describe('tables', () => {
  test('rows and columns of one name are told apart by their place, so that no cell loses its value', async () => {
    const text = page(
      'P',
      `tables:
  t:
    heading: Scores
    columns: [{name: A, setting: mmlu}, {name: A, setting: mmlu}]
    rows:
      - {name: Ours, cells: [1, 1]}
      - {name: Ours, cells: [1, 1]}`,
    )
    const ledger = await importText(db, text)
    expect(ledger.kinds.cell).toEqual(counts(4))
    expect(await select('SELECT locator_row AS r, locator_column AS c FROM observation ORDER BY 1, 2')).toEqual([
      { r: 'Ours (row 1)', c: '1' },
      { r: 'Ours (row 1)', c: '2' },
      { r: 'Ours (row 2)', c: '1' },
      { r: 'Ours (row 2)', c: '2' },
    ])
  })

  test('belong to the page that prints them, their claims to the source that it quotes', async () => {
    await importText(
      db,
      page(
        'P',
        rows('Foo = 1').replace('heading: Results', 'heading: Results\n    source: paper\n    evidence: VENDOR'),
        {
          sources: 'paper: {kind: PAPER, title: Paper, publishedAt: 2026-01}',
        },
      ),
    )
    const [row] =
      await select(`SELECT t.title AS "table", z.title AS row, s.title AS source, f.title AS "readFrom", o.published_at, o.retrieved_at, o.evidence
      FROM observation o JOIN source s ON s.id = o.source_id JOIN source f ON f.id = o.read_from_id JOIN table_cell c ON c.id = o.cell_id
      JOIN table_row r ON r.id = c.row_id JOIN source z ON z.id = r.source_id JOIN result_table x ON x.id = r.table_id JOIN source t ON t.id = x.source_id`)
    expect(row).toEqual({
      table: 'P',
      row: 'Paper',
      source: 'Paper',
      readFrom: 'P',
      published_at: '2026-01',
      retrieved_at: '2026-10-01',
      evidence: 'VENDOR',
    })
  })
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

test('authors of a source: a list may go on where a known one ends, but not contradict it', async () => {
  const paper = (authors: string) => page('P', '', { sources: `q: {kind: PAPER, title: Q, authors: [${authors}]}` })
  await importText(db, paper('Ann Lee'))
  await importText(db, paper('ann lee, Bo Ek, Di Fu'))
  const ledger = await importText(db, paper('Bo Ek, Cy Oh'))
  expect(ledger.rejections).toMatchObject([
    { field: 'sources.q.authors[0]', reason: "names 'Bo Ek' at place 1, where the known list has another author" },
  ])
  expect(await select('SELECT position, printed_name FROM authorship ORDER BY position')).toEqual([
    { position: 1, printed_name: 'Ann Lee' },
    { position: 2, printed_name: 'Bo Ek' },
    { position: 3, printed_name: 'Di Fu' },
  ])
})
