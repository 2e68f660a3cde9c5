// What stands after a printed number to say how far it may be off: ± 0.3, [62.1, 64.7], +2.1/-1.9.
import { add, compare, type Decimal } from './decimal.ts'
import { PERCENT, readToken, SIGNED_NUMBER, type Token, UNSIGNED_NUMBER } from './printed-token.ts'

/**
 * `text`: as printed, brackets included. `plusMinus`: one distance to both sides. `lower`, `upper`: the ends themselves,
 * not distances. `kind`: the source's word for it ("SE", "95% CI"). All null but `text` where its numbers can't be related
 * to the value for sure ("84.3 ± 0.4%": points or a share?).
 */
export type Uncertainty = {
  text: string
  plusMinus: Decimal | null
  lower: Decimal | null
  upper: Decimal | null
  kind: string | null
}

/** The value that the uncertainty belongs to. */
export type Measured = Token & { percent: boolean }

const KIND = String.raw`(?:\d\d(?:\.\d+)?\\?% ?)?C\.?I\.?|s\.?d\.?|s\.?e\.?(?:m\.?)?|std(?:dev|err)?\.?|stderr|\u03c3`
const OPEN_KIND = `(?:(?<kind>${KIND})(?:\\s*[:=]\\s*|\\s+))?`
const AFTER_KIND = `(?:\\s*\\((?<outer>${KIND})\\)|\\s+(?<bare>${KIND})(?![A-Za-z]))?`
const NUMBERS = (first: string, second: string, between: string) =>
  `(?<first>${first})(?<firstPercent>${PERCENT})?${between}(?<second>${second})(?<secondPercent>${PERCENT})?`

const PLUS_MINUS = String.raw`(?:\u00b1|\+\s?/\s?[-\u2212]|\+[-\u2212]|\\pm)\s*(?<first>${UNSIGNED_NUMBER})(?<firstPercent>${PERCENT})?`
const OFFSETS = NUMBERS(
  String.raw`[+\-\u2212]${UNSIGNED_NUMBER}`,
  String.raw`[+\-\u2212]${UNSIGNED_NUMBER}`,
  String.raw`(?:\s?[/,]\s?|\s)`,
)
const BOUNDS = NUMBERS(SIGNED_NUMBER, SIGNED_NUMBER, String.raw`(?<between>,\s?|;\s?|\s?[-\u2013\u2014]\s?|\sto\s)`)

const FORMS = [
  { read: readPlusMinus, pattern: String.raw`\s*${PLUS_MINUS}${AFTER_KIND}` },
  { read: readPlusMinus, pattern: String.raw`\s*\(\s?${PLUS_MINUS}(?:\s(?<kind>${KIND}))?\s?\)${AFTER_KIND}` },
  { read: readOffsets, pattern: String.raw`\s+${OFFSETS}${AFTER_KIND}` },
  { read: readOffsets, pattern: String.raw`\s*\(\s?${OFFSETS}\s?\)${AFTER_KIND}` },
  { read: readBounds, pattern: String.raw`\s*\[\s?${OPEN_KIND}${BOUNDS}\s?\]${AFTER_KIND}` },
  { read: readBounds, pattern: String.raw`\s*\(\s?${OPEN_KIND}${BOUNDS}\s?\)${AFTER_KIND}` },
].map(({ read, pattern }) => ({ read, pattern: new RegExp(`^${pattern}`, 'i') }))

type Numbers = Pick<Uncertainty, 'plusMinus' | 'lower' | 'upper'>
type Groups = Record<string, string | undefined>

const UNREAD: Numbers = { plusMinus: null, lower: null, upper: null }

/**
 * Reads the uncertainty that `rest` begins with, if any, and says what is left behind it.
 * Null where there is none, or where what looks like one contradicts the value (ends that do not enclose it).
 */
export function readUncertainty(rest: string, measured: Measured): { uncertainty: Uncertainty; rest: string } | null {
  for (const { read, pattern } of FORMS) {
    const match = pattern.exec(rest)
    if (!match) continue
    const groups: Groups = match.groups ?? {}
    const numbers = read(groups, measured)
    if (!numbers) continue
    const kind = groups.kind ?? groups.outer ?? groups.bare ?? null
    return { uncertainty: { text: match[0].trim(), ...numbers, kind }, rest: rest.slice(match[0].length) }
  }
  return null
}

function readPlusMinus(groups: Groups, measured: Measured): Numbers | null {
  const distance = readToken(groups.first ?? '')
  if (!distance) return null
  const related = inUnitsOf(measured, [distance], groups)
  return related === null ? null : related ? { ...UNREAD, plusMinus: distance.value } : UNREAD
}

function readOffsets(groups: Groups, measured: Measured): Numbers | null {
  const [first, second] = [readToken(groups.first ?? ''), readToken(groups.second ?? '')]
  if (!first || !second || groups.first?.startsWith('+') === groups.second?.startsWith('+')) return null
  const [up, down] = groups.first?.startsWith('+') ? [first, second] : [second, first]
  const related = inUnitsOf(measured, [first, second], groups)
  if (!related) return related === null ? null : UNREAD
  return { ...UNREAD, lower: add(measured.value, down.value), upper: add(measured.value, up.value) }
}

function readBounds(groups: Groups, measured: Measured): Numbers | null {
  const [lower, upper] = [readToken(groups.first ?? ''), readToken(groups.second ?? '')]
  if (!lower || !upper) return null
  // "62,641" may be one number; "62.1,64.7" can only be two.
  if (groups.between === ',' && !(groups.first?.includes('.') && groups.second?.includes('.'))) return null
  const related = inUnitsOf(measured, [lower, upper], groups)
  if (!related) return related === null ? null : UNREAD
  const encloses = compare(lower.value, measured.value) <= 0 && compare(measured.value, upper.value) <= 0
  return encloses ? { ...UNREAD, lower: lower.value, upper: upper.value } : null
}

/** True: same units as the value. False: not for sure, but the value stands. Null: the value itself is in doubt. */
function inUnitsOf(measured: Measured, numbers: Token[], groups: Groups): boolean | null {
  // "24 ± 1M" may mean 24M; "24M ± 1" leaves 24M as it is.
  if (!measured.magnitude && numbers.some((number) => number.magnitude)) return null
  if (measured.magnitude && numbers.some((number) => !number.magnitude)) return false
  const percent = Boolean(groups.firstPercent || groups.secondPercent)
  return measured.percent || !percent
}
