// The known ways in which a page makes a number out of another: each is linear, so all of it is checked exactly.
import type { NumericClaim } from './claim.ts'
import { add, compare, type Decimal, multiply, subtract } from './decimal.ts'
import type { DerivationKind } from './derivation-links.ts'
import { topOf } from './value-scale.ts'

/**
 * What a benchmark declares of its scores. `choices`: the number of options of which one is right, so that guessing gives
 * 1/choices. `elo`: the ratings that count as 0 and as 1 where an Elo rating is scaled.
 * `errorMetric`: the metric whose complement is an accuracy, such as "word error rate".
 */
export type ScoreForm = {
  benchmark: string
  choices?: number | null
  elo?: { from: Decimal; to: Decimal } | null
  errorMetric?: string | null
}

/** y = (slope * x + offset) / divisor, with divisor > 0. `corrected`: more than a change of unit, so luck must be ruled out. */
export type Form = {
  name: 'unit' | 'chance' | 'complement' | 'elo'
  kind: DerivationKind
  formula: string
  corrected: boolean
  slope: Decimal
  offset: Decimal
  divisor: Decimal
}

/** The forms that could lead from one claim to the other, by their scales and what the benchmark declares. */
export function formsBetween(from: NumericClaim, to: NumericClaim, declared: ScoreForm | undefined): Form[] {
  const [top, target] = [topOf(from), topOf(to)]
  const forms: Form[] = []
  const suffix = unitSuffix(top, target)
  if (top !== target) forms.push(unitForm(top, target))
  const { choices, elo, errorMetric } = declared ?? {}
  // (x - 1/k) / (1 - 1/k) of a share x: y = target * (k x - top) / (top * (k - 1)).
  if (choices && Number.isInteger(choices) && choices > 1) {
    forms.push({
      ...{
        name: 'chance',
        kind: 'NORMALIZED',
        corrected: true,
        formula: `(x - 1/${choices}) / (1 - 1/${choices})${suffix}`,
      },
      slope: multiply(target, String(choices)),
      offset: multiply(target, `-${top}`),
      divisor: multiply(top, String(choices - 1)),
    })
  }
  if (errorMetric && from.setting.metric?.toLowerCase() === errorMetric.toLowerCase()) {
    forms.push({
      ...{ name: 'complement', kind: 'CONVERTED', corrected: true, formula: `1 - x${suffix}` },
      ...{ slope: `-${target}`, offset: multiply(target, top), divisor: top },
    })
  }
  if (elo && compare(elo.from, elo.to) < 0) {
    forms.push({
      ...{ name: 'elo', kind: 'NORMALIZED', corrected: true, formula: `(x - ${elo.from}) / (${elo.to} - ${elo.from})` },
      ...{ slope: target, offset: multiply(target, `-${elo.from}`), divisor: subtract(elo.to, elo.from) },
    })
  }
  return forms
}

/** Whether the form, applied to the value as printed, gives a number that prints as the other claim. */
export function explains(form: Form, from: NumericClaim, to: NumericClaim): boolean {
  const image = add(multiply(form.slope, from.value), form.offset)
  const { lower, upper } = to.interval
  return compare(multiply(form.divisor, lower), image) <= 0 && compare(image, multiply(form.divisor, upper)) <= 0
}

function unitForm(top: '100' | '1', target: '100' | '1'): Form {
  const formula = target === '1' ? 'x / 100' : '100 * x'
  return {
    ...{ name: 'unit', kind: 'CONVERTED', corrected: false, formula },
    ...{ slope: target, offset: '0', divisor: top },
  }
}

function unitSuffix(top: string, target: string): string {
  if (top === target) return ''
  return target === '1' ? ', x in per cent, result as a fraction' : ', x as a fraction, result in per cent'
}
