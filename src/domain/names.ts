// Names as sources print them: when two spellings are one name (rule 8), and what identifies a node.

/** `prefix`: the organisation in "Org/name", folded too; null for a bare name. `folded`: the rest. */
export type FoldedName = { prefix: string | null; folded: string }

/** A name under which a model is known. */
export type NamedModel<M> = { name: string; model: M }

export type NameMatch<M> = { how: 'ALIAS' | 'FOLDED'; model: M }

/** Names that sources list as rows of their own: the rows of one source, or one list a source. */
export type ListedTogether = readonly string[] | readonly (readonly string[])[]

// An organisation is one word of two or more characters ("w/o" has none), followed by the only slash.
const WITH_PREFIX = /^([\p{L}\p{N}][\p{L}\p{N}_.-]+)\/([^\s/][^/]*)$/u
const INVISIBLE = /[\u00ad\u200b\u2060]/g
const HYPHENS = /[\u2010\u2011]/g

/**
 * The name as it is read: Unicode NFC (not NFKC, which would turn "10²" into "102"), white space trimmed and collapsed,
 * invisible characters left out, typographic hyphens made plain. Case, digits, signs and suffixes stay.
 */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(INVISIBLE, '').replace(HYPHENS, '-').replace(/\s+/g, ' ').trim()
}

/** The tidy name in lower case, taken apart into organisation prefix and rest. */
export function foldName(name: string): FoldedName {
  const lower = lowerCase(name)
  const match = WITH_PREFIX.exec(lower)
  return match ? { prefix: match[1] ?? '', folded: match[2] ?? '' } : { prefix: null, folded: lower }
}

/**
 * The models that a name may mean, each once: those known under exactly this (tidy) name as ALIAS first, then those whose
 * name differs in case or in an organisation prefix as FOLDED.
 * Folding does not apply to spellings that one source lists as rows of their own (`listedTogether`); two different
 * prefixes never match; a bare name and a prefixed one match only if no other prefix is known for that name, here or there.
 */
export function matchName<M>(
  name: string,
  candidates: readonly NamedModel<M>[],
  { listedTogether = [] }: { listedTogether?: ListedTogether } = {},
): NameMatch<M>[] {
  const wanted = tidyName(name)
  const { prefix, folded } = foldName(name)
  const matches = new Map<M, NameMatch<M>>()
  for (const candidate of candidates) {
    if (tidyName(candidate.name) === wanted) matches.set(candidate.model, { how: 'ALIAS', model: candidate.model })
  }
  if (foldsListedApart(listedTogether).has(folded)) return [...matches.values()]
  const same = candidates.filter((candidate) => foldName(candidate.name).folded === folded)
  const spellings = [name, ...same.map((candidate) => candidate.name), ...listedTogether.flat()]
  const prefixes = prefixesKnown(folded, spellings)
  for (const { name: other, model } of same) {
    const otherPrefix = foldName(other).prefix
    const compatible = otherPrefix === prefix || ((otherPrefix === null || prefix === null) && prefixes.size === 1)
    if (compatible && !matches.has(model)) matches.set(model, { how: 'FOLDED', model })
  }
  return [...matches.values()]
}

/** The one model that the matches settle on: the only ALIAS, or without any the only FOLDED. Null: unmatched or several. */
export function settledMatch<M>(matches: readonly NameMatch<M>[]): M | null {
  const exact = matches.filter((match) => match.how === 'ALIAS')
  const best = exact.length > 0 ? exact : matches
  return best.length === 1 ? (best[0]?.model ?? null) : null
}

/**
 * The folded names of which one source lists two spellings that would otherwise match ("8b-Ita" and "8b-ITA", or "x" and
 * "org/x"). "a/x" and "b/x" beside each other say nothing about case, and never match anyway.
 */
export function foldsListedApart(listedTogether: ListedTogether): Set<string> {
  const apart = new Set<string>()
  for (const source of perSource(listedTogether)) {
    const seen = new Map<string, { tidy: string; prefix: string | null }[]>()
    for (const name of source) {
      const { prefix, folded } = foldName(name)
      const tidy = tidyName(name)
      const others = seen.get(folded) ?? []
      const clash = (other: { tidy: string; prefix: string | null }) =>
        other.tidy !== tidy && (other.prefix === prefix || other.prefix === null || prefix === null)
      if (others.some(clash)) apart.add(folded)
      seen.set(folded, [...others, { tidy, prefix }])
    }
  }
  return apart
}

/** What makes two printed author names one node: kind and folded name. A person and an organisation stay two. */
export function authorIdentity(kind: 'PERSON' | 'ORGANIZATION', name: string): string {
  return `${kind}:${lowerCase(name)}`
}

/** A model is its tidy name in its own case and with its prefix: whether another spelling is the same is for matchName. */
export function modelIdentity(name: string): string {
  return tidyName(name)
}

/** A benchmark is its tidy name in lower case; signs and numbers tell benchmarks apart (mbpp, mbpp+). */
export function benchmarkIdentity(name: string): string {
  return lowerCase(name)
}

function lowerCase(name: string): string {
  return tidyName(name).toLowerCase().normalize('NFC')
}

function prefixesKnown(folded: string, spellings: readonly string[]): Set<string> {
  const known = spellings.map(foldName).filter((spelling) => spelling.folded === folded && spelling.prefix !== null)
  return new Set(known.map((spelling) => spelling.prefix ?? ''))
}

function perSource(listed: ListedTogether): readonly (readonly string[])[] {
  const isOneSource = (list: ListedTogether): list is readonly string[] => typeof list[0] === 'string'
  return isOneSource(listed) ? [listed] : listed
}
