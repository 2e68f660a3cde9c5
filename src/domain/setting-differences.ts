// What tells two settings apart, field by field.
import { byCodeUnit } from './content-hash.ts'
import type { Parameter } from './parameters.ts'

export type SettingDifference = { field: string; left: Parameter; right: Parameter }

/**
 * The fields whose value or basis differs, by name; one that a side doesn't have is UNSTATED there. Reasons make no
 * difference.
 */
export function differencesOf(left: readonly Parameter[], right: readonly Parameter[]): SettingDifference[] {
  const names = [...new Set([...left, ...right].map(({ name }) => name))].sort(byCodeUnit)
  const find = (list: readonly Parameter[], name: string): Parameter =>
    list.find((parameter) => parameter.name === name) ?? { name, value: null, basis: 'UNSTATED', reason: null }
  return names
    .map((field) => ({ field, left: find(left, field), right: find(right, field) }))
    .filter(({ left: a, right: b }) => a.value !== b.value || a.basis !== b.basis)
}
