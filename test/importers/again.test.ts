// Importing again changes nothing; what contradicts the known is rejected and overwrites nothing.
import { beforeEach, describe, expect, test } from 'vitest'
import { formatLedger } from '../../src/importers/writer/ledger.ts'
import { useDatabase } from '../support/database.ts'
import { clear, counts, dump, importText, page, rows, selectFrom } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))
const select = selectFrom(db)

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
