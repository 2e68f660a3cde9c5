// Audits of what one model has on one benchmark: means and their parts, contradictions, shares that no count gives.
import sql from 'sql-template-tag'
import { auditAggregates } from '../domain/audits/aggregate.ts'
import { findUnattainable } from '../domain/audits/attainability.ts'
import { findDisagreements } from '../domain/audits/disagreement.ts'
import { findWrongSubjects } from '../domain/audits/wrong-subject.ts'
import { indexDerivations } from '../domain/derivation-links.ts'
import { claimsWhere, derivationsAmong } from '../loaders/claims.ts'
import type { Act } from './act.ts'
import type { Audited } from './audit-pages.ts'
import type { Declarations } from './declarations.ts'
import { syncDerivations } from './sync-derivations.ts'
import type { Pair } from './touched.ts'

/** So many pairs at once: all claims of them are held in memory. */
const chunk = 2_000

/** Audits these pairs. Writes the derivations of means; the conflicts are left to the caller. */
export async function auditPairs(act: Act, pairs: readonly Pair[], { structures }: Declarations): Promise<Audited> {
  const audited: Audited = { findings: [], rederived: [] }
  for (let start = 0; start < pairs.length; start += chunk) {
    const some = pairs.slice(start, start + chunk)
    const claims = await claimsWhere(
      act.db,
      sql`(o.model_id, o.benchmark_id) IN (SELECT * FROM unnest(
        ${some.map(({ model }) => model)}::int[], ${some.map(({ benchmark }) => benchmark)}::int[]))`,
    )
    const means = auditAggregates(claims, structures)
    const scope = { observations: claims.map(({ id }) => id), aggregated: true }
    audited.rederived.push(...(await syncDerivations(act, scope, means.derivations, claims)))
    const derived = indexDerivations(await derivationsAmong(act.db, claims))
    audited.findings.push(...means.findings)
    audited.findings.push(...findDisagreements(claims, derived))
    audited.findings.push(...findWrongSubjects(claims, derived))
    audited.findings.push(...findUnattainable(claims, { structures, derived }))
  }
  return audited
}
