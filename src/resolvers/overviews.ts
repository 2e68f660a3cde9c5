// What is known of a model as a whole: coverage, similar models, and statements built from the graph alone.

import type { Row } from '../db/columns.ts'
import { coverage } from '../domain/coverage.ts'
import type { SimilarModel as Similar } from '../domain/similarity.ts'
import { type Statement as Said, type StatedStanding, statements } from '../domain/statements.ts'
import { pageSize } from '../loaders/list.ts'
import { conflictsOf } from '../loaders/overviews.ts'
import { bestStandings, rankedSettingsOf, similarTo, type ToldStanding } from '../loaders/standings.ts'
import { batched, byId, must } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { Evidence } from '../schema/enums.ts'
import { globalId } from '../schema/global-id.ts'
import { Model } from '../schema/refs.ts'
import { parametersIn } from '../schema/values.ts'
import { nodeById } from './look-ups.ts'

const EvidenceCount = builder.objectRef<ReturnType<typeof coverage>['byEvidence'][number]>('EvidenceCount').implement({
  description: 'How many observations one kind of reporter brings.',
  fields: (t) => ({
    evidence: t.field({ type: Evidence, description: 'Who reports them.', resolve: (one) => one.evidence }),
    count: t.exposeInt('count', { description: 'How many.' }),
  }),
})

const ReportedResults = builder.objectRef<ReturnType<typeof coverage>['reported']>('ReportedResults').implement({
  description: 'What sources report, with the scores that were published but lost on the way.',
  fields: (t) => ({
    benchmarks: t.exposeInt('benchmarks', { description: 'On how many benchmarks.' }),
    results: t.exposeInt('results', { description: 'How many results.' }),
    sources: t.exposeInt('sources', { description: 'In how many sources.' }),
  }),
})

type Covered = ReturnType<typeof coverage>

const Coverage = builder.objectRef<Covered>('Coverage').implement({
  description: 'How much evidence there is of a model.',
  fields: (t) => ({
    benchmarks: t.exposeInt('benchmarks', { description: 'On how many benchmarks it has observations.' }),
    observations: t.exposeInt('observations', { description: 'How many observations, whatever their status.' }),
    sources: t.exposeInt('sources', { description: 'In how many sources they are published.' }),
    settings: t.exposeInt('settings', { description: 'Under how many settings.' }),
    thirdParty: t.exposeInt('thirdParty', {
      description: 'How many are stated to be measured by someone other than its developers.',
    }),
    byEvidence: t.field({
      type: [EvidenceCount],
      description: 'How many by who reports them; none that are 0.',
      resolve: (c) => c.byEvidence,
    }),
    leads: t.exposeInt('leads', {
      description: 'Under how many settings with at least two models it ranks first, alone or shared.',
    }),
    reported: t.field({
      type: ReportedResults,
      description: 'What sources report, lost scores included.',
      resolve: (c) => c.reported,
    }),
  }),
})

type Found = Similar & { modelId: number }

const SimilarModel = builder.objectRef<Found>('SimilarModel').implement({
  description: 'A model in similar positions on shared settings. It says nothing of quality.',
  fields: (t) => ({
    model: t.field({
      type: Model,
      description: 'The other model.',
      ...must('Model', ({ modelId }) => modelId),
    }),
    distance: t.exposeFloat('distance', {
      description: 'The mean absolute gap in percentile positions, 0 to 100; lower is closer.',
    }),
    shared: t.exposeInt('shared', { description: 'In how many settings both stand.' }),
    overlap: t.exposeFloat('overlap', {
      description: 'These as a part (0 to 1) of the settings in which the model has company.',
    }),
  }),
})

const Statement = builder.objectRef<Said>('Statement').implement({
  description: 'A sentence that follows from the graph alone.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The sentence.' }),
    basis: t.field({
      type: [builder.nodeInterfaceRef()],
      description: 'The nodes that it rests on.',
      resolve: async ({ basis }, _, context) =>
        Promise.all(basis.map(({ type, key }) => nodeById(globalId(type, key), context))) as never,
    }),
  }),
})

