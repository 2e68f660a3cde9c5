// One number inside a printed text: sign, thousands groups, exponent or magnitude letter.
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts'

const UNSIGNED = String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)`
const SCALE = String.raw`(?:[eE][+\-\u2212]?\d{1,9}|[KkMBT](?![A-Za-z])| (?:thousand|million|billion|trillion)\b)?`

/** Patterns of a number without and with a sign, to build others from; neither captures. "12,34" is only read up to "12". */
export const UNSIGNED_NUMBER = UNSIGNED + SCALE
export const SIGNED_NUMBER = String.raw`[+\-\u2212]?${UNSIGNED}${SCALE}`

export const PERCENT = String.raw` ?\\?%`

// Case counts: "m" and "b" are also metres, minutes, bits.
const MAGNITUDES: Record<string, number> = {
  ...{ k: 3, K: 3, M: 6, B: 9, T: 12 },
  ...{ thousand: 3, million: 6, billion: 9, trillion: 12 },
}

/**
 * `lastPlace`: the power of ten of the last digit printed (-2 for "63.40", 6 for "24M").
 * `magnitude`: whether a letter or word such as M multiplies it.
 */
export type Token = { value: Decimal; lastPlace: number; magnitude: boolean }

const PARTS = new RegExp(`^([+\\-\\u2212]?)(${UNSIGNED})(?:[eE]([+\\-\\u2212]?\\d{1,9})|\\s?([A-Za-z]+))?$`)

/** Reads a text that SIGNED_NUMBER matches, exactly. Null for another text, and for more digits than decimals may have. */
export function readToken(text: string): Token | null {
  const match = PARTS.exec(text)
  if (!match) return null
  const [, sign = '', digits = '', exponent = '0', letters] = match
  const power = letters === undefined ? Number(exponent.replace('\u2212', '-')) : MAGNITUDES[letters]
  if (power === undefined) return null
  const plain = digits.replaceAll(',', '')
  const scaled = parseDecimal(`${sign === '' || sign === '+' ? '' : '-'}${plain}e${power}`)
  if (!scaled) return null
  const fraction = plain.split('.')[1]?.length ?? 0
  return { value: formatDecimal(scaled), lastPlace: power - fraction, magnitude: letters !== undefined }
}
