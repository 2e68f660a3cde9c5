// Every example query, on the built-in catalogue: its answer is recorded, and so is what it costs.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')
const folder = new URL('../../examples/queries/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'))

/** Moments of the import differ from run to run. */
const timeless = (key: string, value: unknown) => (/^(started|opened)At$/.test(key) ? 'a moment' : value)

/** Whether an answer says anything: at least one leaf that isn't null, 0 or false. */
const saysSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(saysSomething) : Boolean(value)

describe('example queries', () => {
  test.each(files)('%s', async (file) => {
    const { data, statements, rows } = await ask(db, readFileSync(new URL(file, folder), 'utf8'))
    for (const [field, value] of Object.entries(data)) expect(saysSomething(value), `${field} is empty`).toBe(true)
    const record = JSON.stringify({ statements: statements.length, rows, data }, timeless, 2)
    await expect(`${record}\n`).toMatchFileSnapshot(`recorded/${file.replace('.graphql', '.json')}`)
  })
})
