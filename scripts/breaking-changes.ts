// What a client of the last release would trip over, and whether the changelog says so.
import { diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'

export interface BreakingChange {
  /** The coordinate of what changed: "Model.family", "Query.model.slug", "@key". */
  path: string
  /** What changed, in a sentence. */
  message: string
}

/** The changes from one SDL to another that break what clients may have written, by path. */
export async function breakingChanges(before: string, after: string): Promise<BreakingChange[]> {
  const changes = await diff(buildSchema(before), buildSchema(after))
  return changes
    .filter(({ criticality }) => criticality.level === 'BREAKING')
    .map(({ path, message }) => ({ path: path ?? 'schema', message }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The lines under "### Breaking" of "## [Unreleased]" in a changelog. */
function breakingEntries(changelog: string): string {
  const unreleased = changelog.split(/^## /m).find((section) => section.startsWith('[Unreleased]')) ?? ''
  return unreleased.split(/^### /m).find((section) => section.startsWith('Breaking\n')) ?? ''
}

/** Those of the changes whose path does not stand, in backticks, under "### Breaking" of the unreleased part. */
export function unannounced(changes: readonly BreakingChange[], changelog: string): BreakingChange[] {
  const entries = breakingEntries(changelog)
  return changes.filter(({ path }) => !entries.includes(`\`${path}\``))
}
