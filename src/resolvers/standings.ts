// Where models stand: the leaderboard of a setting, and the standings of a model.
import type { Row } from '../db/columns.ts'
import type { RankedEntry } from '../domain/leaderboard.ts'
import type { Parameter } from '../domain/parameters.ts'
import { computedPage } from '../loaders/computed-page.ts'
import { leaderboardsOf, type SettingBoard } from '../loaders/leaderboards.ts'
import type { PageArguments } from '../loaders/list.ts'
import { type ObservationArguments, observationLists } from '../loaders/observations.ts'
import type { Marked } from '../loaders/rows.ts'
import { leaderboardOfSetting, leadersOf, standingsOfModel } from '../loaders/standings.ts'
import { observationArguments, settingArguments } from '../schema/arguments.ts'
import { batched, byId, type Connection, must, paged } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { ObservationFilter } from '../schema/inputs.ts'
import { Model, Observation, ObservationConnection, Setting } from '../schema/refs.ts'
import { EvidenceParameter, parametersIn } from '../schema/values.ts'

/** An entry: as it is kept, or ranked anew under a filter. */
type EntryShape = Pick<RankedEntry, 'rank' | 'tied' | 'contested' | 'gapToLeader'> & {
  modelId: number
  observationId: number
}

const withIds = (entry: RankedEntry, { byKey }: SettingBoard): EntryShape => {
  const claim = byKey.get(entry.observation)
  if (!claim) throw new Error(`The board ranks ${entry.observation}, which is not among its claims`)
  return { ...entry, modelId: claim.modelId, observationId: claim.id }
}

const observationOf = ({ observationId }: EntryShape): number => observationId

const LeaderboardEntry = builder.objectRef<EntryShape>('LeaderboardEntry').implement({
  description: 'A model and configuration in the ranking of a setting.',
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      description: 'The place, from 1; equal values share a place, and the next ones are skipped.',
    }),
    tied: t.exposeBoolean('tied', { description: 'Whether others share the place.' }),
    model: t.field({
      type: Model,
      description: 'The model.',
      ...must('Model', ({ modelId }) => modelId),
    }),
    configuration: t.field({
      type: [EvidenceParameter],
      description: 'How it was set up.',
      ...batched<EntryShape, object, Parameter[]>(async (entries, _, { load }) => {
        const rows = await load.rows('Observation', entries.map(observationOf))
        return rows.map((row) => parametersIn(row?.configuration))
      }),
    }),
    observation: t.field({
      type: Observation,
      description:
        'The one that ranks: best evidence first (the benchmark’s maintainers, independent evaluators, other developers, the vendor, unknown), then newest; never the largest.',
      ...must('Observation', ({ observationId }) => observationId),
    }),
    observations: t.connection(
      {
        type: Observation,
        description:
          'All observations of this model and configuration under the setting, by key unless ordered otherwise.',
        args: observationArguments,
        ...paged(observationLists.ofEntry, observationOf),
      },
      ObservationConnection,
    ),
    contested: t.exposeBoolean('contested', { description: 'Whether these observations disagree.' }),
    gapToLeader: t.field({
      type: 'Decimal',
      description: 'How far it is behind the first, in the setting’s unit; 0 for the first.',
      resolve: (entry) => entry.gapToLeader,
    }),
  }),
})
const LeaderboardConnection = builder.connectionObject(
  { type: LeaderboardEntry, name: 'LeaderboardConnection', description: 'A page of a leaderboard.' },
  { name: 'LeaderboardEdge', description: 'One entry, with its place in the list.' },
)

const keptBoard = paged(leaderboardOfSetting, byId).extensions.batch

builder.prismaObjectFields(Setting, (t) => ({
  leaderboard: t.connection(
    {
      type: LeaderboardEntry,
      description:
        'Models and configurations ranked by the observation with the best evidence, in the setting’s direction; empty where the direction is not known. Retracted and superseded values do not rank.',
      args: { filter: t.arg({ type: ObservationFilter, description: 'Rank only the observations that it matches.' }) },
      ...batched<{ id: number }, ObservationArguments & PageArguments, Connection<EntryShape>>(
        async (settings, { filter, ...args }, context) => {
          const ids = settings.map(byId)
          // Without a filter a board is read where it is kept.
          if (!filter) return keptBoard(settings, args, context) as unknown as Promise<Connection<EntryShape>[]>
          return (await leaderboardsOf(context.db.pool, ids, filter)).map((board) => {
            const entries = board.board.entries.map((entry) => ({ ...withIds(entry, board), key: entry.observation }))
            return computedPage('setting.leaderboard filtered', entries, args, (entry) => entry.key)
          })
        },
      ),
    },
    LeaderboardConnection,
  ),
}))

type StandingShape = Row<'Standing'>

const settingOf = ({ settingId }: StandingShape): number => settingId

const Standing = builder.objectRef<StandingShape>('Standing').implement({
  description: 'Where a model stands under one setting, in one configuration.',
  fields: (t) => ({
    setting: t.field({
      type: Setting,
      description: 'The setting.',
      ...must('Setting', ({ settingId }) => settingId),
    }),
    observation: t.field({
      type: Observation,
      description: 'The observation that it stands by; see LeaderboardEntry.observation.',
      ...must('Observation', ({ observationId }) => observationId),
    }),
    contested: t.exposeBoolean('contested', { description: 'Whether its own observations there disagree.' }),
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'Its place, from 1; null where `unrankedBecause` says why.',
    }),
    unrankedBecause: t.exposeString('unrankedBecause', {
      nullable: true,
      description: 'Why it has no place; null where it has one.',
    }),
    of: t.int({
      description: 'How many models and configurations are ranked there.',
      ...batched<StandingShape, object, number>(async (standings, _, { load }) => {
        const settings = await load.rows('Setting', standings.map(settingOf))
        return settings.map((setting) => setting?.rankedCount ?? 0)
      }),
    }),
    leader: t.field({
      type: Observation,
      nullable: true,
      description:
        'The observation in the first place; its own where it leads or shares the lead; null where it has no place.',
      ...batched<StandingShape, object, Marked<'Observation'> | null>(async (standings, _, { db, load }) => {
        const leaders = await leadersOf(db.pool, [...new Set(standings.map(settingOf))])
        const bySetting = new Map([...new Set(standings.map(settingOf))].map((id, n) => [id, leaders[n] ?? null]))
        const leaderOf = ({ rank, observationId, settingId }: StandingShape) =>
          rank === null ? null : rank === 1 ? observationId : (bySetting.get(settingId) ?? null)
        return load.rows('Observation', standings.map(leaderOf))
      }),
    }),
    gapToLeader: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'How far it is behind the first, in the setting’s unit; 0 for the first, null where it has no place.',
      resolve: (standing) => standing.gapToLeader,
    }),
  }),
})
const StandingConnection = builder.connectionObject(
  { type: Standing, name: 'StandingConnection', description: 'A page of standings.' },
  { name: 'StandingEdge', description: 'One standing, with its place in the list.' },
)

builder.prismaObjectFields(Model, (t) => ({
  standings: t.connection(
    {
      type: Standing,
      description: 'Where it stands: one standing a setting and configuration, by setting.',
      args: settingArguments,
      ...paged(standingsOfModel, byId),
    },
    StandingConnection,
  ),
}))
