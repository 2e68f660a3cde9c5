// What a page quotes, beside the same claim as another witness of the quoted source gives it.
import { compareIntervals } from '../agreement.ts'
import { type Claim, foldWord, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { protocolDifference } from '../comparability.ts'
import { byCodeUnit, canonicalJson } from '../content-hash.ts'
import { explains, type Form, formsBetween, type ScoreForm } from '../derivation-forms.ts'
import { groupBy } from '../group-by.ts'

/** A page that takes its figures from other sources: slugs of these. */
export type QuotingPage = { slug: string; derivedFrom: readonly string[] }

/**
 * `origin` and `how`: the claim that explains the quoted number and in which way: EQUAL (or within rounding), or a form.
 * Both null where no counterpart does. `counterparts`: all that were held against it.
 */
export type Quotation = {
  page: string
  claim: NumericClaim
  counterparts: NumericClaim[]
  origin: NumericClaim | null
  how: 'EQUAL' | Form | null
}

// Names under which sources print the share of right answers.
const ACCURACIES = new Set([
  'accuracy',
  'acc',
  'exact match',
  'em',
  'score',
  'average',
  'overall accuracy',
  'correct rate',
])

/**
 * The quotations that have a counterpart, by page. A claim is quoted where it was read through a page, or stands on a page that
 * is declared to take its figures from other sources. Its counterparts are claims of the same model, configuration and
 * benchmark in the quoted work by another witness; of subset, metric and protocol only what contradicts counts.
 * Every claim of a page and all claims on their benchmarks must be passed.
 */
export function quotationsByPage(
  claims: readonly Claim[],
  forms: readonly ScoreForm[],
  pages: readonly QuotingPage[] = [],
): Map<string, Quotation[]> {
  const numeric = claims
    .filter(isNumeric)
    .filter(stands)
    .sort((a, b) => byCodeUnit(a.key, b.key))
  const groups = groupBy(numeric, groupOf)
  const declared = new Map(forms.map((form) => [form.benchmark, form]))
  const quoting = new Map(pages.filter(({ derivedFrom }) => derivedFrom.length > 0).map((page) => [page.slug, page]))
  const quotations = numeric.flatMap((claim): Quotation[] => {
    const own = claim.readFrom === null ? quoting.get(claim.source.slug) : undefined
    const page = claim.readFrom ?? own?.slug
    if (page === undefined) return []
    const upstream = new Set(own?.derivedFrom ?? [])
    const form = declared.get(claim.setting.benchmark)
    const counterparts = (groups.get(groupOf(claim)) ?? []).filter((other) => {
      if ((other.readFrom ?? other.source.slug) === page) return false
      const quoted = own
        ? upstream.has(other.source.slug) || upstream.has(other.readFrom ?? '')
        : sameWork(claim, other)
      return quoted && mayBeOne(claim, other, form)
    })
    return counterparts.length > 0 ? [{ page, claim, counterparts, ...explanation(claim, counterparts, form) }] : []
  })
  return groupBy(quotations, ({ page }) => page)
}

function groupOf({ model, configurationKey, setting }: Claim): string {
  return canonicalJson([model, configurationKey, setting.benchmark])
}

function sameWork(a: Claim, b: Claim): boolean {
  const versions = [a.source.version, b.source.version]
  return a.source.work === b.source.work && (versions.includes(null) || versions[0] === versions[1])
}

function mayBeOne({ setting: a }: Claim, { setting: b }: Claim, form: ScoreForm | undefined): boolean {
  const [subsetA, subsetB] = [foldWord(a.subset), foldWord(b.subset)]
  if (subsetA !== null && subsetB !== null && subsetA !== subsetB) return false
  const [metricA, metricB] = [foldWord(a.metric), foldWord(b.metric)]
  const known = metricA !== null && metricB !== null
  const alike = known && (metricA === metricB || (ACCURACIES.has(metricA) && ACCURACIES.has(metricB)))
  const complement = known && metricB === foldWord(form?.errorMetric ?? null)
  return (!known || alike || complement) && protocolDifference(a, b) === null
}

function explanation(claim: NumericClaim, counterparts: NumericClaim[], form: ScoreForm | undefined) {
  // What was read in the source itself counts before what another page says of it.
  const witnesses = [...counterparts].sort((a, b) => Number(a.readFrom !== null) - Number(b.readFrom !== null))
  const equal = witnesses.find((other) => sameNumber(claim, other))
  if (equal) return { origin: equal, how: 'EQUAL' as const }
  for (const origin of witnesses) {
    const how = formsBetween(origin, claim, form).find((candidate) => explains(candidate, origin, claim))
    if (how) return { origin, how }
  }
  return { origin: null, how: null }
}

function sameNumber(a: NumericClaim, b: NumericClaim): boolean {
  return compareIntervals(a.interval, b.interval) !== 'DISAGREE'
}
