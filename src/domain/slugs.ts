// Slugs: readable names in URLs, the same on every instance and whatever the order of arrival (rule 5).
import { byCodeUnit, sha256Hex } from './content-hash.ts'

/** Letters that compatibility decomposition leaves as they are. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ĸ: 'k', ŋ: 'ng', ŧ: 't' },
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ι: 'iota' },
  ...{ κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', ο: 'omicron', π: 'pi', ρ: 'rho', σ: 'sigma', ς: 'sigma' },
  ...{ τ: 'tau', υ: 'upsilon', φ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega' },
}

const SIGNS: Record<string, string> = { '+': '-plus', '<': '-lt-', '>': '-gt-' }

/**
 * The slug of a name alone: lower case, folded to ASCII ("GRAM-R²" -> "gram-r2"), "+" -> "-plus", "<" -> "-lt-",
 * ">" -> "-gt-", every other run of characters outside a-z0-9. one "-", none at the ends.
 * A name of which no letter or digit is left ("通义千问") gets "name-" and 8 hex characters of the SHA-256 of the name.
 */
export function slugify(name: string): string {
  const lower = name.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const ascii = lower.replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter)
  const signed = ascii.replace(/[+<>]/g, (sign) => SIGNS[sign] ?? sign)
  const slug = signed.replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '')
  return /[a-z0-9]/.test(slug) ? slug : `name-${sha256Hex(name.normalize('NFC').trim()).slice(0, 8)}`
}

/** A base slug with 8 hex characters (or `digits` of them) of the SHA-256 of the node's identity. */
export function suffixedSlug(base: string, identity: string, digits = 8): string {
  return `${base}-${sha256Hex(identity).slice(0, digits)}`
}

/**
 * The slug of each identity. A base that only one identity has is its slug; where several meet in one base, all of them take
 * a suffix, and the bare base is nobody's. Where a suffixed slug meets any slug that another has or gave up, both take the
 * next longer suffix. The order of the entries makes no difference; an entry given twice counts once.
 * Throws when one identity comes with two bases.
 */
export function settleSlugs(entries: readonly { identity: string; baseSlug: string }[]): Map<string, string> {
  const bases = new Map<string, string>()
  for (const { identity, baseSlug } of [...entries].sort((a, b) => byCodeUnit(a.identity, b.identity))) {
    const known = bases.get(identity)
    if (known !== undefined && known !== baseSlug) {
      throw new Error(`one identity with two base slugs: ${identity}: ${known}, ${baseSlug}`)
    }
    bases.set(identity, baseSlug)
  }
  const levels = new Map([...bases.keys()].map((identity) => [identity, 0]))
  const slugAt = (identity: string, level: number) => rung(bases.get(identity) ?? '', identity, level)
  const claims = new Map<string, Set<string>>()
  for (let fresh = [...bases.keys()]; fresh.length > 0; ) {
    for (const identity of fresh) claim(claims, slugAt(identity, levels.get(identity) ?? 0), identity)
    fresh = [...bases.keys()].filter((identity) => {
      const level = levels.get(identity) ?? 0
      return level < SUFFIXES.length && (claims.get(slugAt(identity, level))?.size ?? 0) > 1
    })
    // All that meet climb together: climbing one by one would make the result depend on who comes first.
    for (const identity of fresh) levels.set(identity, (levels.get(identity) ?? 0) + 1)
  }
  return new Map([...levels].map(([identity, level]) => [identity, slugAt(identity, level)]))
}

/** Lengths of suffix, one after the other; at the last, the whole hash, two identities no longer meet. */
const SUFFIXES = [8, 16, 32, 64]

function rung(base: string, identity: string, level: number): string {
  const digits = SUFFIXES[level - 1]
  return digits === undefined ? base : suffixedSlug(base, identity, digits)
}

function claim(claims: Map<string, Set<string>>, slug: string, identity: string): void {
  const owners = claims.get(slug)
  if (owners) owners.add(identity)
  else claims.set(slug, new Set([identity]))
}
