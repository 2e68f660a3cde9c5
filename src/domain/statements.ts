// Sentences about a model, built only from what the graph holds, each with the nodes it rests on.
import { foldUnit } from './value-scale.ts'
import { count, list, ordinal } from './wording.ts'

/** A node by type and natural key. */
export type Basis = {
  type: 'Model' | 'Benchmark' | 'Setting' | 'Observation' | 'Source' | 'UnresolvedIssue' | 'NotPublished'
  key: string
}
export type Statement = { text: string; basis: Basis[] }

export type StatedScore = { observation: string; benchmark: string; source: string; thirdParty: boolean }
/**
 * `configuration`: what is stated of it, "Scaling=4"; null for nothing. `models`: how many models are among the `of` entries.
 * `leaderName`: the model in front; null where this one leads. `gap`: exact, in the setting's unit.
 */
export type StatedStanding = {
  setting: string
  label: string
  unit: string | null
  observation: string
  configuration: string | null
  rank: number | null
  of: number
  models: number
  tied: boolean
  contested: boolean
  gap: string | null
  leader: string | null
  leaderName: string | null
}
/** `observations` and `prints` side by side: the claims involved and what they print. */
export type StatedIssue = { note: string; subject: string; observations: string[]; prints: string[] }
/** `subject`: what the lost score is of: "PPE, Correctness". */
export type StatedLoss = { note: string; subject: string }

export type StatementInput = {
  model: { slug: string; name: string }
  scores: readonly StatedScore[]
  /** Those to be told one by one. */
  standings: readonly StatedStanding[]
  /** In how many settings it is ranked against others and in how many of them it leads, where not all are told. */
  ranking?: { settings: number; led: number }
  conflicts: readonly StatedIssue[]
  lost: readonly StatedLoss[]
}

/** In a fixed order: what there is, who measured it, standings, leads, conflicts, what was lost. Nothing of what isn't there. */
export function statements({ model, scores, standings, ranking, conflicts, lost }: StatementInput): Statement[] {
  const about: Basis = { type: 'Model', key: model.slug }
  const ranked = standings.filter((standing) => standing.rank !== null && standing.models > 1)
  return [
    ...(scores.length > 0 ? [extent(model.name, scores, about), independence(scores, about)] : []),
    ...(ranked.length > 0 ? [leading(model.name, ranked, about, ranking)] : []),
    ...ranked.map((standing) => position(model.name, standing)),
    ...conflicts.map(conflict),
    ...lost.map(({ note, subject }) => ({
      text: `A score on ${subject} was published, but what was read of it holds no number.`,
      basis: [{ type: 'NotPublished' as const, key: note }],
    })),
  ]
}

function extent(name: string, scores: readonly StatedScore[], about: Basis): Statement {
  const [benchmarks, sources] = [distinct(scores.map((s) => s.benchmark)), distinct(scores.map((s) => s.source))]
  return {
    text:
      `${name} has ${count(scores.length, 'score')} on ${count(benchmarks.length, 'benchmark')}, ` +
      `from ${count(sources.length, 'source')}.`,
    basis: [about, ...nodes('Benchmark', benchmarks), ...nodes('Source', sources)],
  }
}

function independence(scores: readonly StatedScore[], about: Basis): Statement {
  const third = scores.filter(({ thirdParty }) => thirdParty).length
  return {
    text: `${third} of ${count(scores.length, 'score')} ${third === 1 || scores.length === 1 ? 'is' : 'are'} stated to be independently measured.`,
    basis: [
      about,
      ...nodes(
        'Observation',
        scores.map(({ observation }) => observation),
      ),
    ],
  }
}

function leading(
  name: string,
  ranked: readonly StatedStanding[],
  about: Basis,
  ranking?: { settings: number; led: number },
): Statement {
  const settings = distinct(ranked.map(({ setting }) => setting))
  const { led, settings: all } = ranking ?? {
    led: distinct(ranked.filter(({ rank }) => rank === 1).map(({ setting }) => setting)).length,
    settings: settings.length,
  }
  return {
    text: `${name} leads in ${led} of ${count(all, 'setting')} in which it is ranked against others.`,
    basis: [about, ...nodes('Setting', settings)],
  }
}

function position(name: string, standing: StatedStanding): Statement {
  const { rank, of, label, gap, leaderName, tied, contested, configuration, observation, leader, setting } = standing
  const entry = configuration === null ? name : `${name} (${configuration})`
  const place = `${entry} ranks ${ordinal(rank ?? 0)} of ${of} on ${label}`
  const behind =
    rank !== 1 && gap !== null && leaderName !== null ? `, ${gapText(gap, standing.unit)} behind ${leaderName}` : ''
  const doubt = contested ? '; its own values there disagree' : ''
  const others = leader === null || leader === observation ? [] : [leader]
  return {
    text: `${place}${tied ? ', a shared place' : ''}${behind}${doubt}.`,
    basis: [{ type: 'Setting', key: setting }, ...nodes('Observation', [observation, ...others])],
  }
}

function conflict({ note, subject, observations, prints }: StatedIssue): Statement {
  return {
    // They may all be of one source, so it isn't sources that disagree.
    text: `Published values disagree on ${subject}: ${list(distinct(prints))}.`,
    basis: [{ type: 'UnresolvedIssue', key: note }, ...nodes('Observation', observations)],
  }
}

function gapText(gap: string, unit: string | null): string {
  const folded = foldUnit(unit)
  const one = gap === '1' ? 'point' : 'points'
  if (folded === 'PERCENT') return `${gap} ${one}`
  return folded === null || folded === 'FRACTION' ? gap : `${gap} ${unit}`
}

function nodes(type: Basis['type'], keys: readonly string[]): Basis[] {
  return keys.map((key) => ({ type, key }))
}

function distinct(items: readonly string[]): string[] {
  return [...new Set(items)]
}
