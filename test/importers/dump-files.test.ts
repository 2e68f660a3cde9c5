// Finding files, and what a dump leaves behind when it ends otherwise than planned.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { findFiles } from '../../src/importers/dump/find-files.ts'
import { useDatabase } from '../support/database.ts'
import { clear, dump, selectFrom } from './bundles.ts'
import { importAll, importOne, score, tree, useFolders } from './dumps.ts'

const db = useDatabase()
const select = selectFrom(db)
const folder = useFolders()
beforeEach(() => clear(db))
const quiet = { withoutAudits: true, asOf: '2026-01-05' }
const line = (index: number, value: number | string = index / 1000) =>
  JSON.stringify({
    ...{ schema_version: '0.2.0', evaluation_id: `board/m${index}/1`, retrieved_timestamp: '1766412838' },
    ...{ source_metadata: { source_name: 'Board' }, model_info: { id: `m${index}` } },
    evaluation_results: [
      { evaluation_name: 'Score', source_data: { dataset_name: 'B' }, score_details: { score: value } },
    ],
  })
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

test('folders are walked, also those that are named like files; patterns match; hidden files are passed over', async () => {
  const path = await folder({
    'b/x.json/in.json': '1',
    'a.json': '1',
    'b/.hidden': '1',
    'b/c/d.csv': '1',
    '.eval_results/e.yaml': '1',
  })
  const names = async (...paths: string[]) =>
    (await findFiles(paths.map((one) => `${path}/${one}`))).arguments.flatMap(({ files }) =>
      files.map(({ name }) => name.slice(path.length + 1)),
    )
  expect(await names('')).toEqual(
    ['/.eval_results/e.yaml', '/a.json', '/b/c/d.csv', '/b/x.json/in.json'].map((name) =>
      expect.stringContaining(name.slice(1)),
    ),
  )
  expect(await names('*.json')).toEqual(['a.json'])
  expect(await names('**/*.json')).toEqual(['a.json', 'b/x.json/in.json'])
  expect(await names('b/?/*.csv')).toEqual(['b/c/d.csv'])
  await expect(names('*.yaml')).rejects.toThrow('no file matches this pattern')
  await expect(names('nowhere')).rejects.toThrow('there is no such file or folder')
  await mkdir(`${path}/empty`)
  await expect(names('empty')).rejects.toThrow('there is no file in this folder')
})

test('standard input is read twice, and unpacked', async () => {
  const input = Readable.from([gzipSync(lines(3))])
  expect(await importOne(db, 'auto', ['-'], { ...quiet, input })).toMatchObject({
    file: '-',
    format: 'every-eval-ever',
    rows: { accepted: 3 },
  })
})

test('auto names what it does not know, says why, and imports the rest', async () => {
  const path = await folder({
    ...tree(JSON.stringify([score({})])),
    ...{
      'notes.txt': 'hello',
      'schema.json': '{"$schema": "x"}',
      'other.json': '{"a": 1, "b": 2}',
      'empty.csv': '',
      't.csv': 'a,b\n1,2\n',
    },
  })
  const results = await importAll(db, 'auto', [path, `${path}/absent`], quiet)
  expect(
    results.map((result) => [
      result.outcome,
      'reason' in result ? result.reason : 'code' in result ? result.code : result.account.accepted > 0,
    ]),
  ).toEqual([
    ['NOT_RECOGNISED', 'the file is empty'],
    ['NOT_RECOGNISED', expect.stringMatching(/^begins with 'hello', which no format does/)],
    ['NOT_RECOGNISED', expect.stringContaining('its first fields: a, b')],
    ['NOT_RECOGNISED', 'a JSON Schema, which holds no scores'],
    ['NOT_RECOGNISED', expect.stringContaining('(a,b)')],
    ['IMPORTED', true],
    ['REFUSED', 'FILE_NOT_FOUND'],
  ])
})

test('a dry run gives the account and changes nothing', async () => {
  const path = await folder(tree(JSON.stringify([score({}), score({ score: {} })])))
  const account = await importOne(db, 'llm-stats', [path], { ...quiet, dryRun: true })
  expect(account).toMatchObject({ dryRun: true, rows: { accepted: 1, duplicates: 0, rejected: 1 } })
  expect(
    await select('SELECT (SELECT count(*)::int FROM import) + (SELECT count(*)::int FROM model) AS count'),
  ).toEqual([{ count: 0 }])
  expect(await importOne(db, 'llm-stats', [path], quiet)).toMatchObject({ rows: account.rows, alreadyImported: false })
})

