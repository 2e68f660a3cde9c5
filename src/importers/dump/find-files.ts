// From the paths of a command line to files: folders are walked, patterns matched, "-" is standard input.
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { ImportError } from '../import-error.ts'
import { type InputFile, kindOf, spooled } from './input-file.ts'

export interface FoundFiles {
  /** The files of each argument, in the order of their paths. */
  arguments: { name: string; files: InputFile[] }[]
  /** Removes what was kept of standard input. */
  clean(): Promise<void>
}

const refuse = (name: string, reason: string) =>
  new ImportError('FILE_NOT_FOUND', [{ file: name, line: null, field: null, reason }])

/**
 * Finds the files. In folders, hidden entries are passed over, but for `.eval_results`; links to folders are not followed.
 * A folder may have any name ("x.json" too). Throws ImportError for a path or pattern that leads to no file.
 */
export async function findFiles(paths: readonly string[], input: Readable = process.stdin): Promise<FoundFiles> {
  const removers: (() => Promise<void>)[] = []
  const found: FoundFiles['arguments'] = []
  const clean = async () => {
    for (const remove of removers) await remove()
  }
  try {
    for (const name of paths) {
      if (name === '-') {
        if (removers.length > 0) throw refuse(name, 'standard input can be read only once')
        const { file, remove } = await spooled(input)
        removers.push(remove)
        found.push({ name, files: [file] })
      } else found.push({ name, files: await filesOf(name) })
    }
  } catch (error) {
    await clean()
    throw error
  }
  return { arguments: found, clean }
}

async function filesOf(name: string): Promise<InputFile[]> {
  const kind = await kindOf(name)
  if (kind === 'file' || kind === 'other') return [{ name, path: name, within: lastPart(name) }]
  if (kind === 'folder') {
    const paths = await walk(name)
    if (paths.length === 0) throw refuse(name, 'there is no file in this folder')
    return paths.map((path) => inputFile(path, name))
  }
  if (!/[*?]/.test(name)) throw refuse(name, 'there is no such file or folder')
  const fixed = name.slice(0, name.search(/[*?]/))
  const root = fixed.endsWith('/') ? fixed : dirname(`${fixed}x`)
  const pattern = patternOf(name.split(sep).join('/'))
  const paths = (await kindOf(root)) === 'folder' ? await walk(root) : []
  const matching = paths.filter((path) => pattern.test(join(path).split(sep).join('/')))
  if (matching.length === 0) throw refuse(name, 'no file matches this pattern')
  return matching.map((path) => inputFile(path, root))
}

const lastPart = (path: string) => path.split(/[\\/]/).at(-1) ?? path
const inputFile = (path: string, root: string): InputFile => ({
  name: path,
  path,
  within: relative(root, path).split(sep).join('/'),
})

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') && entry.name !== '.eval_results') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await walk(path)))
    else if (entry.isFile() || (entry.isSymbolicLink() && (await kindOf(path)) === 'file')) paths.push(path)
  }
  return paths
}

/** `*` stands for any characters of one name, `**` for any folders, `?` for one character; a matched folder is walked. */
function patternOf(glob: string): RegExp {
  const source = join(glob)
    .split(sep)
    .join('/')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (sign) =>
      sign === '**/' ? '(?:[^/]+/)*' : sign === '**' ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
    )
  return new RegExp(`^${source}(?:/.*)?$`)
}
