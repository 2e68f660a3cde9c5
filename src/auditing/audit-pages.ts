// Audits of quotations, page by page: derivations that hold for a page as a whole, and slips of the pen.
import sql from 'sql-template-tag'
import { findDerivations } from '../domain/audits/derivation.ts'
import type { Finding } from '../domain/audits/finding.ts'
import type { QuotingPage } from '../domain/audits/quotations.ts'
import { findTranscriptions } from '../domain/audits/transcription.ts'
import { indexDerivations } from '../domain/derivation-links.ts'
import { claimsWhere, derivationsAmong } from '../loaders/claims.ts'
import type { Act } from './act.ts'
import type { Declarations } from './declarations.ts'
import { syncDerivations } from './sync-derivations.ts'

/** What one step found: conflicts, and the observations whose derivations came or went. */
export interface Audited {
  findings: Finding[]
  rederived: number[]
}

/** Audits all that these pages quote. Writes derivations; the conflicts are left to the caller. */
export async function auditPages(act: Act, pages: readonly number[], { forms }: Declarations): Promise<Audited> {
  const quoting = await quotingPages(act, pages)
  const audited: Audited = { findings: [], rederived: [] }
  for (const page of pages) {
    const from = quoting.get(page)
    if (!from) continue
    const claims = await claimsWhere(
      act.db,
      sql`(o.model_id, o.benchmark_id) IN (SELECT p.model_id, p.benchmark_id FROM observation p
        WHERE p.read_from_id = ${page} OR (p.read_from_id IS NULL AND p.source_id = ${page}))`,
    )
    const pageOf = new Map(claims.map(({ key, readFrom, source }) => [key, readFrom ?? source.slug]))
    const isHere = (key: string) => pageOf.get(key) === from.slug
    const found = findDerivations(claims, forms, [from]).filter(({ observation }) => isHere(observation))
    const ids = claims.filter(({ key }) => isHere(key)).map(({ id }) => id)
    audited.rederived.push(...(await syncDerivations(act, { observations: ids, aggregated: false }, found, claims)))
    const derived = indexDerivations(await derivationsAmong(act.db, claims))
    const slips = findTranscriptions(claims, forms, { pages: [from], derived })
    // Of a slip, the quoted claim alone was read through a page.
    audited.findings.push(
      ...slips.filter(({ observations }) => observations.some((key) => isHere(key) && isQuoted(key))),
    )

    function isQuoted(key: string): boolean {
      return claims.some((claim) => claim.key === key && claim.readFrom !== null)
    }
  }
  return audited
}

async function quotingPages({ rows }: Act, pages: readonly number[]): Promise<Map<number, QuotingPage>> {
  const found = await rows<QuotingPage & { id: number }>(
    `SELECT s.id, s.slug, array_remove(array_agg(f.slug ORDER BY f.slug), NULL) AS "derivedFrom"
     FROM source s LEFT JOIN source_derivation d ON d.source_id = s.id LEFT JOIN source f ON f.id = d.from_id
     WHERE s.id = ANY($1::int[]) GROUP BY s.id`,
    pages,
  )
  return new Map(found.map(({ id, ...page }) => [id, page]))
}
