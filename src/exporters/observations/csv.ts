// CSV by RFC 4180 that a spreadsheet can open without running anything.
import type { Parameter } from '../../domain/parameters.ts'
import type { Column } from './columns.ts'

/** What spreadsheets take for the start of a formula, in ASCII and full width, and our own mark. */
const RISKY = /^['=+\-@\t\r\n＝＋－＠]/
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?%?$/

/**
 * A text that no spreadsheet takes for a formula: one that begins like a formula (or with an apostrophe, so that the mark can
 * be taken off again) gets an apostrophe in front. Plain numbers such as -0.5 stay as they are.
 */
export const guarded = (text: string): string => (RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

/** The text as a field: in quotes where it holds a separator of some spreadsheet, a quote, a line break or edge spaces. */
export const field = (text: string): string =>
  /[",;\r\n\t]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** "shots=5; harness=OpenCompass (inferred); prompt (not stated)". */
export const parametersText = (list: readonly Parameter[]): string =>
  list
    .map(({ name, value, basis }) => {
      const pair = value === null ? name : `${name}=${value}`
      return basis === 'INFERRED' ? `${pair} (inferred)` : basis === 'UNSTATED' ? `${name} (not stated)` : pair
    })
    .join('; ')

/** A cell of a row: empty for null, `""` for a text that is empty. */
export function csvCell(value: unknown, { type }: Pick<Column, 'type'>): string {
  if (value === null || value === undefined) return ''
  if (type === 'names') return field(guarded((value as string[]).join('; ')))
  if (type === 'parameters') return field(guarded(parametersText(value as Parameter[])))
  if (type !== 'text') return String(value)
  return value === '' ? '""' : field(guarded(value as string))
}
