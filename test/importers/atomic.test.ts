// A file that fails half-way changes nothing, and imports at the same time wait for each other.
import { beforeEach, expect, test } from 'vitest'
import { importBuiltIn } from '../../src/importers/built-in.ts'
import { useDatabase } from '../support/database.ts'
import { clear, dump, importText, page, rows } from './bundles.ts'

const db = useDatabase()
beforeEach(() => clear(db))
const quiet = { info() {}, warn() {} }

test('a file that breaks a constraint at its very end changes nothing at all', async () => {
  await importText(db, page('P', rows('Foo = 1')))
  const before = await dump(db)
  // Derivations are written last.
  await db.pool.query("ALTER TABLE derivation ADD CONSTRAINT no_more CHECK (formula <> 'broken')")
  const text = page(
    'Q',
    `${rows('foo = 2', 'Bar = 3')}\nobservations:
  - {id: a, reportedName: Foo, setting: mmlu, printed: 4}
  - {id: b, reportedName: Foo, setting: mmlu, printed: 5}
derivations:
  - {observation: a, from: [b], kind: CONVERTED, formula: FORMULA}`,
  )
  try {
    await expect(importText(db, text.replace('FORMULA', 'broken'))).rejects.toThrow(/no_more/)
    expect(await dump(db)).toEqual(before)
    expect((await db.pool.query('SELECT count(*)::int AS count FROM import')).rows).toEqual([{ count: 1 }])
    expect(await importText(db, text.replace('FORMULA', 'whole'))).toMatchObject({
      rejected: 0,
      kinds: { derivation: { accepted: 1 } },
    })
  } finally {
    await db.pool.query('ALTER TABLE derivation DROP CONSTRAINT no_more')
  }
})

test('imports at the same time come out as one after the other', async () => {
  const texts = [
    page('A', rows('8b-Ita = 1', '8b-ITA = 2')),
    page('B', rows('8b-Ita = 3')),
    page('C', rows('8B-ITA = 4')),
    page('A', rows('8b-Ita = 1', '8b-ITA = 2')),
  ]
  for (const text of texts) await importText(db, text)
  const expected = await dump(db)
  await clear(db)
  const ledgers = await Promise.all(texts.map((text) => importText(db, text)))
  expect(await dump(db)).toEqual(expected)
  // Of the two equal ones, one finds everything there.
  expect(ledgers.filter(({ alreadyImported }) => alreadyImported)).toHaveLength(1)
})

test('the catalogue is imported once; all there is one statement', async () => {
  const first = await importBuiltIn(db, quiet)
  expect(first.length).toBeGreaterThan(0)
  expect(first.flatMap(({ rejections }) => rejections)).toEqual([])
  const statements: unknown[] = []
  const query = db.pool.query.bind(db.pool) as (...all: unknown[]) => unknown
  Object.assign(db.pool, {
    query: (...all: unknown[]) => {
      statements.push(all[0])
      return query(...all)
    },
  })
  try {
    expect(await importBuiltIn(db, quiet)).toEqual([])
  } finally {
    Object.assign(db.pool, { query })
  }
  expect(statements).toHaveLength(1)
})
