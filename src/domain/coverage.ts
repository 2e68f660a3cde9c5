// How much is known of a model: counts over its claims, and over scores that were published but lost on the way here.
import type { Claim, ClaimEvidence } from './claim.ts'
import type { Party } from './party.ts'

/** A score that a source published and the text we have has lost (a NotPublished note of extent CAPTURE, aspect SCORE). */
export type LostScore = { note: string; benchmark: string | null; source: string | null }

/**
 * The first six as the contract's Coverage, over the claims alone. `reported`: what the sources report, lost scores
 * included: their benchmarks and sources, and how many results they are together.
 */
export type Coverage = {
  benchmarks: number
  observations: number
  sources: number
  settings: number
  thirdParty: number
  byEvidence: { evidence: ClaimEvidence; count: number }[]
  leads: number
  reported: { benchmarks: number; results: number; sources: number }
}

const ORDER: readonly ClaimEvidence[] = ['BENCHMARK_MAINTAINER', 'INDEPENDENT', 'OTHER_DEVELOPER', 'VENDOR', 'UNKNOWN']

/**
 * `claims`: the claims of the model, of which every one counts, whatever its status; those of others don't.
 * `partyOf`: the party of a claim by its key (src/domain/party.ts). `led`: what it leads, for others decide that too.
 */
export function coverage(
  model: string,
  claims: readonly Claim[],
  partyOf: (key: string) => Party,
  led: number,
  lost: readonly LostScore[] = [],
): Coverage {
  const own = claims.filter((claim) => claim.model === model)
  const benchmarks = new Set(own.map(({ setting }) => setting.benchmark))
  const sources = new Set(own.map(({ source }) => source.slug))
  const known = (slugs: Set<string>, more: readonly (string | null)[]) =>
    new Set([...slugs, ...more.filter((slug) => slug !== null)]).size
  return {
    benchmarks: benchmarks.size,
    observations: own.length,
    sources: sources.size,
    settings: new Set(own.map(({ setting }) => setting.key)).size,
    thirdParty: own.filter(({ key }) => partyOf(key) === 'THIRD').length,
    byEvidence: ORDER.map((evidence) => ({
      evidence,
      count: own.filter((claim) => claim.evidence === evidence).length,
    })).filter(({ count }) => count > 0),
    leads: led,
    reported: {
      benchmarks: known(
        benchmarks,
        lost.map(({ benchmark }) => benchmark),
      ),
      results: own.length + new Set(lost.map(({ note }) => note)).size,
      sources: known(
        sources,
        lost.map(({ source }) => source),
      ),
    },
  }
}
