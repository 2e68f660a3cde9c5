// Printed numbers: what a table cell holds, read exactly, and what of it could not be read. Never a guess, never a float.
import type { Decimal } from './decimal.ts'
import { type Interval, roundingInterval } from './interval.ts'
import { PERCENT, readToken, SIGNED_NUMBER, UNSIGNED_NUMBER } from './printed-token.ts'
import { readUncertainty, type Uncertainty } from './printed-uncertainty.ts'

export type { Uncertainty } from './printed-uncertainty.ts'

export type Printed = {
  /** The exact number; 77.0 for "77.0%". Null for a placeholder, and where the text can't be read for sure. */
  value: Decimal | null
  /** Digits after the point that the value was printed to: 2 for "63.40", 3 for "1e-3", 0 for "24M". */
  decimals: number | null
  /** The numbers that would print so. Null for "~70", whose rounding is not known. */
  interval: Interval | null
  uncertainty: Uncertainty | null
  percent: boolean
  /** Whether the text stands for a value that is not there: "-", "n/a", nothing. */
  placeholder: boolean
  /** What of the text is in none of the other fields: a footnote mark, "~", or all of it. */
  unread: string | null
}

/** Longer texts are prose. */
const LENGTH_LIMIT = 200

const PLACEHOLDER =
  /^(?:|[-\u2010-\u2015\u2212]+|n\.?\s?\/?\s?a\.?|nan|null|none|tbd|not (?:reported|available|published))$/i

const APPROXIMATION = String.raw`~|\u2248|\u223c|\u2243|about\s|approx\.?\s|ca\.\s?|circa\s`
const MARK = String.raw`[*\u2020\u2021\u00a7\u00b6]`
const LEAD = String.raw`(?<approximate>${APPROXIMATION})|(?<mark>${MARK}+|[$\u20ac\u00a3\u00a5])`
const HEAD = new RegExp(`^(?:${LEAD})?\\s?(?<number>${SIGNED_NUMBER})(?<percent>${PERCENT})?(?<rest>.*)$`, 's')

// Behind a number: footnote marks, arrows, references such as [12], and a signed difference to something else, (+1.2).
const RAISED = String.raw`\^\{?(?:\*+|\\d?dagger|\\ast|[\u2020\u2021a-z])\}?|<sup>[^<\d]*</sup>|[\u1d43-\u1d57]`
const DIFFERENCE = String.raw`\([+\-\u2212]${UNSIGNED_NUMBER}(?:${PERCENT})?\)`
const TAIL = `${MARK}|[#\u2191\u2193\u25b2\u25bc]|\\[(?:\\d{1,3}|[a-z])\\]|${RAISED}|${DIFFERENCE}`
const TAILS = new RegExp(`^(?:\\s*(?:${TAIL}))*$`)
// Raised digits are a footnote behind "61.7", but a power behind "10".
const TAILS_OR_DIGITS = new RegExp(`^(?:\\s*(?:${TAIL}|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]|<sup>\\d+</sup>))*$`)

/** Reads a printed text. What is not surely one number, with or without uncertainty, comes back whole as `unread`. */
export function readPrinted(text: string): Printed {
  const printed = text.trim()
  const body = plain(printed)
  if (PLACEHOLDER.test(body)) return { ...NOTHING, placeholder: true }
  return (printed.length <= LENGTH_LIMIT ? readBody(body) : null) ?? { ...NOTHING, unread: printed }
}

const NOTHING: Printed = {
  ...{ value: null, decimals: null, interval: null, uncertainty: null },
  ...{ percent: false, placeholder: false, unread: null },
}

function readBody(body: string): Printed | null {
  const { number = '', percent: sign, approximate, mark, rest = '' } = HEAD.exec(body)?.groups ?? {}
  const token = readToken(number)
  if (!token) return null
  const percent = sign !== undefined
  const found = readUncertainty(rest, { ...token, percent })
  const tail = found ? found.rest : rest
  if (!(token.lastPlace < 0 ? TAILS_OR_DIGITS : TAILS).test(tail)) return null
  const uncertainty = found?.uncertainty ?? null
  const lost = uncertainty && uncertainty.plusMinus === null && uncertainty.lower === null ? uncertainty.text : ''
  const unread = [approximate ?? mark ?? '', lost, tail].map((part) => part.trim()).filter((part) => part !== '')
  return {
    value: token.value,
    decimals: Math.max(0, -token.lastPlace),
    interval: approximate === undefined ? roundingInterval(token.value, token.lastPlace) : null,
    uncertainty,
    percent,
    placeholder: false,
    unread: unread.length > 0 ? unread.join(' ') : null,
  }
}

/** The text without marks of style: bold, italic, underlined, code and mathematics, in Markdown, HTML and LaTeX. */
function plain(text: string): string {
  return text
    .replace(/<\/?(?:b|strong|u|em|i)>/gi, '')
    .replace(/\\(?:textbf|textit|underline|mathbf|emph)\{([^{}]*)\}/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/__([^_]+)__/g, '$1')
    .replace(/^([*_`$])([^*_`$]+)\1$/, '$2')
    .trim()
}
