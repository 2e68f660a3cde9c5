// The worked example of docs/bundle.md is imported, and the committed JSON Schema is the one the code makes.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bundleJsonSchema } from '../../src/importers/bundle/json-schema.ts'
import { formatLedger } from '../../src/importers/writer/ledger.ts'
import { useDatabase } from '../support/database.ts'
import { importText } from './bundles.ts'

const db = useDatabase()
const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the worked example imports as the page says, and every second time as nothing new', async () => {
  const manual = await read('docs/bundle.md')
  const example = /```yaml\n(.*?)```/s.exec(manual)?.[1] ?? ''
  const printed = /Importing it prints:\n\n```text\n(.*?)\n```/s.exec(manual)?.[1]
  const ledger = await importText(db, example, 'example.yaml')
  expect(formatLedger(ledger).split('\n')[0]).toBe(printed)
  expect(ledger.rejections).toEqual([])
  const again = await importText(db, example, 'example.yaml')
  expect(again).toMatchObject({ alreadyImported: true, accepted: 0, duplicates: ledger.accepted, rejected: 0 })
})

test('data/bundle.schema.json is up to date (npm run bundle-schema)', async () => {
  expect(await read('data/bundle.schema.json')).toBe(bundleJsonSchema())
})
