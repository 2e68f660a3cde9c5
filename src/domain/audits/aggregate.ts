// Audit: a printed mean that its printed parts don't give, rounding of every part and of the mean allowed for.
import { basisOf, type Claim, foldWord, isNumeric, type NumericClaim, stands } from '../claim.ts'
import { canonicalJson } from '../content-hash.ts'
import { abs, compare, type Decimal, mean, multiply, subtract, sum } from '../decimal.ts'
import { groupBy } from '../group-by.ts'
import { statedFacts } from '../stated-facts.ts'
import { foldUnit } from '../value-scale.ts'
import { list } from '../wording.ts'
import { byIdentity, type Finding, type FoundDerivation, identityOf, keysOf } from './finding.ts'

/** Declared on a benchmark: the subset `of` is the plain mean of the subsets `parts`. A benchmark may declare several. */
export type AggregateStructure = { benchmark: string; of: string; parts: readonly string[]; kind: 'mean' }

/**
 * Checks every printed row (source, page, table, row, model, configuration, metric, unit, protocol) that has the mean and all of its parts,
 * each once. Rows where they don't fit are findings; rows where they do are derivations of the mean from its parts.
 * All cells of a row must be passed; then rows are independent of each other.
 */
export function auditAggregates(
  claims: readonly Claim[],
  structures: readonly AggregateStructure[],
): { findings: Finding[]; derivations: FoundDerivation[] } {
  const findings: Finding[] = []
  const derivations: FoundDerivation[] = []
  const rows = [...groupBy(claims.filter(isNumeric).filter(stands), rowOf).values()]
  for (const structure of structures) {
    for (const row of rows) {
      const whole = pick(row, structure)
      if (!whole) continue
      const formula = `mean(${structure.parts.join(', ')})`
      const from = keysOf(whole.parts)
      if (fits(whole)) derivations.push({ observation: whole.total.key, from, kind: 'AGGREGATED', formula })
      else findings.push(mismatch(whole, structure))
    }
  }
  return { findings: findings.sort(byIdentity), derivations }
}

type Whole = { total: NumericClaim; parts: NumericClaim[] }

function rowOf({
  model,
  configurationKey,
  setting,
  source,
  readFrom,
  table,
  row,
  publishedAt,
  measuredAt,
}: Claim): string {
  const place = [source.slug, readFrom, table, row, publishedAt, measuredAt]
  const protocol = [...statedFacts(setting).words].sort()
  const kind = [setting.benchmark, foldWord(setting.metric), foldUnit(setting.unit), protocol]
  return canonicalJson([...place, model, configurationKey, ...kind])
}

function pick(row: readonly NumericClaim[], { benchmark, of, parts }: AggregateStructure): Whole | null {
  const one = (subset: string) => {
    const found = row.filter(
      ({ setting }) => setting.benchmark === benchmark && foldWord(setting.subset) === foldWord(subset),
    )
    return found.length === 1 ? found[0] : undefined
  }
  const total = one(of)
  const found = parts.map(one)
  const complete = found.every((part) => part !== undefined)
  return total && complete && parts.length > 1 ? { total, parts: found } : null
}

/** Exactly: count times the interval of the mean meets the sum of the intervals of the parts, edges included. */
function fits({ total, parts }: Whole): boolean {
  const count = String(parts.length)
  const lower = sum(parts.map(({ interval }) => interval.lower))
  const upper = sum(parts.map(({ interval }) => interval.upper))
  return (
    compare(multiply(count, total.interval.lower), upper) <= 0 &&
    compare(lower, multiply(count, total.interval.upper)) <= 0
  )
}

function mismatch({ total, parts }: Whole, { parts: names }: AggregateStructure): Finding {
  const average = mean(
    parts.map(({ value }) => value),
    digitsOf([total, ...parts]) + 2,
  )
  const off: Decimal = abs(subtract(total.value, average))
  const values = parts.map(({ printed }, index) => `${printed} (${names[index]})`)
  return {
    kind: 'AGGREGATE_MISMATCH',
    code: 'mean-of-parts',
    identity: identityOf('mean-of-parts', total.key, keysOf(parts)),
    observations: [total.key, ...keysOf(parts)],
    // One row, one protocol: only what the columns are can be in doubt.
    settingStated: [total, ...parts].every(({ setting }) => basisOf(setting, 'subset') === 'STATED'),
    spread: off,
    text:
      `For ${total.modelName} on ${total.setting.label} ${total.source.title} prints ${total.printed}; the mean of its parts ` +
      `${list(values)} is ${average}, which rounding does not explain.`,
  }
}

function digitsOf(claims: readonly NumericClaim[]): number {
  return Math.max(...claims.map(({ decimals }) => decimals ?? 0))
}
