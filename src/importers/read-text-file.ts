// Reads a file that a person hands in: its text and the digest of its bytes, or a coded error.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { ImportError, type ImportErrorCode } from './import-error.ts'

/** Larger files are refused before they are read: a bundle is one captured page. */
export const largestFile = 10 * 1024 * 1024

export interface TextFile {
  text: string
  /** SHA-256 of the bytes, in hex. */
  digest: string
}

/** The digest under which the ledger knows these bytes: SHA-256 in hex. */
export const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Reads UTF-8 text of at most `largestFile` bytes; a byte order mark is left out. Throws ImportError. */
export async function readTextFile(path: string): Promise<TextFile> {
  const fail = (code: ImportErrorCode, reason: string, line: number | null = null) =>
    new ImportError(code, [{ file: path, line, field: null, reason }])
  const failedRead = (error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? fail('FILE_NOT_FOUND', 'there is no such file')
      : fail('FILE_NOT_READABLE', `the file cannot be read (${error.code ?? error.message})`)

  const found = await stat(path).catch((error) => Promise.reject(failedRead(error)))
  if (!found.isFile()) {
    throw fail(
      'NOT_A_FILE',
      found.isDirectory() ? 'this is a folder; name the files in it' : 'this is not a plain file',
    )
  }
  if (found.size > largestFile) {
    throw fail('FILE_TOO_LARGE', `the file has ${found.size} bytes; the most that is read is ${largestFile} (10 MiB)`)
  }
  const bytes = await readFile(path).catch((error) => Promise.reject(failedRead(error)))
  if (bytes.length === 0) throw fail('FILE_EMPTY', 'the file is empty')
  const nul = bytes.indexOf(0)
  if (nul >= 0) throw fail('NUL_BYTE', `a NUL byte at byte ${nul + 1}: this is no text file`, lineAt(bytes, nul))
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), digest: digestOf(bytes) }
  } catch {
    const at = firstBadByte(bytes)
    throw fail('NOT_UTF8', `byte ${at + 1} is not UTF-8; save the file in UTF-8`, lineAt(bytes, at))
  }
}

const lineAt = (bytes: Uint8Array, end: number): number =>
  bytes.subarray(0, end).reduce((line, byte) => (byte === 10 ? line + 1 : line), 1)

/** Where the first sequence starts that is not UTF-8, by halving: as a stream, any prefix cut inside of a character decodes. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length
  while (good < bad) {
    const middle = (good + bad + 1) >> 1
    if (decodePrefix(bytes.subarray(0, middle)) !== null) good = middle
    else bad = middle - 1
  }
  return Buffer.byteLength(decodePrefix(bytes.subarray(0, good)) ?? '')
}

/** The whole characters of a text that may be cut; null where it is not UTF-8. */
function decodePrefix(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}
