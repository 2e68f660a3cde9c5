// A file to import: on disk or from standard input, gzipped or not, read as a stream of text.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, type Gunzip } from 'node:zlib'
import { ImportError, type ImportErrorCode } from '../import-error.ts'

/** How much of a file is looked at to recognise its format, in bytes. */
const headSize = 64 * 1024
/** Files that are read whole (one record, one page) may have this many characters. */
export const largestWhole = 64 * 1024 * 1024

export interface InputFile {
  /** As messages name it: the path that was given, or "-". */
  name: string
  /** Path below the argument that led here, with "/" on every system: the same wherever the folder lies. */
  within: string
  path: string
}

const fail = (name: string, code: ImportErrorCode, reason: string) =>
  new ImportError(code, [{ file: name, line: null, field: null, reason }])

const readFailure = (name: string) => (error: NodeJS.ErrnoException) => {
  if (error instanceof ImportError) throw error
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw fail(name, 'FILE_NOT_FOUND', 'there is no such file')
  throw fail(name, 'FILE_NOT_READABLE', `the file cannot be read (${error.code ?? error.message})`)
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

async function bytesOf(file: InputFile, end?: number): Promise<{ stream: Readable; close(): void }> {
  const zipped = await isGzip(file.path).catch(readFailure(file.name))
  const source = createReadStream(file.path, zipped || end === undefined ? {} : { end: end - 1 })
  if (!zipped) return { stream: source, close: () => source.destroy() }
  const gunzip: Gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  return {
    stream: gunzip,
    close: () => {
      source.destroy()
      gunzip.destroy()
    },
  }
}

/**
 * The text of a file, chunk by chunk; a byte order mark is left out. Throws ImportError where the file cannot be read, is
 * broken gzip, is not UTF-8 or holds a NUL byte.
 */
export async function* textOfFile(file: InputFile): AsyncGenerator<string> {
  const { stream, close } = await bytesOf(file)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      if (bytes.includes(0)) throw fail(file.name, 'NUL_BYTE', 'a NUL byte: this is no text file')
      yield decode(() => decoder.decode(bytes, { stream: true }), file.name)
    }
    yield decode(() => decoder.decode(), file.name)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code?.startsWith('Z_')) throw fail(file.name, 'FILE_NOT_READABLE', `broken gzip (${(error as Error).message})`)
    readFailure(file.name)(error as NodeJS.ErrnoException)
  } finally {
    close()
  }
}

function decode(read: () => string, name: string): string {
  try {
    return read()
  } catch {
    throw fail(name, 'NOT_UTF8', 'the text is not UTF-8; save the file in UTF-8')
  }
}

/** The whole text of a file that is one record or one page. Throws as textOfFile does, and where it is too large. */
export async function wholeText(file: InputFile): Promise<string> {
  const parts: string[] = []
  let length = 0
  for await (const part of textOfFile(file)) {
    parts.push(part)
    length += part.length
    if (length > largestWhole)
      throw fail(file.name, 'FILE_TOO_LARGE', `more than ${largestWhole} characters in one record`)
  }
  if (length === 0) throw fail(file.name, 'FILE_EMPTY', 'the file is empty')
  return parts.join('')
}

/** The beginning of a file's text, to recognise it by; what is no UTF-8 there is passed over. */
export async function headOf(file: InputFile): Promise<string> {
  const { stream, close } = await bytesOf(file, headSize)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      parts.push(bytes)
      size += bytes.length
      if (size >= headSize) break
    }
  } catch (error) {
    // A broken end of a gzip is told when the file is read.
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) readFailure(file.name)(error as NodeJS.ErrnoException)
  } finally {
    close()
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, headSize))
}

/** SHA-256 of the bytes of a file, in hex. */
export async function digestOfFile({ path, name }: InputFile): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch(readFailure(name))
  return hash.digest('hex')
}

/** Keeps standard input in a temporary file: it is read twice, and may be longer than memory. */
export async function spooled(input: Readable): Promise<{ file: InputFile; remove(): Promise<void> }> {
  const path = join(tmpdir(), `whence-stdin-${randomUUID()}`)
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await remove()
    throw error
  }
  return { file: { name: '-', within: '-', path }, remove }
}

/** Whether a path is there, and what it is. */
export async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'none'> {
  const found = await stat(path).catch(() => null)
  if (!found) return 'none'
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
}
