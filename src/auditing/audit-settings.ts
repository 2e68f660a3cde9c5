// Audits of what stands under one setting: values beyond the range, or on another scale than the rest.
import sql from 'sql-template-tag'
import type { Finding } from '../domain/audits/finding.ts'
import { findOffScale } from '../domain/audits/scale.ts'
import { indexDerivations } from '../domain/derivation-links.ts'
import { claimsWhere, derivationsAmong } from '../loaders/claims.ts'
import type { Act } from './act.ts'

/** The conflicts under these settings; one setting at a time is held in memory. */
export async function auditSettings({ db }: Pick<Act, 'db'>, settings: readonly number[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const setting of settings) {
    const claims = await claimsWhere(db, sql`o.setting_id = ${setting}`)
    findings.push(...findOffScale(claims, indexDerivations(await derivationsAmong(db, claims))))
  }
  return findings
}
