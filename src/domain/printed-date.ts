// Dates as pages print them, read into partial dates.
import { type PartialDate, parsePartialDate } from './partial-date.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

const NUMERIC = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/
const YEAR_MONTH = /^(\d{4})(?:[-.](\d\d)|\/(\d{1,2}))$/
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/
const MONTH_FIRST = /^([a-z]+)\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,? (\d{4})$/i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]+)\.?,? (\d{4})$/i

/**
 * Reads "2026", "2026-02", "2026.06", "2026/02/17", "October 1, 2026", "1 Oct 2026", "November 2026" and time stamps (the
 * day that they print). Null for all else; above all for 01/02/2026, which two customs read in two ways.
 */
export function readPrintedDate(text: string): PartialDate | null {
  const printed = text.trim().replace(/\s+/g, ' ')
  const iso = parsePartialDate(printed)
  if (iso) return iso
  let match = NUMERIC.exec(printed)
  if (match) return joined(match[1], match[3], match[4])
  match = YEAR_MONTH.exec(printed)
  if (match) return joined(match[1], match[2] ?? match[3])
  match = TIMESTAMP.exec(printed)
  if (match) return parsePartialDate(match[1] ?? '')
  match = MONTH_FIRST.exec(printed)
  if (match) return joined(match[3], monthNumber(match[1]), match[2])
  match = DAY_FIRST.exec(printed)
  if (match) return joined(match[3], monthNumber(match[2]), match[1])
  return null
}

function joined(year = '', month?: string | null, day?: string): PartialDate | null {
  if (!month) return null
  return parsePartialDate([year, month.padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-'))
}

function monthNumber(name = ''): string | null {
  const word = name.toLowerCase()
  const index = MONTHS.findIndex(
    (month) => word === month || word === month.slice(0, 3) || (word === 'sept' && month === 'september'),
  )
  return index < 0 ? null : String(index + 1)
}
