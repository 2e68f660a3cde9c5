// Audit: claims about one model under compatible settings that no one number explains. One finding a conflict, not one a pair.
import { compare } from '../agreement.ts'
import { type Claim, foldWord, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { comparability } from '../comparability.ts'
import { byCodeUnit } from '../content-hash.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import { groupBy } from '../group-by.ts'
import { tidyName } from '../names.ts'
import { statesError, withinStatedError } from '../stated-error.ts'
import { statedFacts } from '../stated-facts.ts'
import { list } from '../wording.ts'
import { disagreementGroup, isScore } from './disagreement-group.ts'
import { byIdentity, type Finding, identityOf, keysOf, spreadOf } from './finding.ts'
import { subjectsDiffer } from './wrong-subject.ts'

/**
 * What is held against each other: all standing claims of one model and configuration on one benchmark, subset and metric.
 * For an incremental run pass whole such groups (disagreement-group.ts). Left out, because they are no contradiction:
 * - claims that follow from others in the group, and claims quoted from a source that is in the group itself (whether such a
 *   quotation is right is the audit of transcriptions);
 * - two rows of one source that it tells apart itself: by name, by setting, by table, or as cells of one row; repeated
 *   runs on two days or in two logs, unless both state an error and it does not cover the difference;
 * - two published versions of one document, or states of one page on two days;
 * - differences that stated errors cover (stated-error.ts), sizes of models (isScore), names of two checkpoints (wrong-subject.ts);
 * - two claims whose settings a third one tells apart (see explainedBy).
 */
export function findDisagreements(claims: readonly Claim[], derived: Derived = NOTHING_DERIVED): Finding[] {
  const groups = groupBy(claims.filter(isNumeric).filter(stands).filter(isScore), disagreementGroup)
  return [...groups.values()].flatMap((group) => conflictsIn(group, derived)).sort(byIdentity)
}

function conflictsIn(group: readonly NumericClaim[], derived: Derived): Finding[] {
  if (group.length < 2) return []
  const claims = independent(group, derived).sort((a, b) => byCodeUnit(a.key, b.key))
  const clusters = clustersOf(claims, (a, b) => contradict(a, b, derived) && !explainedBy(claims, a, b, derived))
  return clusters.map((cluster) => {
    const others = clusters.filter((other) => other !== cluster).flat()
    return finding(cluster, others, derived)
  })
}

function independent(group: readonly NumericClaim[], derived: Derived): NumericClaim[] {
  const keys = new Set(group.map(({ key }) => key))
  const read = new Set(group.filter(({ readFrom }) => readFrom === null).map(({ source }) => source.work))
  return group.filter(
    ({ key, readFrom, source }) => !derived.followsFromAny(key, keys) && (readFrom === null || !read.has(source.work)),
  )
}

function contradict(a: NumericClaim, b: NumericClaim, derived: Derived): boolean {
  if (toldApart(a, b) || subjectsDiffer(a, b)) return false
  return compare(a, b, derived).agreement === 'DISAGREE' && !withinStatedError(a, b)
}

/**
 * Whether a third claim shows that the two were made under different settings, although they don't say so: it agrees with one and
 * states what keeps it apart from the other. 53.0 (shots not stated) is no contradiction to 60.1 (1 shot) beside 53.0 (0 shots).
 */
function explainedBy(claims: readonly NumericClaim[], a: NumericClaim, b: NumericClaim, derived: Derived): boolean {
  const agrees = (one: NumericClaim, other: NumericClaim) =>
    ['IDENTICAL', 'WITHIN_ROUNDING'].includes(compare(one, other, derived).agreement)
  const apart = (one: NumericClaim, other: NumericClaim) => comparability(one, other).differs !== null
  return claims.some((third) => (apart(third, b) && agrees(third, a)) || (apart(third, a) && agrees(third, b)))
}

function toldApart(a: Claim, b: Claim): boolean {
  if (a.source.slug !== b.source.slug) {
    const versions = [a.source.version, b.source.version]
    return a.source.work === b.source.work && !versions.includes(null) && versions[0] !== versions[1]
  }
  if (a.readFrom !== b.readFrom) return false
  const sameRow = a.row !== null && a.row === b.row && a.table === b.table
  // Repeated runs, on two days or in two logs, are expected to differ; only by more than they say themselves is it a
  // contradiction. Of two tables in a paper, too, each has its own heading.
  const another = differ(a.measuredAt, b.measuredAt) || differ(a.locatorTable, b.locatorTable)
  const rerun = another && !(statesError(a) && statesError(b))
  // A page that was read twice may have changed in between.
  const changed = differ(a.retrievedAt, b.retrievedAt)
  return (
    sameRow ||
    rerun ||
    changed ||
    a.setting.key !== b.setting.key ||
    tidyName(a.reportedName) !== tidyName(b.reportedName)
  )
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b
}

/** Connected by contradictions; what contradicts nothing is in none. Two clusters that meet in a setting are one. */
function clustersOf(
  claims: readonly NumericClaim[],
  contradicts: (a: NumericClaim, b: NumericClaim) => boolean,
): NumericClaim[][] {
  let clusters: NumericClaim[][] = []
  const join = (...members: NumericClaim[]) => {
    const touches = (cluster: NumericClaim[]) =>
      cluster.some((claim) =>
        members.some(({ key, setting }) => key === claim.key || setting.key === claim.setting.key),
      )
    const touched = clusters.filter(touches)
    const merged = [...new Set([...touched.flat(), ...members])].sort((a, b) => byCodeUnit(a.key, b.key))
    clusters = [...clusters.filter((cluster) => !touched.includes(cluster)), merged]
  }
  claims.forEach((a, index) => {
    for (const b of claims.slice(index + 1)) if (contradicts(a, b)) join(a, b)
  })
  return clusters
}

function finding(cluster: NumericClaim[], others: readonly NumericClaim[], derived: Derived): Finding {
  const [first] = cluster
  if (!first) throw new RangeError('a conflict without claims')
  const pairs = cluster.flatMap((a, index) => cluster.slice(index + 1).map((b) => [a, b] as const))
  const opposed = pairs.filter(([a, b]) => contradict(a, b, derived))
  const settingStated = opposed.every(([a, b]) => compare(a, b, derived).settingStated)
  const { model, modelName, configurationKey, setting } = first
  const group = [model, configurationKey, setting.benchmark, foldWord(setting.subset), foldWord(setting.metric)]
  const bySource = [...groupBy(cluster, ({ source }) => source.slug).values()]
  const prints = bySource.map((own) => `${own[0]?.source.title} prints ${list(own.map(({ printed }) => printed))}`)
  return {
    kind: 'DISAGREEMENT',
    code: 'sources-disagree',
    identity: identityOf('sources-disagree', ...group, separation(cluster, others)),
    observations: keysOf(cluster),
    settingStated,
    spread: spreadOf(cluster.map(({ value }) => value)),
    text:
      `For ${modelName} on ${setting.label} the values differ by more than rounding: ${prints.join('; ')}.` +
      (settingStated ? '' : ' Their settings are not stated in full.'),
  }
}

/**
 * What tells a conflict from the other conflicts of its group: nothing for the only one, so that a new claim that joins it
 * leaves its identity alone; else the stated facts in which they differ, and where there are none, its first setting.
 */
function separation(cluster: readonly NumericClaim[], others: readonly NumericClaim[]): string[] {
  if (others.length === 0) return []
  const facts = (claims: readonly NumericClaim[]) => claims.flatMap(({ setting }) => [...statedFacts(setting).facts])
  const differing = facts(cluster).filter(([field, value]) =>
    facts(others).some(([name, other]) => name === field && other !== value),
  )
  const named = [...new Set(differing.map(([field, value]) => `${field}=${value}`))].sort(byCodeUnit)
  return named.length > 0 ? named : [cluster.map(({ setting }) => setting.key).sort(byCodeUnit)[0] ?? '']
}
