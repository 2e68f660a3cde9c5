// The batch function of leaderboards: the claims under each setting, ranked.
import sql from 'sql-template-tag'
import type { Queryable } from '../db/query.ts'
import { type Leaderboard, leaderboard } from '../domain/leaderboard.ts'
import { claimsOfSettings, type StoredClaim } from './claims.ts'
import { type ObservationFilter, observationMatches } from './observation-filter.ts'

export interface SettingBoard {
  claims: StoredClaim[]
  byKey: Map<string, StoredClaim>
  board: Leaderboard
}

export async function leaderboardsOf(
  db: Queryable,
  settings: readonly number[],
  filter?: ObservationFilter | null,
): Promise<SettingBoard[]> {
  const left = observationMatches(filter)
  const groups = await claimsOfSettings(
    db,
    settings,
    left && sql`o.id IN (SELECT r.id FROM observation r WHERE ${left})`,
  )
  return groups.map((claims) => ({
    claims,
    byKey: new Map(claims.map((claim) => [claim.key, claim])),
    board: leaderboard(claims),
  }))
}
