// How a curator's act is done: one at a time, whole or not at all, kept in the history, and audited.
import { type Act, startAct } from '../auditing/act.ts'
import { auditWithin } from '../auditing/run-audits.ts'
import type { Touched } from '../auditing/touched.ts'
import type { Database } from '../db/client.ts'
import { graphLock, inTransaction } from '../db/transaction.ts'
import type { ActKind } from '../generated/prisma/enums.ts'
import { given, Refusal } from './refusal.ts'

/** Longest that an act waits for an import or audit, in milliseconds. */
const patience = 5_000
/** PostgreSQL: a lock was not to be had in time. */
const lockNotAvailable = '55P03'

export interface Deed<Result> {
  kind: ActKind
  /** The curator; null where the request bears no token. */
  by: string | null
  reason: string
  /** Does it. Gives its result, and what the audits are to look at again. */
  work(act: Act): Promise<{ result: Result; touched?: Touched }>
}

/** Refuses whoever bears no token of a curator. */
export function requireCurator(by: string | null): asserts by is string {
  if (by !== null) return
  const message = 'Send the token of a curator: `Authorization: Bearer …`. `whence token NAME` makes one.'
  throw new Refusal('UNAUTHENTICATED', message)
}

/**
 * Does one act. All acts, imports and audits wait for each other, so that each finds what the one before has left.
 * @throws Refusal where it cannot be done; then nothing has changed
 */
export async function perform<Result>(
  db: Pick<Database, 'pool'>,
  { kind, by, reason, work }: Deed<Result>,
): Promise<Result> {
  requireCurator(by)
  const why = given(reason, 'reason')
  try {
    return await inTransaction(db.pool, async (transaction) => {
      await transaction.run(`SET LOCAL lock_timeout = ${patience}`)
      await transaction.run('SET LOCAL statement_timeout = 0')
      await transaction.run(`SELECT pg_advisory_xact_lock(${graphLock})`)
      const act = startAct(transaction, { kind, by, reason: why })
      const { result, touched } = await work(act)
      await act.end()
      if (touched) await auditWithin(transaction, touched)
      return result
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
    throw new Refusal(
      'BUSY',
      `An import or audit has been under way for more than ${patience / 1000} seconds; try again.`,
    )
  }
}
