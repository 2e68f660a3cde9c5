// Values of single leaderboards that stand for none, each with the leaderboard that it holds for.
import { canonicalDecimal, parseDecimal } from '../../domain/decimal.ts'

interface Rule {
  source: RegExp
  result?: RegExp
  value: string
  code: string
  why: string
}

const rules: readonly Rule[] = [
  {
    ...{ source: /^helm(?:_|\b)/i, value: '-1', code: 'not-run' },
    why: 'HELM writes -1 where a scenario was not run for the model',
  },
  {
    ...{ source: /^RewardBench 2$/, result: /^Ties$/, value: '-0.01', code: 'ties-not-scored' },
    why: 'RewardBench 2 writes -1 % for Ties where a model has no score on it',
  },
]

/** Whether a result of a leaderboard is no score; null where it is one. */
export function missingScore(source: string, result: string, printed: string): { code: string; text: string } | null {
  if (!parseDecimal(printed)) return null
  const value = canonicalDecimal(printed)
  const rule = rules.find((one) => one.source.test(source) && (one.result?.test(result) ?? true) && one.value === value)
  return rule ? { code: rule.code, text: `${result}: ${source} gives ${printed}. ${rule.why}.` } : null
}
