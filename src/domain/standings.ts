// Where a model stands: one standing a setting and configuration.
import type { Claim } from './claim.ts'
import { byCodeUnit } from './content-hash.ts'
import type { Decimal } from './decimal.ts'
import { type Leaderboard, leaderboard } from './leaderboard.ts'

/** `of`: how many entries are ranked, of how many `models`. `rank`, `leader` and `gapToLeader` are null where `unrankedBecause` says why. */
export type Standing = {
  setting: string
  configurationKey: string
  observation: string
  contested: boolean
  rank: number | null
  /** Whether others share the place. */
  tied: boolean
  unrankedBecause: string | null
  of: number
  models: number
  leader: string | null
  gapToLeader: Decimal | null
}

/** The standings of `model`, ordered by setting and configuration. `claims`: all claims of every setting that it has one in. */
export function standings(model: string, claims: readonly Claim[]): Standing[] {
  return boardsOf(model, claims).flatMap(({ setting, board }) => standingsIn(model, setting, board))
}

/** How many settings with at least two ranked models the model leads, alone or shared. */
export function leads(model: string, claims: readonly Claim[]): number {
  return boardsOf(model, claims).filter(
    ({ board }) => board.models > 1 && board.entries.some((entry) => entry.rank === 1 && entry.model === model),
  ).length
}

function boardsOf(model: string, claims: readonly Claim[]): { setting: string; board: Leaderboard }[] {
  const settings = new Map<string, Claim[]>()
  for (const claim of claims) {
    const group = settings.get(claim.setting.key)
    if (group) group.push(claim)
    else settings.set(claim.setting.key, [claim])
  }
  return [...settings]
    .filter(([, group]) => group.some((claim) => claim.model === model))
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([setting, group]) => ({ setting, board: leaderboard(group) }))
}

/** The standings of `model` in one setting whose leaderboard is at hand, by configuration. */
export function standingsIn(
  model: string,
  setting: string,
  { entries, unranked, leaders, models }: Leaderboard,
): Standing[] {
  const of = entries.length
  const ranked = entries.filter((entry) => entry.model === model)
  const left = unranked.filter((entry) => entry.model === model)
  return [
    ...ranked.map(({ configurationKey, observation, contested, rank, tied, gapToLeader }) => ({
      ...{ setting, configurationKey, observation, contested, rank, tied, of, models, gapToLeader },
      unrankedBecause: null,
      // One of several leaders is shown; a model that shares the lead is its own.
      leader: rank === 1 ? observation : (leaders[0] ?? null),
    })),
    ...left.map(({ configurationKey, observation, contested, because }) => ({
      ...{
        setting,
        configurationKey,
        observation,
        contested,
        rank: null,
        tied: false,
        of,
        models,
        leader: null,
        gapToLeader: null,
      },
      unrankedBecause: because,
    })),
  ].sort((a, b) => byCodeUnit(a.configurationKey, b.configurationKey))
}
