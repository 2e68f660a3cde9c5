// Audit: a page prints another number than the source that it quotes, read directly, and no derivation explains it.
import type { Claim, NumericClaim } from '../claim.ts'
import { comparability } from '../comparability.ts'
import type { ScoreForm } from '../derivation-forms.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import { onOtherScales } from '../value-scale.ts'
import { list } from '../wording.ts'
import { correctedCount } from './derivation.ts'
import { byIdentity, type Finding, identityOf, keysOf, spreadOf } from './finding.ts'
import { type Quotation, type QuotingPage, quotationsByPage } from './quotations.ts'

/**
 * One finding a quoted claim that none of the comparable claims read in the source itself bears out. Where two or more values of
 * the page fit a declared transform, those values are no slips of the pen, even if another value of the page keeps the audit
 * of derivations from claiming them.
 */
export function findTranscriptions(
  claims: readonly Claim[],
  forms: readonly ScoreForm[],
  { pages = [], derived = NOTHING_DERIVED }: { pages?: readonly QuotingPage[]; derived?: Derived } = {},
): Finding[] {
  return [...quotationsByPage(claims, forms, pages).values()]
    .flatMap((quotations) => {
      const systematic = correctedCount(quotations) > 1
      return quotations
        .filter((quotation) => !explained(quotation, systematic))
        .flatMap((quotation) => slip(quotation, derived))
    })
    .sort(byIdentity)
}

function explained({ how }: Quotation, systematic: boolean): boolean {
  return how === 'EQUAL' || (how !== null && (systematic || !how.corrected))
}

function slip({ page, claim, counterparts }: Quotation, derived: Derived): Finding[] {
  const direct = counterparts.filter(
    (other) =>
      // A page of its own that merely lists its sources does not say which of them a figure is from.
      claim.readFrom !== null && other.readFrom === null && comparability(claim, other).differs === null,
  )
  if (
    direct.length === 0 ||
    direct.some((other) => onOtherScales(claim, other) || derived.related(claim.key, other.key))
  )
    return []
  return [finding(page, claim, direct)]
}

function finding(page: string, claim: NumericClaim, direct: readonly NumericClaim[]): Finding {
  const values = [...new Set(direct.map(({ printed }) => printed))]
  const settingStated = direct.every((other) => comparability(claim, other).settingStated)
  return {
    kind: 'TRANSCRIPTION',
    code: 'quoted-otherwise',
    identity: identityOf('quoted-otherwise', claim.key),
    observations: keysOf([claim, ...direct]),
    settingStated,
    spread: spreadOf([claim, ...direct].map(({ value }) => value)),
    text:
      `For ${claim.modelName} on ${claim.setting.label} the page ${page} gives ${claim.printed} as from ` +
      `${claim.source.title}, which itself prints ${list(values)}.` +
      (settingStated ? '' : ' The settings are not stated in full.'),
  }
}
