// Where models stand: the leaderboard of a setting, and the standings of a model.
import type { RankedEntry } from '../domain/leaderboard.ts'
import { standings } from '../domain/standings.ts'
import { computedPage } from '../loaders/computed-page.ts'
import type { SettingBoard } from '../loaders/leaderboards.ts'
import { observationLists } from '../loaders/observations.ts'
import { standingsOfModel } from '../loaders/standings.ts'
import { observationArguments, settingArguments } from '../schema/arguments.ts'
import { builder } from '../schema/builder.ts'
import { ObservationFilter } from '../schema/inputs.ts'
import { byId, paged } from '../schema/paged.ts'
import { Model, Observation, ObservationConnection, Setting } from '../schema/refs.ts'
import { EvidenceParameter, parametersIn } from '../schema/values.ts'

/** An entry with the ids of what it names. */
type EntryShape = RankedEntry & { modelId: number; observationId: number }

const withIds = (entry: RankedEntry, { byKey }: SettingBoard): EntryShape => {
  const claim = byKey.get(entry.observation)
  if (!claim) throw new Error(`The board ranks ${entry.observation}, which is not among its claims`)
  return { ...entry, modelId: claim.modelId, observationId: claim.id }
}

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
      resolve: async ({ modelId }, _, { load }) => (await load.row('Model').load(modelId)) as never,
    }),
    configuration: t.field({
      type: [EvidenceParameter],
      description: 'How it was set up.',
      resolve: async ({ observationId }, _, { load }) =>
        parametersIn((await load.row('Observation').load(observationId))?.configuration),
    }),
    observation: t.field({
      type: Observation,
      description:
        'The one that ranks: best evidence first (the benchmark’s maintainers, independent evaluators, other developers, the vendor, unknown), then newest; never the largest.',
      resolve: async ({ observationId }, _, { load }) => (await load.row('Observation').load(observationId)) as never,
    }),
    observations: t.connection(
      {
        type: Observation,
        description:
          'All observations of this model and configuration under the setting, by key unless ordered otherwise.',
        args: observationArguments,
        resolve: paged(observationLists.ofEntry, ({ observationId }: EntryShape) => observationId),
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

builder.prismaObjectFields(Setting, (t) => ({
  leaderboard: t.connection(
    {
      type: LeaderboardEntry,
      description:
        'Models and configurations ranked by the observation with the best evidence, in the setting’s direction; empty where the direction is not known. Retracted and superseded values do not rank.',
      args: { filter: t.arg({ type: ObservationFilter, description: 'Rank only the observations that it matches.' }) },
      resolve: async (setting, { filter, ...args }, { load }) => {
        const board = await load.leaderboard(filter).load(setting.id)
        const page = computedPage('setting.leaderboard', board.board.entries, args, (entry) => entry.observation)
        return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: withIds(node, board) })) }
      },
    },
    LeaderboardConnection,
  ),
}))

interface StandingShape {
  settingId: number
  observationId: number
  leaderId: number | null
  contested: boolean
  rank: number | null
  unrankedBecause: string | null
  of: number
  gapToLeader: string | null
}

const Standing = builder.objectRef<StandingShape>('Standing').implement({
  description: 'Where a model stands under one setting, in one configuration.',
  fields: (t) => ({
    setting: t.field({
      type: Setting,
      description: 'The setting.',
      resolve: async ({ settingId }, _, { load }) => (await load.row('Setting').load(settingId)) as never,
    }),
    observation: t.field({
      type: Observation,
      description: 'The observation that it stands by; see LeaderboardEntry.observation.',
      resolve: async ({ observationId }, _, { load }) => (await load.row('Observation').load(observationId)) as never,
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
    of: t.exposeInt('of', { description: 'How many models and configurations are ranked there.' }),
    leader: t.field({
      type: Observation,
      nullable: true,
      description:
        'The observation in the first place; its own where it leads or shares the lead; null where it has no place.',
      resolve: ({ leaderId }, _, { load }) => (leaderId === null ? null : load.row('Observation').load(leaderId)),
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
      resolve: async (model, args, context) => {
        const connection = await paged(standingsOfModel, byId)(model, args, context)
        const edges = connection.edges.map(async ({ cursor, node: place }) => {
          const { board: _, ...found } = await context.load.leaderboard().load(place.settingId)
          const standing = standings(model.slug, found.claims).find(
            (one) => one.configurationKey === place.configurationKey,
          )
          const idOf = (key: string | null | undefined) => (key ? (found.byKey.get(key)?.id ?? null) : null)
          return {
            cursor,
            node: {
              ...(standing as NonNullable<typeof standing>),
              settingId: place.settingId,
              observationId: idOf(standing?.observation) as number,
              leaderId: idOf(standing?.leader),
            },
          }
        })
        return { ...connection, edges: await Promise.all(edges) }
      },
    },
    StandingConnection,
  ),
}))
