// Which of the issues that are known is which of the conflicts that audits find now: a pure rule.
import type { Finding } from '../domain/audits/finding.ts'
import { byCodeUnit, hashKey } from '../domain/content-hash.ts'

/** An issue of the graph, with the keys of the observations that it names. */
export interface KnownIssue {
  key: string
  code: string
  kind: string
  origin: 'PUBLISHED' | 'COMPUTED' | 'CURATED'
  state: 'OPEN' | 'RESOLVED'
  resolvedBy: string | null
  findingKey: string | null
  observations: string[]
}

export interface Matches<Issue extends KnownIssue> {
  /** What is found for the first time. */
  fresh: Finding[]
  /** What was found before, with the note that tells of it. */
  again: { issue: Issue; finding: Finding }[]
  /** Notes of sources or people, with the key of all that audits find within them; null where they find nothing. */
  borneOut: { issue: Issue; findingKey: string | null }[]
  /** Notes of audits that tell of nothing found now. `told` is the note that tells of it in its stead. */
  gone: { issue: Issue; told: Issue | null }[]
}

/** The key of a finding, by which its note is known. */
export const findingKey = (identity: string): string => hashKey({ of: 'finding', identity })

// A wrong quotation and a contradiction are one conflict, seen from two sides.
const sides: Record<string, string> = { TRANSCRIPTION: 'DISAGREEMENT' }
const side = (kind: string): string => sides[kind] ?? kind

/**
 * A note of a source or person tells of a finding where it names all of its observations and is of its kind. An audit's own note is
 * known by its finding, or, where names have changed since, by the observations that both share.
 */
export function matchFindings<Issue extends KnownIssue>(
  findings: readonly Finding[],
  issues: readonly Issue[],
): Matches<Issue> {
  const sorted = [...issues].sort((a, b) => byCodeUnit(a.key, b.key))
  const others = sorted.filter(({ origin }) => origin !== 'COMPUTED')
  const covering = (one: { kind: string; observations: readonly string[] }) =>
    others.find(
      (note) => side(note.kind) === side(one.kind) && one.observations.every((key) => note.observations.includes(key)),
    )
  const covered = new Map<Issue, string[]>()
  const free: Finding[] = []
  for (const finding of findings) {
    const note = covering(finding)
    if (note) covered.set(note, [...(covered.get(note) ?? []), finding.identity])
    else free.push(finding)
  }
  const own = new Set(sorted.filter(({ origin }) => origin === 'COMPUTED'))
  const again: { issue: Issue; finding: Finding }[] = []
  const take = (finding: Finding, issue: Issue | undefined): boolean => {
    if (issue) own.delete(issue)
    if (issue) again.push({ issue, finding })
    return issue !== undefined
  }
  const unknown = free.filter(
    (finding) =>
      !take(
        finding,
        [...own].find((issue) => issue.findingKey === findingKey(finding.identity)),
      ),
  )
  const fresh = unknown.filter((finding) => !take(finding, mostShared([...own], finding)))
  return {
    fresh,
    again,
    borneOut: others.map((issue) => {
      const identities = covered.get(issue)
      const key =
        identities?.length === 1 ? identities[0] : identities && JSON.stringify([...identities].sort(byCodeUnit))
      return { issue, findingKey: key === undefined ? null : findingKey(key) }
    }),
    gone: [...own].map((issue) => ({ issue, told: covering(issue) ?? null })),
  }
}

function mostShared<Issue extends KnownIssue>(issues: readonly Issue[], finding: Finding): Issue | undefined {
  const shared = (issue: Issue) => issue.observations.filter((key) => finding.observations.includes(key)).length
  return issues
    .filter((issue) => issue.code === finding.code && shared(issue) > 0)
    .sort((a, b) => shared(b) - shared(a) || byCodeUnit(a.key, b.key))[0]
}
