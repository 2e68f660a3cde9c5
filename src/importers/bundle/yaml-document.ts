// Reads YAML so that every scalar stays the text that stands in the file, and remembers where things stand.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { ImportError } from '../import-error.ts'

export type Path = readonly PropertyKey[]

export interface YamlDocument {
  /** Maps, lists and strings only. */
  value: unknown
  /** The line (from 1) of the entry at a path, or of the nearest entry around it. */
  lineOf(path: Path): number
}

/** Uses of anchors, multiplied through nesting, above which a file is taken for an attack on memory. */
const mostAliasUses = 10_000

/** Parses one YAML document with the failsafe schema: 63.40 stays "63.40", ~ stays "~". Throws ImportError (BROKEN_YAML). */
export function readYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'failsafe',
    merge: true,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const problems = [...document.errors, ...document.warnings]
  if (problems.length > 0) {
    throw new ImportError(
      'BROKEN_YAML',
      problems.map((problem) => ({ file, line: lineAt(problem.pos[0]), field: null, reason: plainReason(problem) })),
    )
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliasUses })
    return { value, lineOf: (path) => lineAt(offsetOf(document, path)) }
  } catch (error) {
    throw new ImportError('BROKEN_YAML', [{ file, line: null, field: null, reason: (error as Error).message }])
  }
}

function plainReason({ code, message }: { code: string; message: string }): string {
  if (code === 'DUPLICATE_KEY') return 'the same key twice in one map'
  if (code === 'MULTIPLE_DOCS') return 'more than one YAML document in the file ("---"); write one file a page'
  if (code === 'TAG_RESOLVE_FAILED') return `${message}; every value is read as text, so tags have no place here`
  return message
}

function offsetOf(document: Document, path: Path): number {
  let node = resolve(document.contents, document)
  let offset = node?.range?.[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = pairOf(node.items as Pair[], String(step), document)
      if (!pair) return offset
      offset = (pair.key as Node | null)?.range?.[0] ?? offset
      node = resolve(pair.value, document)
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined
      if (!item) return offset
      offset = item.range?.[0] ?? offset
      node = resolve(item, document)
    } else return offset
  }
  return offset
}

function pairOf(pairs: Pair[], name: string, document: Document): Pair | undefined {
  const own = pairs.find((pair) => isScalar(pair.key) && String(pair.key.value) === name)
  if (own) return own
  const merged = pairs.find((pair) => isScalar(pair.key) && pair.key.source === '<<')
  const from = resolve(merged?.value, document)
  const maps = isSeq(from) ? from.items.map((item) => resolve(item, document)) : [from]
  for (const map of maps) {
    const pair = isMap(map) ? pairOf(map.items as Pair[], name, document) : undefined
    if (pair) return pair
  }
  return undefined
}

function resolve(node: unknown, document: Document): Node | undefined {
  return isAlias(node) ? node.resolve(document) : ((node as Node | null) ?? undefined)
}
