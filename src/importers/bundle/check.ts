// What the reference checks of one bundle share.
import type { Bundle } from './format.ts'

export type EntryKind = 'author' | 'source' | 'benchmark' | 'model' | 'setting' | 'table' | 'observation' | 'note'

export interface Check {
  bundle: Bundle
  say(path: PropertyKey[], reason: string): void
  /** Says so where no entry of that kind has the name; nothing where none is given. */
  refer(kind: EntryKind, name: string | null | undefined, path: PropertyKey[]): void
}
