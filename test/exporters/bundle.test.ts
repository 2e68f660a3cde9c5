// whence export bundle: what comes out goes in again, and changes nothing.
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { tryBundle } from '../../src/exporters/bundle/check.ts'
import { exportBundle } from '../../src/exporters/bundle/export-bundle.ts'
import { clear, dump, importText, page, rows } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'

const folder = new URL('../../data/', import.meta.url)
const pages = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
const slugs = await Promise.all(
  pages.map(async (name) => {
    const { page, sources } = parseYaml(await readFile(new URL(name, folder), 'utf8'))
    return sources[page].slug as string
  }),
)

const exported = async (db: Parameters<typeof exportBundle>[0], slug: string): Promise<string> =>
  ((await exportBundle(db, slug)) as { text: string }).text

describe('the built-in pages', () => {
  const db = useDatabase('catalogue')
  const empty = useDatabase()

  test.each(slugs)('%s, imported again, is all duplicate', async (slug) => {
    const text = await exported(db, slug)
    const before = await dump(db)
    const ledger = await importText(db, text, slug)
    expect(ledger.rejections).toEqual([])
    expect(ledger).toMatchObject({ accepted: 0, rejected: 0, alreadyImported: true })
    expect(ledger.duplicates).toBeGreaterThan(20)
    expect(await dump(db)).toEqual(before)
  })

  test('all of them, in any order, give an empty database the same graph', async () => {
    const texts = await Promise.all(slugs.map((slug) => exported(db, slug)))
    const expected = await dump(db)
    for (const order of [texts, texts.toReversed()]) {
      await clear(empty)
      for (const [index, text] of order.entries()) {
        const ledger = await importText(empty, text, `${index}.yaml`)
        expect(ledger.rejections).toEqual([])
      }
      expect(await dump(empty)).toEqual(expected)
    }
    // And from there the same files again.
    for (const [index, slug] of slugs.entries()) expect(await exported(empty, slug)).toBe(texts[index])
  })

  test('every text and detail of a claim is there again', async () => {
    const claims = async (of: typeof db) =>
      (
        await of.pool.query(
          `SELECT o.key, o.reported_name, o.printed, o.configuration, o.labels, o.evidence, o.evidence_label, o.status, o.sample_size,
             o.measured_at, o.published_at, o.retrieved_at, o.methodology, o.context, o.uncertainty_text, t.definition, t.protocol,
             s.url, s.license, s.attribution, s.retrieved_at AS source_read, w.slug AS witness,
             ARRAY(SELECT a.identity FROM observation_measurer x JOIN author a ON a.id = x.author_id
               WHERE x.observation_id = o.id ORDER BY x.position) AS measured_by
           FROM observation o JOIN setting t ON t.id = o.setting_id JOIN source s ON s.id = o.source_id
           LEFT JOIN source w ON w.id = o.read_from_id ORDER BY o.key`,
        )
      ).rows
    const notes = async (of: typeof db) =>
      (
        await of.pool.query(
          `SELECT n.key, n.text, n.state, n.setting_stated, n.aspects::text[], n.extent, n.placeholder, n.about_name, n.checked_at,
             n.configuration, n.locator_table, n.locator_row, n.locator_column, s.slug FROM note n
           LEFT JOIN source s ON s.id = n.stated_in_id ORDER BY n.key`,
        )
      ).rows
    expect(await claims(empty)).toEqual(await claims(db))
    expect(await notes(empty)).toEqual(await notes(db))
  })
})

