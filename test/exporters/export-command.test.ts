// whence export: the command line, its file and its exit codes.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importText } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'
import { runNode, useProcesses } from '../support/processes.ts'

useProcesses()
const db = useDatabase('catalogue')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whence-export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const whence = async (...args: string[]) => {
  const running = runNode(['--import', 'tsx', 'src/main.ts', 'export', ...args], { DATABASE_URL: db.url })
  const code = await running.end()
  return { code, output: running.output(), errors: running.errors() }
}

describe('whence export bundle', { timeout: 60_000 }, () => {
  test('prints a page, or writes it to a file; both have been tried', async () => {
    const printed = await whence('bundle', '--source', 'internlm-20b-benchmark-scores')
    expect(printed).toMatchObject({ code: 0, errors: '' })
    const out = join(folder, 'page.yaml')
    const written = await whence('bundle', '--source', 'internlm-20b-benchmark-scores', '--out', out)
    expect(written).toMatchObject({ code: 0, output: '', errors: expect.stringContaining('page.yaml written') })
    const text = await readFile(out, 'utf8')
    expect(printed.output).toBe(text.trimEnd())
    expect(await importText(db, text)).toMatchObject({ accepted: 0, rejected: 0 })
  })

  test('tells of claims that belong to other pages, of unknown sources, and of what it does not understand', async () => {
    const paper = 'judgebench-a-benchmark-for-evaluating-llm-based-judges-v2'
    const quoted = await whence('bundle', '--source', paper)
    expect(quoted.code).toBe(0)
    expect(quoted.errors).toContain('5 claims of this source in tables of benchlm-internlm2-20b-reward-judgebench')
    expect(await whence('bundle', '--source', 'no-such')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no source with the slug "no-such".'),
    })
    expect(await whence('bundle')).toMatchObject({ code: 2, errors: expect.stringContaining('Which source?') })
    expect(await whence('csv')).toMatchObject({ code: 2 })
  })
})
