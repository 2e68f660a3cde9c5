// Parameters: named values with how each is known, as configurations, protocols and labels hold them.
import { byCodeUnit, canonicalJson, sha256Hex } from './content-hash.ts'

/** STATED: the source says it. INFERRED: we conclude it, for a reason. UNSTATED: the source was read and is silent. */
export type Basis = 'STATED' | 'INFERRED' | 'UNSTATED'

/** `value` null: named without a value (UNSTATED, or a flag that is only present). `reason` says why it was inferred. */
export type Parameter = { name: string; value: string | null; basis: Basis; reason?: string | null }

/** The parameters a source states, in canonical order: by name, then value (none first), each pair once. */
export function statedParameters(list: readonly Parameter[]): { name: string; value: string | null }[] {
  return pairs(list.filter((parameter) => parameter.basis === 'STATED')).map(({ name, value }) => ({ name, value }))
}

/** Stated and inferred parameters with their basis, without reasons, in canonical order, each once. */
export function knownParameters(list: readonly Parameter[]): { name: string; value: string | null; basis: Basis }[] {
  return pairs(list.filter((parameter) => parameter.basis !== 'UNSTATED'))
}

/**
 * A short name for a configuration: "" where nothing is stated, else 16 hex characters over names and stated values.
 * Equal keys, equal configurations. Order, repetition, reasons, inferred and unstated parameters make no difference.
 */
export function parametersKey(list: readonly Parameter[]): string {
  const stated = statedParameters(list)
  if (stated.length === 0) return ''
  return sha256Hex(canonicalJson(stated.map(({ name, value }) => [name, value]))).slice(0, 16)
}

function pairs(list: readonly Parameter[]): { name: string; value: string | null; basis: Basis }[] {
  const unique = new Map<string, { name: string; value: string | null; basis: Basis }>()
  for (const { name, value, basis } of list) {
    const tidy = { name: name.normalize('NFC'), value: value?.normalize('NFC') ?? null, basis }
    unique.set(JSON.stringify([tidy.name, tidy.value, basis]), tidy)
  }
  return [...unique.values()].sort(
    (a, b) =>
      byCodeUnit(a.name, b.name) ||
      Number(a.value !== null) - Number(b.value !== null) ||
      byCodeUnit(a.value ?? '', b.value ?? '') ||
      byCodeUnit(a.basis, b.basis),
  )
}
