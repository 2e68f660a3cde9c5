// How large a document is, whatever its variables: tokens, depth, aliases, directives.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql'
import { limitError } from './limit-error.ts'
import type { Limits } from './limits.ts'

/** How many tokens a text has, comments left out; up to the first character that is no GraphQL. */
export function countTokens(text: string): number {
  const lexer = new Lexer(new Source(text))
  let count = 0
  try {
    for (; lexer.advance().kind !== TokenKind.EOF; ) count += 1
  } catch {
    // The parser says it better.
  }
  return count
}

/** The deepest nesting of fields; a fragment that spreads itself counts once, for validation refuses it. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const known = new Map<string, number>()
  const below = ({ selections }: SelectionSetNode): number => {
    let deepest = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD)
        deepest = Math.max(deepest, 1 + (selection.selectionSet ? below(selection.selectionSet) : 0))
      else if (selection.kind === Kind.INLINE_FRAGMENT) deepest = Math.max(deepest, below(selection.selectionSet))
      else deepest = Math.max(deepest, ofFragment(selection.name.value))
    }
    return deepest
  }
  const ofFragment = (name: string): number => {
    const depth = known.get(name)
    const fragment = fragments.get(name)
    if (depth !== undefined || !fragment) return depth ?? 0
    known.set(name, 0)
    const found = below(fragment.selectionSet)
    known.set(name, found)
    return found
  }
  return Math.max(0, ...document.definitions.map((one) => ('selectionSet' in one ? below(one.selectionSet) : 0)))
}

function countMarks(document: DocumentNode): { aliases: number; directives: number } {
  let aliases = 0
  let directives = 0
  visit(document, {
    enter(node) {
      if (node.kind === Kind.FIELD && node.alias) aliases += 1
      else if (node.kind === Kind.DIRECTIVE) directives += 1
    },
  })
  return { aliases, directives }
}

/** Throws the refusal of a text with too many tokens. */
export function checkTokens(text: string, limits: Limits): void {
  const tokens = countTokens(text)
  if (tokens > limits.tokens) throw limitError('tokens', limits.tokens, tokens)
}

/** Throws the refusal of a document that is too large; all operations and fragments in it count. */
export function checkShape(document: DocumentNode, limits: Limits): void {
  const shape = { ...countMarks(document), depth: depthOf(document) }
  for (const limit of ['depth', 'aliases', 'directives'] as const)
    if (shape[limit] > limits[limit]) throw limitError(limit, limits[limit], shape[limit])
}
