// Whether the sources agree: one observation held against the others of its model.

import type { Row } from '../db/columns.ts'
import type { Agreement as AgreementValue } from '../domain/agreement.ts'
import { comparisonsOf } from '../domain/agreement.ts'
import type { Claim } from '../domain/claim.ts'
import { measureDifference } from '../domain/comparability.ts'
import { type Company, companyOf } from '../loaders/claims.ts'
import { computedPage } from '../loaders/computed-page.ts'
import type { PageArguments } from '../loaders/list.ts'
import { observationLists } from '../loaders/observations.ts'
import { batched, byId, type Connection, must, paged } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { Agreement } from '../schema/enums.ts'
import { ObservationOrder } from '../schema/inputs.ts'
import { Observation, ObservationConnection } from '../schema/refs.ts'

interface ComparisonShape {
  otherId: number
  otherKey: string
  agreement: AgreementValue
  difference: string | null
  sameSetting: boolean
  settingStated: boolean
  differs: string | null
}

const Comparison = builder.objectRef<ComparisonShape>('Comparison').implement({
  description: 'How an observation compares with another of its model.',
  fields: (t) => ({
    other: t.field({
      type: Observation,
      description: 'The other observation.',
      ...must('Observation', ({ otherId }) => otherId),
    }),
    agreement: t.field({ type: Agreement, description: 'Whether they agree.', resolve: (c) => c.agreement }),
    difference: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The other value minus this one, in the unit of both; null without two numbers of one unit.',
      resolve: (c) => c.difference,
    }),
    sameSetting: t.exposeBoolean('sameSetting', { description: 'Whether both are under the very same setting.' }),
    settingStated: t.exposeBoolean('settingStated', {
      description:
        'Whether both settings are stated in full, and equally. False: they may differ in what is not stated.',
    }),
    differs: t.exposeString('differs', {
      nullable: true,
      description:
        'What keeps them from being compared: "configuration", "metric", "unit", "scale", "normalisation" or a protocol field such as "shots"; null where nothing does.',
    }),
  }),
})
const ComparisonConnection = builder.connectionObject(
  { type: Comparison, name: 'ComparisonConnection', description: 'A page of comparisons.' },
  { name: 'ComparisonEdge', description: 'One comparison, with its place in the list.' },
)

/** Whether two claims measure the same as far as is known; a metric that is not known may be the same. */
function mayMeasureTheSame(one: Claim, other: Claim): boolean {
  const difference = measureDifference(one.setting, other.setting)
  const unknown = one.setting.metric === null || other.setting.metric === null
  return difference === null || (difference === 'metric' && unknown)
}

interface ComparisonArguments extends PageArguments {
  agreement?: AgreementValue[] | null
  sameSetting?: boolean | null
}

const keyOf = (comparison: ComparisonShape): string => comparison.otherKey

function comparisonsIn(key: string, { claims, derived }: Company, wanted: ComparisonArguments): ComparisonShape[] {
  const own = claims.find((claim) => claim.key === key)
  if (!own) return []
  const others = claims.filter((claim) => mayMeasureTheSame(own, claim))
  const ids = new Map(others.map((claim) => [claim.key, claim.id]))
  return comparisonsOf(own, others, derived)
    .filter(({ agreement }) => !wanted.agreement || wanted.agreement.includes(agreement))
    .filter(({ sameSetting }) => wanted.sameSetting == null || sameSetting === wanted.sameSetting)
    .map(({ other, ...comparison }) => ({ ...comparison, otherKey: other, otherId: ids.get(other) as number }))
}

builder.prismaObjectFields(Observation, (t) => ({
  comparisons: t.connection(
    {
      type: Comparison,
      description:
        'How it compares with the other observations of its model on the same benchmark, metric and subset, by their key. Where the metric of one is not known, they compare as UNKNOWN.',
      args: {
        agreement: t.arg({ type: [Agreement], description: 'Only these agreements; an empty list matches nothing.' }),
        sameSetting: t.arg.boolean({
          description: 'Only those under the very same setting (true) or another (false).',
        }),
      },
      ...batched<Row<'Observation'>, ComparisonArguments, Connection<ComparisonShape>>(async (rows, args, { db }) => {
        const companies = await companyOf(db.pool, rows)
        return rows.map((row, i) =>
          computedPage('observation.comparisons', comparisonsIn(row.key, companies[i] as Company, args), args, keyOf),
        )
      }),
    },
    ComparisonConnection,
  ),
  peers: t.connection(
    {
      type: Observation,
      description: 'The observations of other models under the very same setting, by key unless ordered otherwise.',
      args: { orderBy: t.arg({ type: [ObservationOrder], description: 'The criteria, the first one first.' }) },
      ...paged(observationLists.peers, byId),
    },
    ObservationConnection,
  ),
}))
