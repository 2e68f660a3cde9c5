// Audit: two models under one name. One source's name for it has a word such as "Chat" or "Base" that another's lacks.
import { compare, compareIntervals } from '../agreement.ts'
import { type Claim, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { byCodeUnit } from '../content-hash.ts'
import { type Derived, NOTHING_DERIVED } from '../derivation-links.ts'
import { groupBy } from '../group-by.ts'
import { foldUnit, onOtherScales } from '../value-scale.ts'
import { isTuned, variantKey, variantOf } from '../variant-words.ts'
import { list } from '../wording.ts'
import { disagreementGroup } from './disagreement-group.ts'
import { byIdentity, type Finding, identityOf, keysOf, spreadOf } from './finding.ts'

/**
 * Claims that are filed under a model with others of another variant of it, with other numbers: one finding for each variant in a
 * group. A name that adds "Chat" is another model's whatever the protocol; "Base", or "Instruct" left out, may only be how a
 * source writes, so there the values must contradict each other under compatible settings. For an incremental run pass whole groups.
 */
export function findWrongSubjects(claims: readonly Claim[], derived: Derived = NOTHING_DERIVED): Finding[] {
  const groups = groupBy(claims.filter(isNumeric).filter(stands), disagreementGroup)
  return [...groups.values()].flatMap((group) => strangersIn(group, derived)).sort(byIdentity)
}

/** Whether the names of two claims of one model speak of two checkpoints. */
export function subjectsDiffer(a: Claim, b: Claim): boolean {
  return a.reportedName !== b.reportedName && subjectOf(a) !== subjectOf(b)
}

function subjectOf({ reportedName, modelName }: Claim): string {
  return variantKey(variantOf(reportedName, modelName))
}

function strangersIn(group: readonly NumericClaim[], derived: Derived): Finding[] {
  const sorted = [...group].sort((a, b) => byCodeUnit(a.key, b.key))
  const subjects = groupBy(sorted, subjectOf)
  const own = subjects.get('') ?? []
  return [...subjects].flatMap(([subject, strangers]) => {
    if (subject === '' || own.length === 0) return []
    const opposed = strangers.map((one) => [one, own.filter((other) => otherNumber(one, other, derived))] as const)
    const found = opposed.filter(([, others]) => others.length > 0)
    const beside = [...new Set(found.flatMap(([, others]) => others))]
    return found.length === 0 ? [] : [finding(subject, keep(found), beside)]
  })
}

function keep(found: readonly (readonly [NumericClaim, NumericClaim[]])[]): NumericClaim[] {
  return found.map(([claim]) => claim)
}

function otherNumber(one: NumericClaim, other: NumericClaim, derived: Derived): boolean {
  if (derived.related(one.key, other.key)) return false
  const { added } = variantOf(one.reportedName, one.modelName)
  if (!added.some(isTuned)) return compare(one, other, derived).agreement === 'DISAGREE'
  const units = [foldUnit(one.setting.unit), foldUnit(other.setting.unit)]
  if (units[0] !== units[1] || onOtherScales(one, other)) return false
  return compareIntervals(one.interval, other.interval) === 'DISAGREE'
}

function finding(subject: string, strangers: NumericClaim[], beside: NumericClaim[]): Finding {
  const [first] = strangers
  if (!first) throw new RangeError('no claim of another subject')
  const names = (claims: readonly NumericClaim[]) => list([...new Set(claims.map(printedBy))])
  return {
    kind: 'WRONG_SUBJECT',
    code: 'another-variant',
    identity: identityOf('another-variant', disagreementGroup(first), subject),
    observations: [...keysOf(strangers), ...keysOf(beside)],
    settingStated: strangers.every((a) => beside.every((b) => compare(a, b).settingStated)),
    spread: spreadOf([...strangers, ...beside].map(({ value }) => value)),
    text:
      `On ${first.setting.label} two models are filed under ${first.modelName}: ${names(strangers)}, beside ` +
      `${names(beside)}.`,
  }
}

function printedBy({ source, reportedName, printed }: NumericClaim): string {
  return `${printed} of "${reportedName.trim()}" (${source.title})`
}
