// What every resolver is given: the database and this request's dataloaders.
import type { Database } from './db/client.ts'
import type { Reader } from './db/reader.ts'
import { Loaders } from './loaders/loaders.ts'

export interface GraphContext {
  db: Database
  load: Loaders
  /** The curator whose token the request bears; null for everybody else. */
  curator: string | null
  /** Where this request's reads go; undefined where all go to the pool. */
  reader?: Reader | undefined
}

/** A context for one request; its loaders remember what they have read, so it must not outlive the request. */
export const createContext = (db: Database, curator: string | null = null, reader?: Reader): GraphContext => ({
  db,
  load: new Loaders(db.pool),
  curator,
  reader,
})
