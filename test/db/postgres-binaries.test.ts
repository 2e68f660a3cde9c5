// The binaries that npm brought: usable in place, or as a copy where they are not.
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBinaries } from '../../src/db/postgres-binaries.ts'
import { makeFolder } from '../support/test-server.ts'

let place = ''
beforeEach(async () => {
  place = await makeFolder('binaries')
})
afterEach(() => rm(place, { recursive: true }))

const versionOf = async (program: string) => (await promisify(execFile)(program, ['--version'])).stdout.trim()

test('are used where they lie when they can be reached', async () => {
  const { postgres, version } = await prepareBinaries(place, async () => true)
  expect(postgres).toContain('node_modules')
  // "18.4.0-beta.17" brings PostgreSQL 18.4.
  expect(await versionOf(postgres)).toBe(`postgres (PostgreSQL) ${version.match(/^\d+\.\d+/)?.[0]}`)
  expect(await readdir(place)).toEqual([])
})

test('are copied once, libraries and all, when they cannot; by two at once, too', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => prepareBinaries(place, async () => false)))
  expect(second).toEqual(first)
  expect(await readdir(place)).toEqual([`postgres-${first?.version}`])
  expect(dirname(dirname(dirname(first?.postgres ?? '')))).toBe(join(place, `postgres-${first?.version}`))
  for (const program of [first?.postgres, first?.initdb]) expect(await versionOf(program ?? '')).toContain('PostgreSQL')
})
