// Audit: values that are a known transform of what the quoted source prints, claimed for whole pages only.
import type { Claim } from '../claim.ts'
import { byCodeUnit } from '../content-hash.ts'
import type { ScoreForm } from '../derivation-forms.ts'
import type { FoundDerivation } from './finding.ts'
import { type Quotation, type QuotingPage, quotationsByPage } from './quotations.ts'

/** With fewer, a fit may be luck: about one value in ten fits some form by chance. */
const FEWEST_CORRECTED = 2

/**
 * Copies (TRANSCRIBED, or ROUNDED where the page prints fewer decimals) are claimed one by one, where the source itself was
 * read. Transforms (chance correction, 1 - x, Elo scaling) are claimed only if every quotation of the page that has a
 * counterpart is either equal to it or explained by a form that its benchmark declares, and at least two are transformed.
 * A mere change of unit needs the first of these only: three or more digits don't meet by luck.
 */
export function findDerivations(
  claims: readonly Claim[],
  forms: readonly ScoreForm[],
  pages: readonly QuotingPage[] = [],
): FoundDerivation[] {
  const found = [...quotationsByPage(claims, forms, pages).values()].flatMap((quotations) => {
    const copies = quotations.flatMap(copyOf)
    return holdsForPage(quotations) ? [...copies, ...quotations.flatMap(transformOf)] : copies
  })
  return found.sort((a, b) => byCodeUnit(a.observation, b.observation))
}

/** Whether equality and the declared forms explain all of the page, and not by luck. */
export function holdsForPage(quotations: readonly Quotation[]): boolean {
  if (quotations.some(({ how }) => how === null)) return false
  const corrected = correctedCount(quotations)
  return corrected === 0 || corrected >= FEWEST_CORRECTED
}

/** How many quotations only a transform explains. */
export function correctedCount(quotations: readonly Quotation[]): number {
  return quotations.filter(({ how }) => how !== null && how !== 'EQUAL' && how.corrected).length
}

function copyOf({ claim, origin, how }: Quotation): FoundDerivation[] {
  if (how !== 'EQUAL' || !origin || origin.readFrom !== null) return []
  const [printed, original] = [claim.decimals ?? 0, origin.decimals ?? 0]
  // A page that prints more digits than the source has them from somewhere else.
  if (printed > original) return []
  return [
    { observation: claim.key, from: [origin.key], kind: printed < original ? 'ROUNDED' : 'TRANSCRIBED', formula: null },
  ]
}

function transformOf({ claim, origin, how }: Quotation): FoundDerivation[] {
  if (how === null || how === 'EQUAL' || !origin) return []
  const digits = claim.value.replace(/\D/g, '').replace(/^0+/, '').length
  if (!how.corrected && digits < 3) return []
  return [{ observation: claim.key, from: [origin.key], kind: how.kind, formula: how.formula }]
}
