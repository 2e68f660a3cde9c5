// What is known of a model as a whole: coverage, similar models, and statements built from the graph alone.

import { coverage } from '../domain/coverage.ts'
import { type SimilarModel as Similar, similarModels } from '../domain/similarity.ts'
import { standings } from '../domain/standings.ts'
import { type Statement as Said, type StatedStanding, statements } from '../domain/statements.ts'
import type { StoredClaim } from '../loaders/claims.ts'
import { pageSize } from '../loaders/list.ts'
import { must } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { Evidence } from '../schema/enums.ts'
import { globalId } from '../schema/global-id.ts'
import { Model } from '../schema/refs.ts'
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

const Coverage = builder.objectRef<ReturnType<typeof coverage>>('Coverage').implement({
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

const SimilarModel = builder.objectRef<Similar & { modelId: number }>('SimilarModel').implement({
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

/** The standings of a model as sentences need them. */
function statedStandings(slug: string, claims: readonly StoredClaim[]): StatedStanding[] {
  const byKey = new Map(claims.map((claim) => [claim.key, claim]))
  return standings(slug, claims).map((standing) => {
    const own = byKey.get(standing.observation)
    const leader = standing.leader === null ? undefined : byKey.get(standing.leader)
    return {
      setting: standing.setting,
      label: own?.setting.label ?? standing.setting,
      unit: own?.setting.unit ?? null,
      observation: standing.observation,
      rank: standing.rank,
      of: standing.of,
      tied: standing.tied,
      contested: standing.contested,
      gap: standing.gapToLeader,
      leader: standing.leader,
      leaderName: leader && leader.model !== slug ? leader.modelName : null,
    }
  })
}

builder.prismaObjectFields(Model, (t) => ({
  coverage: t.field({
    type: Coverage,
    description: 'How much evidence there is of it.',
    resolve: async (model, _, { load }) => {
      const [claims, lost] = await Promise.all([load.claimsAroundModel().load(model.id), load.losses().load(model.id)])
      const parties = new Map(claims.map((claim) => [claim.key, claim.party]))
      return coverage(model.slug, claims, (key) => parties.get(key) ?? 'UNKNOWN', lost)
    },
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
    resolve: async (model, { first, minShared, minOverlap }, { load }) => {
      const size = pageSize({ first: first ?? 10 })
      const options = { minShared: minShared ?? undefined, minOverlap: minOverlap ?? undefined }
      const [claims, natures] = await Promise.all([load.claimsAroundModel().load(model.id), load.natures()])
      const ids = new Map(claims.map((claim) => [claim.model, claim.modelId]))
      return similarModels(model.slug, claims, { ...options, first: size, natures }).map((similar) => ({
        ...similar,
        modelId: ids.get(similar.model) as number,
      }))
    },
  }),
  statements: t.field({
    type: [Statement],
    description: 'Sentences that follow from the graph alone: extent, independence, standings, conflicts, losses.',
    resolve: async (model, _, { load }) => {
      const [claims, conflicts, lost] = await Promise.all([
        load.claimsAroundModel().load(model.id),
        load.conflicts().load(model.id),
        load.losses().load(model.id),
      ])
      const own = claims.filter((claim) => claim.modelId === model.id)
      const scores = own.map((claim) => ({
        observation: claim.key,
        benchmark: claim.setting.benchmark,
        source: claim.source.slug,
        thirdParty: claim.party === 'THIRD',
      }))
      return statements({ model, scores, standings: statedStandings(model.slug, claims), conflicts, lost })
    },
  }),
}))
