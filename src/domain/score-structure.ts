// What a benchmark declares of its scores, in the form in which it is kept: a list that later files may add to.
import type { AggregateStructure } from './audits/aggregate.ts'
import { foldWord } from './claim.ts'
import { byCodeUnit, canonicalJson } from './content-hash.ts'
import type { Decimal } from './decimal.ts'
import type { ScoreForm } from './derivation-forms.ts'

/**
 * mean: the subset `whole` is the plain mean of the subsets `parts`. complement: 1 - x of the metric `of` is an accuracy.
 * elo: ratings are scaled so that `from` counts as 0 and `to` as 1.
 */
export type ScoreRule =
  | { kind: 'mean'; whole: string; parts: string[] }
  | { kind: 'complement'; of: string }
  | { kind: 'elo'; from: Decimal; to: Decimal }

/**
 * Both lists in one, in an order that is always the same. Undefined where they contradict each other: another complement or
 * other ratings, or a mean of the same subset that leaves out some of the other's parts and has no part of its own.
 */
export function joinRules(known: readonly ScoreRule[], given: readonly ScoreRule[]): ScoreRule[] | undefined {
  const rules = new Map<string, ScoreRule>()
  for (const rule of [...known, ...given].sort((a, b) => byCodeUnit(canonicalJson(a), canonicalJson(b)))) {
    const identity = canonicalJson(folded(rule))
    if ([...rules.values()].some((other) => contradict(rule, other))) return undefined
    if (!rules.has(identity)) rules.set(identity, rule)
  }
  return [...rules.values()]
}

/** What the audits are to know of one benchmark. */
export function declaredBy(
  benchmark: string,
  { choices, structure }: { choices: number | null; structure: readonly ScoreRule[] },
): { form: ScoreForm; structures: AggregateStructure[] } {
  const form: ScoreForm = { benchmark, choices, elo: null, errorMetric: null }
  const structures: AggregateStructure[] = []
  for (const rule of structure) {
    if (rule.kind === 'mean') structures.push({ benchmark, of: rule.whole, parts: rule.parts, kind: 'mean' })
    else if (rule.kind === 'elo') form.elo = { from: rule.from, to: rule.to }
    else form.errorMetric = rule.of
  }
  return { form, structures }
}

function folded(rule: ScoreRule) {
  if (rule.kind !== 'mean') return rule
  return { kind: 'mean', whole: foldWord(rule.whole), parts: partsOf(rule).sort(byCodeUnit) }
}

const partsOf = ({ parts }: { parts: string[] }): string[] => parts.map((part) => foldWord(part) ?? part)

function contradict(a: ScoreRule, b: ScoreRule): boolean {
  if (a.kind !== b.kind || canonicalJson(folded(a)) === canonicalJson(folded(b))) return false
  if (a.kind !== 'mean' || b.kind !== 'mean') return true
  if (foldWord(a.whole) !== foldWord(b.whole)) return false
  const [left, right] = [partsOf(a), partsOf(b)]
  return left.every((part) => right.includes(part)) || right.every((part) => left.includes(part))
}
