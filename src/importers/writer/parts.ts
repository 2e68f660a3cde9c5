// What is written before the claims, and what claims and notes refer to.
import type { Authors } from './write-authors.ts'
import type { Models } from './write-models.ts'
import type { Settings } from './write-settings.ts'
import type { Sources } from './write-sources.ts'
import type { Tables } from './write-tables.ts'

export interface Parts {
  authors: Authors
  benchmarks: ReadonlyMap<string, number>
  sources: Sources
  models: Models
  settings: Settings
  tables: Tables
}
