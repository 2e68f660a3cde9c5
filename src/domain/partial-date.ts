// Partial dates: "2026", "2026-02" or "2026-02-17", as far as a source tells.

/** An ISO date cut after the year, the month or the day. Plain text order is by first day, the less precise first. */
export type PartialDate = string

/** A range of partial dates, both ends included and each optional; an end stands for all of its days. */
export type DateRange = { from?: PartialDate | null; to?: PartialDate | null }

const ISO = /^((?:19|20|21)\d\d)(?:-(\d\d)(?:-(\d\d))?)?$/

/** `text` itself when it is a partial date of the years 1900 to 2199 with a real month and day; otherwise null. */
export function parsePartialDate(text: string): PartialDate | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, month, day] = match
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return null
  if (day !== undefined && (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)))) return null
  return text
}

/** -1, 0 or 1 by first day; of two that begin together, the less precise comes first. */
export function comparePartialDates(a: PartialDate, b: PartialDate): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first day that the date may mean: "2026-02" -> "2026-02-01". */
export function firstDay(date: PartialDate): PartialDate {
  return date + '-01-01'.slice(date.length - 4)
}

/** The last day that the date may mean: "2026-02" -> "2026-02-28". */
export function lastDay(date: PartialDate): PartialDate {
  if (date.length === 4) return `${date}-12-31`
  if (date.length === 7) return `${date}-${daysIn(Number(date.slice(0, 4)), Number(date.slice(5, 7)))}`
  return date
}

/**
 * Whether some day of the date lies in the range.
 * On text in C collation this is the same as:
 * (date >= from or date is one of prefixesOf(from)) and date <= to || '~'.
 */
export function overlapsRange(date: PartialDate, { from, to }: DateRange): boolean {
  return (!from || lastDay(date) >= firstDay(from)) && (!to || firstDay(date) <= lastDay(to))
}

/** The less precise dates that a date begins with: "2026-02-17" -> ["2026", "2026-02"]; none for a year. */
export function prefixesOf(date: PartialDate): PartialDate[] {
  return [4, 7].filter((length) => length < date.length).map((length) => date.slice(0, length))
}

/** Days in a month of 1 to 12, by the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}
