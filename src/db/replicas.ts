// The standbys of a primary: which of them can be read from, and which of those is asked next.
import type pg from 'pg'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { createReader, type Place, type Reader } from './reader.ts'
import { Replica } from './replica.ts'
import { PrimaryLog, readWalPosition, type WalPosition } from './wal-position.ts'

export interface ReplicaState {
  name: string
  /** "behind": it answers, but too much is missing. */
  state: 'starting' | 'up' | 'behind' | 'down'
}

export interface ReplicasOptions {
  urls: readonly string[]
  primary: { url: string; pool: pg.Pool }
  openPool(url: string): pg.Pool
  /** How far, in milliseconds, a standby may be behind the primary. */
  lagMs: number
  /** Told when a standby is left out (with the reason), and when it comes back (without). */
  onChange?: ((name: string, why: Error | undefined) => void) | undefined
  rhythm?: { everyMs: number; patienceMs: number; longestPauseMs: number }
}

const usualRhythm = { everyMs: 1_000, patienceMs: 2_000, longestPauseMs: 10_000 }

export class Replicas {
  readonly #options: ReplicasOptions
  readonly #replicas: Replica[]
  readonly #log: PrimaryLog
  readonly #primaryHeartbeat: Heartbeat

  constructor(options: ReplicasOptions) {
    const { urls, primary, openPool, lagMs, onChange, rhythm = usualRhythm } = options
    this.#options = options
    this.#log = new PrimaryLog(lagMs)
    this.#primaryHeartbeat = startHeartbeat<{ written: string }>({
      url: primary.url,
      statement: 'SELECT pg_current_wal_lsn()::text AS written',
      ...rhythm,
      onBeat: ({ written }) => this.#log.saw(readWalPosition(written) ?? 0n),
      onMiss: () => {},
    })
    this.#replicas = urls.map(
      (url, index) =>
        new Replica({
          ...{ name: `replica ${index + 1}`, url, openPool, rhythm },
          onChange: (replica, why) => onChange?.(replica.name, why),
        }),
    )
  }

  #isNear(replica: Replica, position: WalPosition | undefined): boolean {
    return position !== undefined && replica.replayed >= position
  }

  /** The least busy standby that may be read from; by chance where they are equally busy. */
  #choose(after: WalPosition, tried: ReadonlySet<Place>, near: boolean): Replica | undefined {
    const required = this.#log.required()
    const count = this.#replicas.length
    const begin = Math.floor(Math.random() * count)
    let best: Replica | undefined
    for (let step = 0; step < count; step += 1) {
      const replica = this.#replicas[(begin + step) % count] as Replica
      if (!replica.connections || replica.doubted || tried.has(replica) || replica.replayed < after) continue
      if (near && !this.#isNear(replica, required)) continue
      if (!best || replica.load < best.load) best = replica
    }
    return best
  }

  /**
   * For the reads of one request.
   * @param written what it must have seen, as the header x-whence-written has it; what is no position counts for nothing
   */
  reader(written?: string | null): Reader {
    const after = readWalPosition(written) ?? 0n
    return createReader(this.#options.primary.pool, (tried, near) => this.#choose(after, tried, near))
  }

  /** How it is with each, in the order of the setting. */
  states(): ReplicaState[] {
    const required = this.#log.required()
    return this.#replicas.map((replica) => {
      const { name, connections, fault } = replica
      if (!connections) return { name, state: fault ? 'down' : 'starting' }
      return { name, state: this.#isNear(replica, required) ? 'up' : 'behind' }
    })
  }

  /** The pool of each, in the order of the setting; undefined while it is left out. */
  pools(): { name: string; pool: pg.Pool | undefined }[] {
    return this.#replicas.map(({ name, connections }) => ({ name, pool: connections?.pool }))
  }

  async close(): Promise<void> {
    await Promise.all([this.#primaryHeartbeat.close(), ...this.#replicas.map((replica) => replica.close())])
  }
}
