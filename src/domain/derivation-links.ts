// Which claims follow from which: an index over derivations, for those who must not count one number twice.

export type DerivationKind = 'TRANSCRIBED' | 'ROUNDED' | 'NORMALIZED' | 'CONVERTED' | 'AGGREGATED' | 'OTHER'

/** `observation` follows from all of `from`. */
export type DerivationLink = { observation: string; from: readonly string[]; kind: DerivationKind }

export type Derived = {
  /** Whether one of the two follows from the other, or both from one number. Of means: only a mean and its own parts. */
  related(a: string, b: string): boolean
  /** Whether the claim is normalised: no plain result any more, although its unit is that of one. */
  rescaled(key: string): boolean
  /** Whether the claim follows from one of `others`. */
  followsFromAny(key: string, others: ReadonlySet<string>): boolean
}

/** Cycles are harmless. */
export function indexDerivations(links: readonly DerivationLink[]): Derived {
  const parent = new Map<string, string>()
  const root = (key: string): string => {
    let top = key
    for (let next = parent.get(top); next !== undefined && next !== top; next = parent.get(top)) top = next
    return top
  }
  const rescaled = new Set<string>()
  const origins = new Map<string, string[]>()
  const parts = new Set<string>()
  for (const { observation, from, kind } of links) {
    origins.set(observation, [...(origins.get(observation) ?? []), ...from])
    if (kind === 'NORMALIZED') rescaled.add(observation)
    for (const key of from) {
      if (kind === 'AGGREGATED') parts.add(pair(observation, key)).add(pair(key, observation))
      else if (root(key) !== root(observation)) parent.set(root(key), root(observation))
    }
  }
  return {
    related: (a, b) => parts.has(pair(a, b)) || (a !== b && root(a) === root(b)),
    rescaled: (key) => rescaled.has(key),
    followsFromAny: (key, others) => (origins.get(key) ?? []).some((origin) => others.has(origin)),
  }
}

export const NOTHING_DERIVED: Derived = indexDerivations([])

/** Keys are hashes, and hold no space. */
function pair(a: string, b: string): string {
  return `${a} ${b}`
}
