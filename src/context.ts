// What every resolver is given: the database and this request's dataloaders.
import type { Database } from './db/client.ts'
import { createLoaders, type Loaders } from './loaders/create-loaders.ts'

export interface GraphContext {
  db: Database
  load: Loaders
  /** The curator whose token the request bears; null for everybody else. */
  curator: string | null
}

/** A context for one request; its loaders remember what they have read, so it must not outlive the request. */
export const createContext = (db: Database, curator: string | null = null): GraphContext => ({
  db,
  load: createLoaders(db.pool),
  curator,
})
