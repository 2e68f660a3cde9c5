// Tokens: what is accepted, what is not, and that no hash reaches anybody.
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { curatorNameProblem, curatorOf, makeToken, readCurators } from '../../src/curation/tokens.ts'

const ada = makeToken()
const bob = makeToken()
const curators = readCurators(`Ada Lovelace:${ada.hash}, bob:${bob.hash.toUpperCase()},`)

test('each token is known by its hash, and no two are alike', () => {
  expect(ada.token).toMatch(/^whence_[\w-]{43}$/)
  expect(ada.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(ada.token).not.toBe(bob.token)
  expect(curators.map(({ name }) => name)).toEqual(['Ada Lovelace', 'bob'])
})

test.each([
  [`Bearer ${ada.token}`, 'Ada Lovelace'],
  [`bearer  ${bob.token} `, 'bob'],
  [null, null],
  ['', null],
  [ada.token, null],
  [`Basic ${ada.token}`, null],
  [`Bearer ${ada.token}x`, null],
  [`Bearer ${ada.hash}`, null],
  [`Bearer ${ada.token} ${bob.token}`, null],
  ['Bearer ', null],
])('%j is the token of %j', (header, name) => {
  expect(curatorOf(curators, header)).toBe(name)
  expect(curatorOf([], header)).toBeNull()
})

test.each(['', 'a:b', 'a,b', '-a', 'a-', 'audit', 'Audit', 'x'.repeat(101), 'a\nb'])('%j is no name', (name) => {
  expect(curatorNameProblem(name)).not.toBeNull()
})
test.each(['ada', 'Ada Lovelace', 'ada@example.org', 'Ægir 2', 'a'])('%j is a name', (name) => {
  expect(curatorNameProblem(name)).toBeNull()
})

describe('WHENCE_CURATOR_TOKENS', () => {
  test('is read into names and hashes; without it there is nobody', () => {
    expect(readConfig({}).curators).toEqual([])
    expect(readConfig({ WHENCE_CURATOR_TOKENS: `ada:${ada.hash}` }).curators).toEqual([{ name: 'ada', hash: ada.hash }])
  })

  test.each([
    [`ada:${ada.token}`, 'ada needs one hash of 64 hex digits'],
    ['ada', 'ada needs one hash'],
    [`audit:${ada.hash}`, '"audit" is no curator\'s name'],
    [`ada:${ada.hash}:x`, 'ada needs one hash'],
  ])('%s is refused, and not repeated', (text, message) => {
    const failure = (() => {
      try {
        readConfig({ WHENCE_CURATOR_TOKENS: text })
      } catch (error) {
        return String(error)
      }
    })()
    expect(failure).toContain(message)
    for (const secret of [ada.token, ada.hash]) expect(failure).not.toContain(secret)
  })
})
