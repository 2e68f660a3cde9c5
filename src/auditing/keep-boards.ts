// Keeps leaderboards and percentile positions beside the observations that they follow from, because boards are long.
import type { Transaction } from '../db/transaction.ts'
import { leaderboard } from '../domain/leaderboard.ts'
import { percentilePositions } from '../domain/similarity.ts'
import { insertRows, type Row } from '../importers/writer/writing.ts'
import { claimsOfSettings, type StoredClaim } from '../loaders/claims.ts'

/** Claims held in memory at a time. */
const atOnce = 20_000

/**
 * Ranks anew what stands under the settings of these observations (null: under all settings). The ranking is that of
 * src/domain/leaderboard.ts, the positions are those of src/domain/similarity.ts.
 */
export async function keepBoards(transaction: Transaction, observations: readonly number[] | null): Promise<void> {
  const settings = await transaction.rows<{ id: number; key: string; claims: number }>(
    `SELECT t.id, t.key, (SELECT count(*)::int FROM observation o WHERE o.setting_id = t.id) AS claims FROM setting t
     ${observations ? 'WHERE t.id IN (SELECT setting_id FROM observation WHERE id = ANY($1::int[]))' : ''} ORDER BY t.id`,
    ...(observations ? [observations] : []),
  )
  // Told in the same transaction, so that no answer from before can pass for one from after.
  if (settings.length > 0) await transaction.run('UPDATE board_revision SET value = value + 1')
  for (let start = 0; start < settings.length; ) {
    let end = start
    for (let claims = 0; end < settings.length && (end === start || claims <= atOnce); end++)
      claims += settings[end]?.claims ?? 0
    await keepSome(transaction, settings.slice(start, end))
    start = end
  }
}

async function keepSome(transaction: Transaction, settings: readonly { id: number; key: string }[]): Promise<void> {
  const ids = settings.map(({ id }) => id)
  const boards = (await claimsOfSettings(transaction.db, ids)).map((claims) => ({ claims, board: leaderboard(claims) }))
  for (const table of ['standing', 'percentile_position'])
    await transaction.run(`DELETE FROM ${table} WHERE setting_id = ANY($1::int[])`, ids)
  await insertRows(
    transaction,
    'standing',
    boards.flatMap(({ claims, board }, i) => standingRows(settings[i] as { id: number; key: string }, claims, board)),
  )
  await insertRows(
    transaction,
    'percentile_position',
    boards.flatMap(({ claims }, i) => positionRows(ids[i] as number, claims)),
  )
  await transaction.run(
    `UPDATE setting t SET ranked_count = x.ranked, ranked_models = x.models
     FROM unnest($1::int[], $2::int[], $3::int[]) AS x(id, ranked, models)
     WHERE t.id = x.id AND (t.ranked_count, t.ranked_models) IS DISTINCT FROM (x.ranked, x.models)`,
    ids,
    boards.map(({ board }) => board.entries.length),
    boards.map(({ board }) => board.models),
  )
}

function standingRows(
  setting: { id: number; key: string },
  claims: readonly StoredClaim[],
  { entries, unranked }: ReturnType<typeof leaderboard>,
): Row[] {
  const byKey = new Map(claims.map((claim) => [claim.key, claim]))
  const row = (entry: { observation: string; configurationKey: string; contested: boolean }, rest: Row): Row => ({
    setting_id: setting.id,
    setting_key: setting.key,
    model_id: byKey.get(entry.observation)?.modelId,
    configuration_key: entry.configurationKey,
    observation_id: byKey.get(entry.observation)?.id,
    contested: entry.contested,
    ...rest,
  })
  return [
    ...entries.map((entry, i) =>
      row(entry, {
        position: i + 1,
        rank: entry.rank,
        tied: entry.tied,
        gap_to_leader: entry.gapToLeader,
        unranked_because: null,
      }),
    ),
    ...unranked.map((entry) =>
      row(entry, { position: null, rank: null, tied: false, gap_to_leader: null, unranked_because: entry.because }),
    ),
  ]
}

function positionRows(setting: number, claims: readonly StoredClaim[]): Row[] {
  const { published, independent } = percentilePositions(claims)
  const ids = new Map(claims.map((claim) => [claim.model, claim.modelId]))
  return [...published].map(([model, position]) => ({
    setting_id: setting,
    model_id: ids.get(model),
    published: position,
    independent: independent.get(model) ?? null,
  }))
}
