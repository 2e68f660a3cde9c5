// Reads what a source says of its protocol into fields; what it says stays beside them, word for word.
import { readFreeText, shotsIn } from '../domain/free-text.ts'
import type { BundleSetting } from './bundle/format.ts'

type Protocol = BundleSetting['protocol']

/** Whether a text says nothing: "-", "n/a", "Not specified". */
export const saysNothing = (text: string): boolean =>
  /^\s*(?:|[-\u2010-\u2015]+|n\/?a|none|null|unknown|not (?:specified|stated|reported|available))\s*$/i.test(text)

/**
 * The protocol that prose states: "0-shot CoT" is shots 0 and chain of thought on. The prose itself is `method`, which is
 * compared by what it parses to. Where the page leaves it open, the method is not stated.
 */
export function protocolOfText(method: string | null | undefined): Protocol {
  if (method == null || saysNothing(method)) return { method: null }
  return { ...Object.fromEntries(readFreeText(method)), method: method.trim() }
}

/** The protocol and the printed words of a column of shots: "5", "25-shot", "few"; nothing stated where it is empty. */
export function protocolOfShots(printed: string | undefined): { protocol: Protocol; printed: string | null } {
  const text = printed?.trim() ?? ''
  if (saysNothing(text)) return { protocol: { shots: null }, printed: null }
  const shots = /^\d+$/.test(text) ? String(Number(text)) : (shotsIn(text) ?? shotsIn(`${text}-shot`))
  return { protocol: { shots: shots ?? text }, printed: shots === text ? null : text }
}
