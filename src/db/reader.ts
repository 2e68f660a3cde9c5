// Where the reads of one request are sent: to one standby while it lives, and elsewhere when it dies.
import type pg from 'pg'
import { DatabaseFault, toFault } from './faults.ts'
import type { Waiting } from './patience.ts'
import type { Replica } from './replica.ts'

/**
 * Sends statements to a server; `life` ends when that server is given up. It calls `hasRead` when some of them have
 * succeeded, even if others have not.
 */
export type Send<R> = (pool: pg.Pool, life: Waiting | undefined, hasRead: () => void) => Promise<R>

export interface Reader {
  /** Runs a read where it may run; once more on each other server while the fault is the server's and not its own. */
  read<R>(send: Send<R>): Promise<R>
  /** Whether its statements ran on more than one server, so that later ones may have seen less than earlier ones. */
  readonly moved: boolean
}

/** 40001 and 40P01 of a single read come only from replay that had to get past it; 25006: it was no read. */
const elsewhere = new Set(['40001', '40P01', '25006'])

/** Whether another server may well do what this one could not. */
function isServersFault(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  // Too many connections here says nothing of elsewhere; a wait in our own queue has no such code.
  if (elsewhere.has(code) || code === '53300') return true
  const fault = toFault(error)
  return fault instanceof DatabaseFault && fault.code === 'DATABASE_UNAVAILABLE'
}

export type Place = Replica | 'primary'

/** A standby that was not tried; `near` leaves out those that are too far behind. */
type Choose = (tried: ReadonlySet<Place>, near: boolean) => Replica | undefined

/**
 * Reads stay on one server while it lives, so that a request never sees less than it saw before. When it dies, a request
 * that has read already goes on at the primary, which has everything, any other at the next standby. A standby that is
 * too far behind is better than no answer where even the primary fails.
 */
export function createReader(primary: pg.Pool, choose: Choose): Reader {
  let current: Place | undefined
  let hasRead = false
  let moved = false

  function place(tried: ReadonlySet<Place>): Place | undefined {
    const usable = current === 'primary' || (current?.connections && !current.doubted)
    if (current && usable && !tried.has(current)) return current
    const next = hasRead && !tried.has('primary') ? 'primary' : choose(tried, true)
    const found = next ?? (tried.has('primary') ? choose(tried, false) : 'primary')
    if (found && hasRead && found !== current) moved = true
    current = found
    return found
  }

  return {
    async read(send) {
      const tried = new Set<Place>()
      let failure: unknown
      for (let at = place(tried); at !== undefined; at = place(tried)) {
        try {
          const connections = at === 'primary' ? undefined : at.connections
          return await send(connections?.pool ?? primary, connections?.life, () => {
            hasRead = true
          })
        } catch (error) {
          if (!isServersFault(error)) throw error
          failure = error
          if (at !== 'primary' && !elsewhere.has((error as { code?: string }).code ?? '')) at.doubt()
          tried.add(at)
        }
      }
      throw failure
    },
    get moved() {
      return moved
    },
  }
}
