// From the text of a bundle to the bundle, or to all of its mistakes at once.
import { formatPath, ImportError } from '../import-error.ts'
import type { EntryKind } from './check.ts'
import { explain, type Finding } from './explain.ts'
import { type Bundle, bundle as schema } from './format.ts'
import { singleObservations } from './observations.ts'
import { checkReferences } from './references.ts'
import { type Path, readYaml } from './yaml-document.ts'

export interface ParsedBundle {
  bundle: Bundle
  /** The line (from 1) of the entry at a path such as ['notes', 0, 'code']. */
  lineOf(path: Path): number
}

/** Reads a bundle; `file` is how messages name it. Throws ImportError with every mistake, in the order of the file. */
export function parseBundle(text: string, file: string): ParsedBundle {
  const { value, lineOf } = readYaml(text, file)
  const refuse = (findings: Finding[]): never => {
    const items = findings.map(({ path, reason }) => ({ file, line: lineOf(path), field: formatPath(path), reason }))
    throw new ImportError(
      'BAD_BUNDLE',
      items.sort((a, b) => a.line - b.line),
    )
  }
  const unstorable = [...unstorableTexts(value, [])]
  if (unstorable.length > 0) refuse(unstorable)
  const result = schema.safeParse(value)
  if (!result.success) return refuse(explain(schema, value))
  const bundle = result.data
  const findings = checkReferences(bundle, namesIn(bundle))
  if (findings.length > 0) refuse(findings)
  return { bundle, lineOf }
}

function namesIn(bundle: Bundle): Record<EntryKind, ReadonlySet<string>> {
  const given = (ids: (string | undefined)[]) => new Set(ids.filter((id) => id !== undefined))
  return {
    author: new Set(Object.keys(bundle.authors)),
    source: new Set(Object.keys(bundle.sources)),
    benchmark: new Set(Object.keys(bundle.benchmarks)),
    model: new Set(Object.keys(bundle.models)),
    setting: new Set(Object.keys(bundle.settings)),
    table: new Set(Object.keys(bundle.tables)),
    observation: given(singleObservations(bundle).map(({ observation }) => observation.id)),
    note: given(bundle.notes.map((note) => note.id)),
  }
}

/** Texts that PostgreSQL cannot hold: with a NUL character, or half of a surrogate pair. */
function* unstorableTexts(value: unknown, path: PropertyKey[]): Generator<Finding> {
  if (typeof value === 'string') {
    if (value.includes('\0')) yield { path, reason: 'the text holds a NUL character' }
    else if (/\p{Surrogate}/u.test(value))
      yield { path, reason: 'the text holds half of a character (a lone surrogate)' }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inside] of Object.entries(value)) {
      yield* unstorableTexts(key, [...path, key])
      yield* unstorableTexts(inside, [...path, Array.isArray(value) ? Number(key) : key])
    }
  }
}
