// Statistics for analysts: observations by group.
import { computedPage } from '../loaders/computed-page.ts'
import { observationStats, type ObservationStats as Stats, type StatsGroupValue } from '../loaders/observation-stats.ts'
import { builder } from '../schema/builder.ts'
import { ObservationGroup } from '../schema/enums.ts'
import { ObservationFilter } from '../schema/inputs.ts'

const StatsGroup = builder.objectRef<StatsGroupValue>('StatsGroup').implement({
  description: 'One criterion of a group, with its value.',
  fields: (t) => ({
    by: t.field({ type: ObservationGroup, description: 'The criterion.', resolve: (group) => group.by }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The slug or key of the node, or the value itself; null for observations that have none.',
    }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The node, where the criterion is one; else null.',
      resolve: ({ node }, _, { load }) => node && load.rows(node.table, [node.id]).then(([row]) => row as never),
    }),
  }),
})

const ObservationStats = builder.objectRef<Stats>('ObservationStats').implement({
  description: 'How many observations a group holds, and their values where these are of one setting.',
  fields: (t) => ({
    groups: t.field({
      type: [StatsGroup],
      description: 'What the group has in common, in the order asked for.',
      resolve: (s) => s.groups,
    }),
    count: t.exposeInt('count', { description: 'How many observations.' }),
    models: t.exposeInt('models', { description: 'Of how many models.' }),
    sources: t.exposeInt('sources', { description: 'From how many sources.' }),
    min: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The smallest value; null where the group mixes settings or holds no number.',
      resolve: (s) => s.min,
    }),
    max: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The largest value; null where the group mixes settings or holds no number.',
      resolve: (s) => s.max,
    }),
    mean: t.exposeFloat('mean', {
      nullable: true,
      description: 'The mean; null where the group mixes settings or holds no number.',
    }),
    median: t.exposeFloat('median', {
      nullable: true,
      description: 'The median; null where the group mixes settings or holds no number.',
    }),
  }),
})
const ObservationStatsConnection = builder.connectionObject(
  { type: ObservationStats, name: 'ObservationStatsConnection', description: 'A page of groups.' },
  { name: 'ObservationStatsEdge', description: 'One group, with its place in the list.' },
)

builder.queryFields((t) => ({
  observationStats: t.connection(
    {
      type: ObservationStats,
      description: 'The observations that a filter leaves in, counted by group; ordered by the values of the groups.',
      args: {
        filter: t.arg({ type: ObservationFilter, description: 'Only those that it matches.' }),
        groupBy: t.arg({ type: [ObservationGroup], required: true, description: 'The criteria, at least one.' }),
      },
      resolve: async (_, { filter, groupBy, ...args }, { db }) => {
        const stats = await observationStats(db.pool, filter, groupBy)
        const keyOf = ({ groups }: Stats) => JSON.stringify(groups.map((group) => group.value))
        return computedPage(`observationStats ${groupBy}`, stats, args, keyOf)
      },
    },
    ObservationStatsConnection,
  ),
}))
