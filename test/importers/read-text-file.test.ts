// Files that can't be read as text are refused with a code.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportError } from '../../src/importers/import-error.ts'
import { readTextFile } from '../../src/importers/read-text-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whence-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function refusal(path: string) {
  const error = await readTextFile(path).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ImportError)) throw new Error(`not refused: ${path}`)
  return { code: error.code, line: error.items[0]?.line, reason: error.items[0]?.reason }
}

test.each([
  ['an empty file', Buffer.alloc(0), 'FILE_EMPTY', null, 'the file is empty'],
  ['a NUL byte', Buffer.from('a\nb\0c'), 'NUL_BYTE', 2, 'a NUL byte at byte 4: this is no text file'],
  ['Latin-1', Buffer.from('a: ä\nb: é\n', 'latin1'), 'NOT_UTF8', 1, 'byte 4 is not UTF-8; save the file in UTF-8'],
  [
    'a character cut at the end',
    Buffer.from('ab\nä').subarray(0, 4),
    'NOT_UTF8',
    2,
    'byte 4 is not UTF-8; save the file in UTF-8',
  ],
])('%s', async (_, bytes, code, line, reason) => {
  const path = join(folder, 'file.yaml')
  await writeFile(path, bytes)
  expect(await refusal(path)).toEqual({ code, line, reason })
})

test('a folder, a file that is not there, and one that is too large', async () => {
  expect(await refusal(folder)).toMatchObject({ code: 'NOT_A_FILE', reason: 'this is a folder; name the files in it' })
  expect(await refusal(join(folder, 'none.yaml'))).toMatchObject({ code: 'FILE_NOT_FOUND' })
  const large = join(folder, 'large.yaml')
  await writeFile(large, 'x')
  await truncate(large, 10 * 1024 * 1024 + 1)
  expect(await refusal(large)).toMatchObject({ code: 'FILE_TOO_LARGE' })
})

test('a byte order mark is left out of the text, and counts in the digest', async () => {
  const path = join(folder, 'bom.yaml')
  await writeFile(path, '\uFEFFwhence: 1\n')
  const withMark = await readTextFile(path)
  await writeFile(path, 'whence: 1\n')
  const without = await readTextFile(path)
  expect(withMark.text).toBe(without.text)
  expect(withMark.digest).not.toBe(without.digest)
})