/** How many standings are told one by one. */
const told = 100

/** "Scaling=4", as sources write it; null where no configuration is stated. */
function configurationText(configuration: unknown): string | null {
  const stated = parametersIn(configuration).filter(({ basis }) => basis === 'STATED')
  return stated.map(({ name, value }) => (value === null ? name : `${name}=${value}`)).join(', ') || null
}

const toStated = (
  model: number,
  { leaderId, leaderName, configuration, ...standing }: ToldStanding,
): StatedStanding => ({
  ...standing,
  configuration: configurationText(configuration),
  leaderName: leaderId === model ? null : leaderName,
})

builder.prismaObjectFields(Model, (t) => ({
  coverage: t.field({
    type: Coverage,
    description: 'How much evidence there is of it.',
    ...batched<Row<'Model'>, object, Covered>(async (models, _, { load }) => {
      const ids = models.map(byId)
      const [claims, led, lost] = await Promise.all([
        Promise.all(ids.map((id) => load.claimsOfModel().load(id))),
        Promise.all(ids.map((id) => load.leads().load(id))),
        Promise.all(ids.map((id) => load.losses().load(id))),
      ])
      return models.map(({ slug }, i) => {
        const own = claims[i] ?? []
        const parties = new Map(own.map((claim) => [claim.key, claim.party]))
        return coverage(slug, own, (key) => parties.get(key) ?? 'UNKNOWN', led[i] ?? 0, lost[i])
      })
    }),
  }),
  similarModels: t.field({
    type: [SimilarModel],
    description:
      'Models in similar positions on shared settings, the closest first: by the mean absolute gap in percentile positions. Independent evaluations only, where there are at least three, else all published ones; repeated observations are averaged; style traits and composite indices are left out.',
    args: {
      first: t.arg.int({ defaultValue: 10, description: 'How many: 1 to 100.' }),
      minShared: t.arg.int({ defaultValue: 3, description: 'In how many settings both must stand.' }),
      minOverlap: t.arg.float({
        defaultValue: 0.6,
        description: 'Which part (0 to 1) of its settings must be shared.',
      }),
    },
    ...batched<Row<'Model'>, Partial<Record<'first' | 'minShared' | 'minOverlap', number | null>>, Found[]>(
      (models, { first, minShared, minOverlap }, { db }) =>
        similarTo(db.pool, models.map(byId), {
          first: pageSize({ first: first ?? 10 }),
          minShared: minShared ?? 3,
          minOverlap: minOverlap ?? 0.6,
        }),
    ),
  }),
  statements: t.field({
    type: [Statement],
    description:
      'Sentences that follow from the graph alone: extent, independence, leads, the best standings (at most 100), conflicts, losses.',
    ...batched<Row<'Model'>, object, Said[]>(async (models, _, { db, load }) => {
      const ids = models.map(byId)
      const [claims, places, ranked, led, conflicts, lost] = await Promise.all([
        Promise.all(ids.map((id) => load.claimsOfModel().load(id))),
        bestStandings(db.pool, ids, told),
        rankedSettingsOf(db.pool, ids),
        Promise.all(ids.map((id) => load.leads().load(id))),
        conflictsOf(db.pool, ids),
        Promise.all(ids.map((id) => load.losses().load(id))),
      ])
      return models.map((model, i) =>
        statements({
          model,
          scores: (claims[i] ?? []).map((claim) => ({
            observation: claim.key,
            benchmark: claim.setting.benchmark,
            source: claim.source.slug,
            thirdParty: claim.party === 'THIRD',
          })),
          standings: (places[i] ?? []).map((place) => toStated(model.id, place)),
          ranking: { settings: ranked[i] ?? 0, led: led[i] ?? 0 },
          conflicts: conflicts[i] ?? [],
          lost: lost[i] ?? [],
        }),
      )
    }),
  }),
}))
