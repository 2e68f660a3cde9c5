// Which claims may be held against each other (rule 4), and whether their settings are stated in full.
import { basisOf, type Claim, type ClaimSetting, type DefinitionField, foldWord } from './claim.ts'
import { shotsIn } from './free-text.ts'
import { relate, statedFacts } from './stated-facts.ts'
import { unitsAgree } from './value-scale.ts'

/**
 * `differs`: null where the two are comparable, else what tells them apart: "model", "configuration", "benchmark", "subset",
 * "metric", "direction", "unit", or the name of a protocol field such as "shots".
 * `unknown`: they can't be compared because what was measured is known of one only.
 * `settingStated`: metric, unit, subset and every protocol field that either names (at least one) is stated by both, and
 * equally. Silence is not agreement, so settings that state no protocol at all are not stated in full.
 */
export type Comparability = { differs: string | null; unknown: boolean; settingStated: boolean }

/** Symmetric. A configuration against none is a difference: what was evaluated there is not known to be the same. */
export function comparability(a: Claim, b: Claim): Comparability {
  const settingStated = bothState(a.setting, b.setting)
  const differs = differenceOf(a, b)
  const unknown = differs === 'metric' && (a.setting.metric === null || b.setting.metric === null)
  return { differs, unknown, settingStated: settingStated && differs === null }
}

/** Whether the settings are compatible in the sense of rule 4, whatever the models and configurations. */
export function settingsCompatible(a: ClaimSetting, b: ClaimSetting): boolean {
  return settingDifference(a, b) === null
}

function differenceOf(a: Claim, b: Claim): string | null {
  if (a.model !== b.model) return 'model'
  if (a.configurationKey !== b.configurationKey) return 'configuration'
  return settingDifference(a.setting, b.setting) ?? namesDiffer(a, b)
}

/**
 * What tells apart what two settings measure, whatever the conditions; null where nothing does. Of an unknown metric nothing
 * can be said, but for one and the same node.
 */
export function measureDifference(a: ClaimSetting, b: ClaimSetting): 'benchmark' | 'subset' | 'metric' | null {
  if (a === b || a.key === b.key) return null
  if (a.benchmark !== b.benchmark) return 'benchmark'
  if (foldWord(a.subset) !== foldWord(b.subset)) return 'subset'
  return a.metric === null || foldWord(a.metric) !== foldWord(b.metric) ? 'metric' : null
}

function settingDifference(a: ClaimSetting, b: ClaimSetting): string | null {
  if (a === b || a.key === b.key) return null
  const measure = measureDifference(a, b)
  if (measure !== null) return measure
  const directions = [a.higherIsBetter, b.higherIsBetter]
  if (directions.includes(true) && directions.includes(false)) return 'direction'
  if (!unitsAgree(a, b)) return 'unit'
  return protocolDifference(a, b)
}

/** The first protocol field, in alphabetical order, that both state and that differs; null where there is none. */
export function protocolDifference(a: ClaimSetting, b: ClaimSetting): string | null {
  const [left, right] = [statedFacts(a).facts, statedFacts(b).facts]
  const differing = [...left].filter(([field, value]) => {
    const other = right.get(field)
    return other !== undefined && relate(field, value, other) === 'DIFFERENT'
  })
  return differing.map(([field]) => field).sort()[0] ?? null
}

// "GPT-3 (0-shot)" and "GPT-3 (2-shot)": some sources print the protocol behind the name.
function namesDiffer(a: Claim, b: Claim): string | null {
  const shots = (claim: Claim) => statedFacts(claim.setting).facts.get('shots') ?? shotsIn(claim.reportedName)
  const [left, right] = [shots(a), shots(b)]
  return left !== undefined && right !== undefined && relate('shots', left, right) === 'DIFFERENT' ? 'shots' : null
}

function bothState(a: ClaimSetting, b: ClaimSetting): boolean {
  const fields: DefinitionField[] = ['metric', 'unit']
  if (a.subset !== null || b.subset !== null) fields.push('subset')
  if (!fields.every((field) => basisOf(a, field) === 'STATED' && basisOf(b, field) === 'STATED')) return false
  const [left, right] = [statedFacts(a), statedFacts(b)]
  const named = new Set([...left.named, ...right.named])
  const protocol = [...named].filter((field) => field !== 'edition')
  return protocol.length > 0 && [...named].every((field) => sameWords(field, left, right))
}

function sameWords(field: string, a: ReturnType<typeof statedFacts>, b: ReturnType<typeof statedFacts>): boolean {
  const [left, right] = [a.words.get(field), b.words.get(field)]
  if (left === undefined || right === undefined) return false
  if (left === right) return true
  const [factA, factB] = [a.facts.get(field), b.facts.get(field)]
  return factA !== undefined && factB !== undefined && relate(field, factA, factB) === 'SAME'
}
