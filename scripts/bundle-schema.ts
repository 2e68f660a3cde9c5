// Writes data/bundle.schema.json, the JSON Schema of the bundle format, for editors. With --check: says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { bundleJsonSchema } from '../src/importers/bundle/json-schema.ts'

const path = new URL('../data/bundle.schema.json', import.meta.url)
const text = bundleJsonSchema()
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('data/bundle.schema.json is out of date: run npm run bundle-schema')
  process.exitCode = 1
}
