// `whence audit` and `whence token`, as a shell sees them.
import { describe, expect, test } from 'vitest'
import { curatorOf, readCurators } from '../../src/curation/tokens.ts'
import { createDatabase, useDatabase } from '../support/database.ts'
import { runNode, useProcesses } from '../support/processes.ts'

useProcesses()
const db = useDatabase('catalogue')

async function whence(args: string[], env: Record<string, string> = {}) {
  const running = runNode(['bin/whence.js', ...args], { WHENCE_LOG_LEVEL: 'silent', ...env })
  const code = await running.end()
  return { code, printed: running.output(), complained: running.errors() }
}

describe('whence audit', () => {
  test('prints what is open by kind, changes nothing that it has found before, and ends with 0', async () => {
    const { code, printed } = await whence(['audit'], { DATABASE_URL: db.url })
    expect(code).toBe(0)
    const table = printed.split('\n').map((line) => line.trim().split(/ {2,}/))
    expect(table).toContainEqual(['issues', 'open', 'audited', 'resolved'])
    expect(table).toContainEqual(['AGGREGATE_MISMATCH', '3', '3', '0'])
    expect(table).toContainEqual(['DISAGREEMENT', '4', '4', '0'])
    expect(printed).toContain('The audits: 8 found (1 told by notes of others).\nNothing has changed.')
  })

  test('--fail-on-open ends with 1 while issues are open, and --json tells programs', async () => {
    const { code, printed } = await whence(['audit', '--json', '--fail-on-open'], { DATABASE_URL: db.url })
    expect(code).toBe(1)
    const { open, kinds, audit } = JSON.parse(printed)
    const { rows } = await db.pool.query(`SELECT count(*)::int AS open FROM note WHERE state = 'OPEN'`)
    expect(open).toBe(rows[0].open)
    expect(kinds).toContainEqual({ kind: 'DISAGREEMENT', open: 4, found: 4, resolved: 0 })
    expect(audit).toMatchObject({ issues: { found: 8, opened: 0 }, act: null })
  })

  test('--fail-on-open ends with 0 where nothing is open', async () => {
    const empty = await createDatabase('empty')
    try {
      const { code, printed } = await whence(['audit', '--fail-on-open'], { DATABASE_URL: empty.url })
      expect([code, printed.split('\n').at(-2)]).toEqual([0, 'The audits: 0 found.'])
    } finally {
      await empty.drop()
    }
  })
})

test.each(['audit', 'token'])('%s --help explains the command, which the overview names', async (command) => {
  const { code, printed } = await whence([command, '--help'])
  expect([code, printed.split('\n')[0]]).toEqual([0, expect.stringContaining(`Usage: whence ${command}`)])
  expect((await whence(['--help'])).printed).toMatch(new RegExp(`^  ${command} `, 'm'))
})

describe('whence token', () => {
  test('prints a token and the entry that knows it, each time another', async () => {
    const { code, printed, complained } = await whence(['token', 'Ada Lovelace'])
    expect([code, complained]).toEqual([0, ''])
    const [token = '', entry = ''] = printed.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []))
    expect(curatorOf(readCurators(entry), `Bearer ${token}`)).toBe('Ada Lovelace')
    expect((await whence(['token', 'Ada Lovelace'])).printed).not.toContain(token)
  })

  test.each([
    [[], 'Whose token?'],
    [['audit'], 'the name in which audits act'],
    [['Ada', 'Lovelace'], 'quote one that has blanks: "Ada Lovelace"'],
    [['a:b'], 'will not do'],
    [['--json', 'a'], "Unknown option '--json'"],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { code, printed, complained } = await whence(['token', ...args])
    expect([code, printed]).toEqual([2, ''])
    expect(complained).toContain(message)
  })
})