describe('what a bundle holds', () => {
  const db = useDatabase()

  test('traps of the format come back as they were', async () => {
    await clear(db)
    const text = page(
      "Traps: 'quoted' # and so on",
      `authors:
  openai: {name: OpenAI, kind: ORGANIZATION}
  ann: {name: Ann Lee, orcid: 0000-0002-1825-0097}
models:
  known: {name: Foo, aliases: [Foo One], developers: [openai], huggingFaceId: a/foo}
tables:
  first:
    columns: [{name: A, setting: mmlu}, {name: "", setting: mmlu}, {}]
    rows:
      - {name: Foo, cells: [63.40, "", "- "], settings: {3: mmlu}}
      - {name: Foo, cells: [".5", " 1,234 ", "—"]}
      - {name: "No: 1", printed: "No: 1 (2026)", cells: ["77.0%", "0.7482 ± 0.0015", n/a], evidence: VENDOR, measuredBy: [openai]}
  second:
    caption: Second
    source: paper
    columns: [{setting: mmlu, missing: [SAMPLE_SIZE, OTHER]}]
    rows:
      - {name: Bar, model: known, cells: ["50.00"], publishedAt: 2025-01, configuration: {seed: "07", tools: ~, mode: {inferred: x, because: y}}}
      - {name: Baz, cells: [—], labels: {Kind: "yes"}}
observations:
  - {id: one, reportedName: Foo, setting: mmlu, printed: "0x1F", locator: {text: "a: b"}, status: RETRACTED, uncertainty: ± 0.4}
  - {reportedName: Foo, setting: mmlu, printed: "—", locator: {page: "7"}}
  - {id: two, reportedName: Qux, setting: mmlu, printed: "~70", source: paper, readFrom: paper, sampleSize: 12}
notes:
  - {remark: true, code: some, text: "multi\\nline\\n\\ttext", subjects: [{cells: {table: first, column: 1}}, {observation: one}, {author: ann}, {table: second}]}
  - {issue: OTHER, code: done, text: Settled., origin: CURATED, state: RESOLVED, settingStated: true, resolution: {by: Ann, at: 2026-10-02, reason: seen}, subjects: [{model: known}, {source: paper}]}
derivations:
  - {observation: one, from: [two], kind: ROUNDED, formula: "x = y", origin: CURATED}`,
      {
        sources:
          'paper: {kind: PAPER, title: Paper, version: v2, authors: [openai, Ann Lee, Bo Ek], publishedAt: 2024-05, license: "CC BY 4.0"}',
        settings:
          'label: {benchmark: mmlu, metric: x, label: "My: label", min: "-1.0", max: 1e2, higherIsBetter: "false"}',
      },
    ).replace('{name: "", setting', '{setting')
    expect((await importText(db, text)).rejections).toEqual([])
    const before = await dump(db)
    const { rows: found } = await db.pool.query("SELECT slug FROM source WHERE title LIKE 'Traps%'")
    const again = await exported(db, found[0].slug)
    expect(await importText(db, again)).toMatchObject({ accepted: 0, rejected: 0 })
    await clear(db)
    expect(await importText(db, again)).toMatchObject({ rejected: 0 })
    expect(await dump(db)).toEqual(before)
    expect(again).toContain('license: CC BY 4.0')
  })

  test('a status that a curator set stays the curator’s', async () => {
    await clear(db)
    await importText(db, page('P', rows('Foo = 1')))
    await db.pool.query(
      `WITH a AS (INSERT INTO act (key, kind, at, by) VALUES (md5('a'), 'SET_STATUS', now(), 'ann') RETURNING id),
       o AS (UPDATE observation SET status = 'RETRACTED' RETURNING id)
       INSERT INTO change (act_id, observation_id, field, before, after)
       SELECT a.id, o.id, 'status', '"ACTIVE"', '"RETRACTED"' FROM a, o`,
    )
    const text = await exported(db, 'p')
    expect(text).not.toContain('RETRACTED')
    expect(await importText(db, text)).toMatchObject({ accepted: 0, rejected: 0 })
  })

  test('what other pages say, and what audits found, is not in it; claims quoted in other pages’ tables are told of', async () => {
    await clear(db)
    const paper = { sources: 'paper: {kind: PAPER, title: Paper}' }
    await importText(db, page('P', `${rows('Foo = 1', 'Bar = 101')}`, paper))
    await importText(
      db,
      page(
        'Q',
        `${rows('Foo = 2').replace('heading: Results', 'source: paper')}\nobservations:\n  - {reportedName: Foo, setting: mmlu, printed: 3, source: paper}`,
        paper,
      ),
    )
    const text = await exported(db, 'p')
    expect(parseYaml(text).sources).toEqual({
      p: expect.objectContaining({ title: 'P' }),
      paper: { kind: 'PAPER', title: 'Paper' },
    })
    expect(text).not.toContain('COMPUTED')
    const quoted = await exportBundle(db, 'paper')
    expect(quoted?.elsewhere).toEqual([{ slug: 'q', count: 1 }])
    expect(parseYaml(quoted?.text ?? '').observations).toMatchObject([{ printed: 3, readFrom: 'q' }])
    expect(await importText(db, quoted?.text ?? '')).toMatchObject({ accepted: 0, rejected: 0 })
    expect(await exportBundle(db, 'no-such-source')).toBeNull()
  })

  test('trying a bundle tells what it would bring, and writes nothing', async () => {
    await clear(db)
    await importText(db, page('P', rows('Foo = 1')))
    const before = await dump(db)
    const tried = await tryBundle(db, page('P', rows('Foo = 2', 'Bar = 3')), 'x.yaml')
    expect([tried.accepted, tried.rejected, tried.rejections.length]).toEqual([2, 1, 1])
    expect(await dump(db)).toEqual(before)
    expect((await db.pool.query('SELECT count(*)::int AS n FROM import')).rows).toEqual([{ n: 1 }])
  })
})
