// Whether the sources agree: one observation held against the others of its model.

import type { Agreement as AgreementValue } from '../domain/agreement.ts'
import { comparisonsOf } from '../domain/agreement.ts'
import { indexDerivations } from '../domain/derivation-links.ts'
import { computedPage } from '../loaders/computed-page.ts'
import { observationLists } from '../loaders/observations.ts'
import { builder } from '../schema/builder.ts'
import { Agreement } from '../schema/enums.ts'
import { ObservationOrder } from '../schema/inputs.ts'
import { byId, paged } from '../schema/paged.ts'
import { Observation, ObservationConnection } from '../schema/refs.ts'

interface ComparisonShape {
  otherId: number
  otherKey: string
  agreement: AgreementValue
  difference: string | null
  sameSetting: boolean
}

const Comparison = builder.objectRef<ComparisonShape>('Comparison').implement({
  description: 'How an observation compares with another of its model.',
  fields: (t) => ({
    other: t.field({
      type: Observation,
      description: 'The other observation.',
      resolve: async ({ otherId }, _, { load }) => (await load.row('Observation').load(otherId)) as never,
    }),
    agreement: t.field({ type: Agreement, description: 'Whether they agree.', resolve: (c) => c.agreement }),
    difference: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The other value minus this one, in the unit of both; null without two numbers of one unit.',
      resolve: (c) => c.difference,
    }),
    sameSetting: t.exposeBoolean('sameSetting', { description: 'Whether both are under the very same setting.' }),
  }),
})
const ComparisonConnection = builder.connectionObject(
  { type: Comparison, name: 'ComparisonConnection', description: 'A page of comparisons.' },
  { name: 'ComparisonEdge', description: 'One comparison, with its place in the list.' },
)

/** What makes two claims no comparison at all: they don't measure the same. */
const elsewhere = new Set(['benchmark', 'subset', 'metric'])

builder.prismaObjectFields(Observation, (t) => ({
  comparisons: t.connection(
    {
      type: Comparison,
      description:
        'How it compares with the other observations of its model on the same benchmark, metric and subset, by their key.',
      args: {
        agreement: t.arg({ type: [Agreement], description: 'Only these agreements; an empty list matches nothing.' }),
        sameSetting: t.arg.boolean({
          description: 'Only those under the very same setting (true) or another (false).',
        }),
      },
      resolve: async (observation, { agreement, sameSetting, ...args }, { load }) => {
        const { claims, links } = await load.company().load(observation)
        const own = claims.find((claim) => claim.key === observation.key)
        const ids = new Map(claims.map((claim) => [claim.key, claim.id]))
        const found = own ? comparisonsOf(own, claims, indexDerivations(links)) : []
        const items = found
          .filter(({ differs }) => differs === null || !elsewhere.has(differs))
          .filter((one) => !agreement || agreement.includes(one.agreement))
          .filter((one) => sameSetting == null || one.sameSetting === sameSetting)
          .map(({ other, ...one }) => ({ ...one, otherKey: other, otherId: ids.get(other) as number }))
        return computedPage('observation.comparisons', items, args, (one) => one.otherKey)
      },
    },
    ComparisonConnection,
  ),
  peers: t.connection(
    {
      type: Observation,
      description: 'The observations of other models under the very same setting, by key unless ordered otherwise.',
      args: { orderBy: t.arg({ type: [ObservationOrder], description: 'The criteria, the first one first.' }) },
      resolve: paged(observationLists.peers, byId),
    },
    ObservationConnection,
  ),
}))
