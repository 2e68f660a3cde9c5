// Known documents: queries in files, that clients may ask for by the SHA-256 of the file instead of sending their text.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { StartupError } from './startup-error.ts'

/** The texts by their hash (lower-case hexadecimal, as `sha256sum` prints it). */
export type Documents = ReadonlyMap<string, string>

/** The example queries, known to every server that has them. */
const examples = fileURLToPath(new URL('../examples/queries', import.meta.url))

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Every `.graphql` file of the folder and of the examples.
 * @throws StartupError DOCUMENTS_INVALID for a folder that can't be read or a file that does not fit the schema
 */
export function readDocuments(folder: string | undefined, schema: GraphQLSchema): Documents {
  const documents = new Map<string, string>()
  const mistakes: string[] = []
  for (const place of [examples, folder]) {
    if (place === undefined || (place === examples && !existsSync(place))) continue
    let names: string[]
    try {
      names = readdirSync(place).filter((name) => name.endsWith('.graphql'))
    } catch (error) {
      throw new StartupError(
        'DOCUMENTS_INVALID',
        `The folder ${place} can't be read: ${(error as Error).message}`,
        'Set WHENCE_DOCUMENTS to a folder of .graphql files.',
      )
    }
    for (const name of names) {
      const text = readFileSync(join(place, name), 'utf8')
      try {
        // The examples were tested with the whole schema; a setting may have taken a field of theirs away.
        const faults = place === examples ? [] : validate(schema, parse(text))
        if (faults.length > 0) mistakes.push(`${join(place, name)}: ${faults[0]?.message}`)
        else documents.set(hashOf(text), text)
      } catch (error) {
        mistakes.push(`${join(place, name)}: ${(error as Error).message}`)
      }
    }
  }
  if (mistakes.length > 0)
    throw new StartupError(
      'DOCUMENTS_INVALID',
      ['Some known documents do not fit the schema:', ...mistakes].join('\n  '),
      'Mend the files in the folder of WHENCE_DOCUMENTS, or take them out.',
    )
  return documents
}
