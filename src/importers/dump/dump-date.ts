// Dates of dumps: a day ("2025-07-19") or a moment in UTC ("2025-07-19T19:56:12Z").
import { parsePartialDate } from '../../domain/partial-date.ts'

/** Whether `a` is surely before `b`, as far as both are precise: a day is not older than a moment in it. */
export function isOlder(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  return a.slice(0, length) < b.slice(0, length)
}

/** The same in SQL, of two expressions. */
export const olderSql = (a: string, b: string) =>
  `(left(${a}, least(length(${a}), length(${b}))) COLLATE "C" < left(${b}, least(length(${a}), length(${b}))) COLLATE "C")`

/** "2025-07-19T19:56:12.380617+00:00" -> "2025-07-19T19:56:12Z"; a plain day stays; undefined for what is no date. */
export function dumpDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return parsePartialDate(text) ?? undefined
  if (!/^\d{4}-\d{2}-\d{2}[T ]/.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : `${time.toISOString().slice(0, 19)}Z`
}

/** Seconds since 1970, with or without a fraction ("1766412838.146816"), as a moment; undefined for anything else. */
export function momentOfSeconds(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{9,11}(\.\d+)?$/.test(text)) return undefined
  return `${new Date(Number(text) * 1000).toISOString().slice(0, 19)}Z`
}

export const dayOf = (date: string): string => date.slice(0, 10)

/** The date of a dump that states none, and of which nobody has told one: it was read today. */
export const today = (): string => new Date().toISOString().slice(0, 10)