test('a table that breaks after many portions changes nothing; so does a database that refuses', async () => {
  const task = (rows: number) =>
    `[{"task": "T", "datasets": [{"dataset": "D", "sota": {"rows": [${Array.from({ length: rows }, (_, i) => `{"model_name": "m${i}", "metrics": {"EM": "${i}"}}`).join(',')}]}}]}`
  const path = await folder({ 'broken.json': `${task(9_000)}, {"task": ]`, 'good.json': `${task(10)}]` })
  const results = await importAll(db, 'papers-with-code', [path], quiet)
  expect(results).toMatchObject([
    { outcome: 'REFUSED', code: 'BROKEN_FILE', mistakes: [{ line: 1 }] },
    { outcome: 'IMPORTED', account: { rows: { accepted: 10 } } },
  ])
  expect(await select('SELECT count(*)::int AS count FROM observation')).toEqual([{ count: 10 }])
  const before = await dump(db)
  await db.pool.query("ALTER TABLE sighting ADD CONSTRAINT no_more CHECK (native_id <> '7')")
  try {
    const scores = JSON.stringify([score({ model_benchmark_id: 7 })])
    await expect(importAll(db, 'llm-stats', [await folder(tree(scores))], quiet)).rejects.toThrow(/no_more/)
    expect(await dump(db)).toEqual(before)
  } finally {
    await db.pool.query('ALTER TABLE sighting DROP CONSTRAINT no_more')
  }
})

test('texts with signs of COPY in them arrive as they are', async () => {
  const odd = ['tab\there', 'back\\slash', 'new\nline', '\\N', 'quote"', 'ünï', '\\.']
  const all = [...odd, ...Array.from({ length: 120 }, (_, index) => `plain ${index}`)]
  const rows = all.map((text) => ({ model_name: text, metrics: { EM: '1' } }))
  const path = await folder({
    'odd.json': JSON.stringify([{ task: 'T', datasets: [{ dataset: 'D', sota: { rows } }] }]),
  })
  expect((await importOne(db, 'papers-with-code', [path], quiet)).rows).toMatchObject({ accepted: all.length })
  expect((await select('SELECT reported_name AS name FROM observation ORDER BY id')).map(({ name }) => name)).toEqual(
    all,
  )
})

test('two imports at once come out as one after the other', async () => {
  const paths = await Promise.all([
    folder({ 'a.ndjson': lines(300) }),
    folder({ 'b.ndjson': `${lines(300)}\n${line(301)}` }),
  ])
  const accounts = await Promise.all(paths.map((path) => importOne(db, 'every-eval-ever', [path], quiet)))
  expect(accounts.map(({ rows }) => rows.accepted + rows.duplicates)).toEqual([300, 301])
  expect(accounts.reduce((sum, { rows }) => sum + rows.accepted, 0)).toBe(301)
  expect(await select('SELECT count(*)::int AS count FROM observation')).toEqual([{ count: 301 }])
})

test('an import that is killed leaves nothing, and can be run again', async () => {
  const path = await folder({ 'many.ndjson': lines(9_000) })
  const child = spawn(process.execPath, ['bin/whence.js', 'import', 'every-eval-ever', path], {
    env: { ...process.env, DATABASE_URL: db.url },
  })
  const ended = once(child, 'exit')
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
  // The import is held in the middle of its transaction: all is written but the scores.
  const holder = await db.pool.connect()
  await holder.query('BEGIN; LOCK TABLE observation IN SHARE MODE')
  const held = async () =>
    (
      await select(
        "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'observation'::regclass",
      )
    )[0].count > 0
  while (!(await held())) {
    if (child.exitCode !== null) throw new Error('the import ended before it could be killed')
    await pause()
  }
  child.kill('SIGKILL')
  await ended
  await holder.query('ROLLBACK')
  holder.release()
  // The server notices when it next hears of the connection.
  while (
    (
      await select(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
      )
    )[0].count > 0
  ) {
    await pause()
  }
  expect(
    await select('SELECT (SELECT count(*)::int FROM import) + (SELECT count(*)::int FROM observation) AS count'),
  ).toEqual([{ count: 0 }])
  expect(await importOne(db, 'every-eval-ever', [path], quiet)).toMatchObject({
    rows: { accepted: 9_000, duplicates: 0, rejected: 0 },
  })
}, 120_000)
