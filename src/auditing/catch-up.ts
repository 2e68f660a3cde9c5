// Audits what an import left when its process ended between the two.
import type { Database } from '../db/client.ts'
import { type AuditLog, type AuditSummary, runAudits } from './run-audits.ts'

/**
 * Audits everything if scores stand under a setting that was never ranked: every audit ranks what it looks at, so some
 * import had none. One statement where all is well.
 */
export async function catchUp(db: Pick<Database, 'pool'>, log?: AuditLog): Promise<AuditSummary | null> {
  const { rows } = await db.pool.query<{ left: boolean }>(
    `SELECT EXISTS (SELECT FROM setting t WHERE t.model_count > 0
       AND NOT EXISTS (SELECT FROM standing s WHERE s.setting_id = t.id)) AS left`,
  )
  return rows[0]?.left ? runAudits(db, { touched: 'all', ...(log ? { log } : {}) }) : null
}
