// Checks what zod cannot: that the names used in a bundle lead somewhere, and that its parts fit together.
import { didYouMean } from '../nearest.ts'
import type { Check, EntryKind } from './check.ts'
import { checkObservations, checkTables } from './check-claims.ts'
import { checkModels, checkNotes, checkSettings, checkSources } from './check-entries.ts'
import type { Finding } from './explain.ts'
import type { Bundle } from './format.ts'

/** Everything in a well-formed bundle that leads nowhere or contradicts itself; empty when it is sound. */
export function checkReferences(bundle: Bundle, names: Record<EntryKind, ReadonlySet<string>>): Finding[] {
  const findings: Finding[] = []
  const say = (path: PropertyKey[], reason: string) => findings.push({ path, reason })
  const refer = (kind: EntryKind, name: string | null | undefined, path: PropertyKey[]) => {
    if (name == null || names[kind].has(name)) return
    const hint = didYouMean(name, names[kind]) || (names[kind].size === 0 ? ` (the file has no ${kind}s)` : '')
    say(path, `there is no ${kind} '${name}' in this file${hint}`)
  }
  const check: Check = { bundle, say, refer }
  refer('source', bundle.page, ['page'])
  checkSources(check)
  checkModels(check)
  checkSettings(check)
  checkTables(check)
  checkObservations(check)
  checkNotes(check)
  return findings
}
