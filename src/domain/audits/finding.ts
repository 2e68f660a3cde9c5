// What an audit hands back: a conflict as data and in words, with an identity that stays the same from run to run.
import { byCodeUnit, canonicalJson } from '../content-hash.ts'
import { compare, type Decimal, subtract } from '../decimal.ts'
import type { DerivationKind } from '../derivation-links.ts'

export type FindingKind =
  | 'DISAGREEMENT'
  | 'TRANSCRIPTION'
  | 'AGGREGATE_MISMATCH'
  | 'UNATTAINABLE'
  | 'OUT_OF_RANGE'
  | 'WRONG_SUBJECT'

/**
 * `code`: a short word for what was found. `identity`: the same for the same conflict whenever it is found, and no other's;
 * it is made of slugs and keys, so hash it for a key. `observations`: keys of the claims involved, in order.
 * `spread`: largest minus smallest of the values that contradict each other; null where that says nothing.
 */
export type Finding = {
  kind: FindingKind
  code: string
  identity: string
  observations: string[]
  settingStated: boolean
  spread: Decimal | null
  text: string
}

/** A derivation that an audit found; `formula` in terms of x, null for a plain copy. */
export type FoundDerivation = { observation: string; from: string[]; kind: DerivationKind; formula: string | null }

export function identityOf(code: string, ...parts: (string | null | readonly string[])[]): string {
  return canonicalJson([code, ...parts])
}

export function keysOf(claims: readonly { key: string }[]): string[] {
  return [...new Set(claims.map(({ key }) => key))].sort(byCodeUnit)
}

/** Largest minus smallest, exactly; null of none. */
export function spreadOf(values: readonly Decimal[]): Decimal | null {
  const sorted = [...values].sort(compare)
  const [smallest, largest] = [sorted[0], sorted.at(-1)]
  return smallest === undefined || largest === undefined ? null : subtract(largest, smallest)
}

export function byIdentity(a: Finding, b: Finding): number {
  return byCodeUnit(a.identity, b.identity)
}
