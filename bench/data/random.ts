// Numbers that look random and are the same on every run.
import { createHash } from 'node:crypto'

export interface Random {
  /** 0 <= x < 1 */
  next(): number
  /** A whole number, 0 <= x < n. */
  below(n: number): number
  /** A whole number, 0 <= x < n, small ones more often: the share of x falls with a power of it. */
  skewed(n: number, power: number): number
  pick<T>(items: readonly T[]): T
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for data that only has to be spread out. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    skewed: (n, power) => Math.floor(n * next() ** power),
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  }
}

/** A natural key: 32 hex digits that follow from a kind and a number. */
export const keyOf = (kind: string, n: number): string => createHash('md5').update(`${kind} ${n}`).digest('hex')
