// The command line: help, what it does not understand, and what it does without a server.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../../src/cli.ts'
import { settings } from '../../src/config.ts'
import { createDatabase } from '../support/database.ts'
import { runNode, useProcesses } from '../support/processes.ts'
import { makeFolder } from '../support/test-server.ts'

useProcesses()

async function run(...argv: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const code = await runCli(argv, {
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    stop: new AbortController().signal,
  })
  return { code, printed: printed.join('\n'), complained: complained.join('\n') }
}

describe('help', () => {
  test.each(['--help', '-h', 'help'])('%s names the commands', async (flag) => {
    const { code, printed } = await run(flag)
    expect(code).toBe(0)
    for (const command of ['serve', 'migrate', 'import']) expect(printed).toMatch(new RegExp(`^  ${command} `, 'm'))
  })

  test.each(['serve', 'migrate', 'import'])('%s --help explains the command and every setting', async (command) => {
    const { code, printed } = await run(command, '--help')
    expect(code).toBe(0)
    expect(printed).toContain(`Usage: whence ${command}`)
    for (const name of Object.keys(settings)) expect(printed).toContain(`\n  ${name}\n`)
  })
})

describe('what it does not understand', () => {
  test.each([
    [[], 'Which command?'],
    [['sevre'], 'There is no command "sevre".'],
    [['constructor'], 'There is no command "constructor".'],
    [['serve', '--prot=1'], "Unknown option '--prot'"],
    [['serve', 'now'], "Unexpected argument 'now'"],
    [['migrate', '--force'], "Unknown option '--force'"],
    [['import'], 'Which format?'],
    [['import', 'cvs', 'a.csv'], 'There is no format "cvs".'],
    [['import', 'auto', 'a.csv', '--as-of', '2026-02'], '--as-of must be a day such as 2026-02-17, not "2026-02".'],
    [['import', 'bundle'], 'Which files?'],
    [['import', 'bundle', '--dry', 'a.yaml'], "Unknown option '--dry'"],
  ])('%j ends with 2 and says what there is', async (argv, message) => {
    const { code, printed, complained } = await run(...argv)
    expect(code).toBe(2)
    expect(printed).toBe('')
    expect(complained).toContain(message)
    expect(complained).toMatch(/Usage:|--help/)
  })

  test('wrong settings end with 1 and name every one', async () => {
    const process = runNode(['bin/whence.js', 'serve'], { PORT: 'http', WHENCE_POOL_SIZE: '0' })
    expect(await process.end()).toBe(1)
    expect(process.errors()).toMatch(/CONFIG_INVALID: .*\n {2}PORT must .*\n {2}WHENCE_POOL_SIZE must /)
    expect(process.errors()).not.toContain('    at ')
  })
})

describe('commands', () => {
  let folder = ''
  let database: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    folder = await makeFolder('cli')
    database = await createDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  const whence = async (...args: string[]) => {
    const process = runNode(['bin/whence.js', ...args], { DATABASE_URL: database.url })
    return { code: await process.end(), output: process.output(), errors: process.errors() }
  }

  test('migrate says what it applied, and the second time that there is nothing to do', async () => {
    expect(await whence('migrate')).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied: \d+_graph/) })
    expect(await whence('migrate')).toMatchObject({ code: 0, output: 'The database is up to date.' })
  })

  test('import prints the account of each file, and ends with 1 when one is refused', async () => {
    const broken = join(folder, 'broken.yaml')
    await writeFile(broken, 'sources: [\n')
    const good = 'data/judgebench-internlm2-20b-reward.yaml'
    const first = await whence('import', 'bundle', broken, good)
    expect(first.code).toBe(1)
    expect(first.errors).toContain(`${broken} was refused (BROKEN_YAML), nothing of it was imported:\n${broken}:`)
    expect(first.output).toMatch(new RegExp(`${good}: imported \\(\\d+ accepted, \\d+ duplicate, 0 rejected\\)`))
    const again = await whence('import', 'bundle', good)
    expect(again.code).toBe(0)
    expect(again.output).toContain('nothing new, nothing written')
    expect((await whence('import', 'bundle', join(folder, 'absent.yaml'))).errors).toContain('FILE_NOT_FOUND')
  })
})
