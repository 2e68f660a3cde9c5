// The text of every file in examples/queries, by name
import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../../examples/queries/', import.meta.url)

export const exampleFiles: Record<string, string> = {}
for (const name of await readdir(folder)) exampleFiles[name] = await readFile(new URL(name, folder), 'utf8')
