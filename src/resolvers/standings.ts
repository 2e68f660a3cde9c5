// Where models stand: the leaderboard of a setting, and the standings of a model.
import type { Row } from '../db/columns.ts'
import type { RankedEntry } from '../domain/leaderboard.ts'
import type { Parameter } from '../domain/parameters.ts'
import { standings } from '../domain/standings.ts'
import { computedPage } from '../loaders/computed-page.ts'
import type { SettingBoard } from '../loaders/leaderboards.ts'
import { type PageArguments, pages } from '../loaders/list.ts'
import type { SettingArguments } from '../loaders/nodes.ts'
import { type ObservationArguments, observationLists } from '../loaders/observations.ts'
import { standingsOfModel } from '../loaders/standings.ts'
import { observationArguments, settingArguments } from '../schema/arguments.ts'
import { batched, byId, type Connection, must, one, paged } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { ObservationFilter } from '../schema/inputs.ts'
import { Model, Observation, ObservationConnection, Setting } from '../schema/refs.ts'
import { EvidenceParameter, parametersIn } from '../schema/values.ts'

/** An entry with the ids of what it names. */
type EntryShape = RankedEntry & { modelId: number; observationId: number }

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

builder.prismaObjectFields(Setting, (t) => ({
  leaderboard: t.connection(
    {
      type: LeaderboardEntry,
      description:
        'Models and configurations ranked by the observation with the best evidence, in the setting’s direction; empty where the direction is not known. Retracted and superseded values do not rank.',
      args: { filter: t.arg({ type: ObservationFilter, description: 'Rank only the observations that it matches.' }) },
      ...batched<{ id: number }, ObservationArguments & PageArguments, Connection<EntryShape>>(
        async (settings, { filter, ...args }, { load }) => {
          const boards = await Promise.all(settings.map(({ id }) => load.leaderboard(filter).load(id)))
          return boards.map((board) => {
            const page = computedPage('setting.leaderboard', board.board.entries, args, (entry) => entry.observation)
            return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: withIds(node, board) })) }
          })
        },
      ),
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
    of: t.exposeInt('of', { description: 'How many models and configurations are ranked there.' }),
    leader: t.field({
      type: Observation,
      nullable: true,
      description:
        'The observation in the first place; its own where it leads or shares the lead; null where it has no place.',
      ...one('Observation', ({ leaderId }) => leaderId),
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

function standingOf(
  model: string,
  { settingId, configurationKey }: { settingId: number; configurationKey: string },
  { claims, byKey }: SettingBoard,
): StandingShape {
  const standing = standings(model, claims).find((one) => one.configurationKey === configurationKey)
  const own = standing && byKey.get(standing.observation)
  if (!own) throw new Error(`${model} has claims under setting ${settingId}, but no standing`)
  const leaderId = standing.leader === null ? null : (byKey.get(standing.leader)?.id ?? null)
  return { ...standing, settingId, observationId: own.id, leaderId }
}

builder.prismaObjectFields(Model, (t) => ({
  standings: t.connection(
    {
      type: Standing,
      description: 'Where it stands: one standing a setting and configuration, by setting.',
      args: settingArguments,
      ...batched<Row<'Model'>, SettingArguments & PageArguments, Connection<StandingShape>>(
        async (models, args, { db, load }) => {
          const found = await pages(db.pool, standingsOfModel, args, models.map(byId))
          return Promise.all(
            found.map(async (page, i) => {
              const model = models[i] as Row<'Model'>
              const places = page.edges.map(({ node }) => node)
              const boards = await Promise.all(places.map((place) => load.leaderboard().load(place.settingId)))
              const nodes = places.map((place, n) => standingOf(model.slug, place, boards[n] as SettingBoard))
              return {
                ...page,
                edges: page.edges.map(({ cursor }, n) => ({ cursor, node: nodes[n] as StandingShape })),
                total: { list: standingsOfModel as never, args, parent: model.id },
              }
            }),
          )
        },
      ),
    },
    StandingConnection,
  ),
}))
