// Cursors: opaque places in the order of one list.
import { createHash } from 'node:crypto'
import { InputError } from '../domain/input-error.ts'
import type { TermType } from './order.ts'

/** What of an order's terms a cursor depends on. */
type Term = { expression: { text: string }; type: TermType; descending: boolean }

/** A short mark of the list and order a cursor belongs to, so that one of another list is refused. */
export const listMark = (list: string, terms: readonly Term[]): string =>
  createHash('sha256')
    .update(list + terms.map((term) => `|${term.expression.text}${term.descending ? '-' : '+'}`).join(''))
    .digest('base64url')
    .slice(0, 6)

export const encodeCursor = (mark: string, values: (string | number)[]): string =>
  Buffer.from(JSON.stringify([mark, ...values])).toString('base64url')

const wellFormed: Record<TermType, (value: unknown) => boolean> = {
  int: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  numeric: (value) => typeof value === 'string' && /^-?(\d{1,400}(\.\d{1,400})?|Infinity)$/.test(value),
  text: (value) => typeof value === 'string' && value.length < 2000 && !value.includes('\0'),
}

/** The place that a cursor names. Throws InputError for one that is forged, damaged or of another list. */
export function decodeCursor(argument: 'after' | 'before', cursor: string, mark: string, terms: readonly Term[]) {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    parts = null
  }
  if (!Array.isArray(parts) || typeof parts[0] !== 'string')
    throw new InputError(argument, `"${argument}" is not a cursor; pass one that endCursor or startCursor gave you.`)
  const [given, ...values] = parts
  if (given !== mark || values.length !== terms.length)
    throw new InputError(argument, `"${argument}" is a cursor of another list or order; start this list without one.`)
  if (!terms.every((term, i) => wellFormed[term.type](values[i])))
    throw new InputError(argument, `"${argument}" is not a cursor that this list gave out; start without one.`)
  return values as (string | number)[]
}
