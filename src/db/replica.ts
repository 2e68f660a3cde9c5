// One standby: whether it can be read from, up to where it has followed the primary, and the pool for reading.
import type pg from 'pg'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { Patience } from './patience.ts'
import { readWalPosition, type WalPosition } from './wal-position.ts'

/** Why a statement is given up on a standby: not its own fault, so it is sent somewhere else. */
export class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost'
  /** PostgreSQL's connection_failure. */
  readonly code = '08006'
}

/** What is read from at the moment; a standby that went away and came back has another one. */
export interface ReplicaConnections {
  pool: pg.Pool
  /** Ends with ReplicaLost when the standby is left out. */
  life: Patience
}

export interface ReplicaOptions {
  /** "replica 1": its place in the list, for the log and for /ready, which everybody may read. */
  name: string
  url: string
  openPool(url: string): pg.Pool
  rhythm: { everyMs: number; patienceMs: number; longestPauseMs: number }
  onChange(replica: Replica, why: Error | undefined): void
}

const statement = `SELECT pg_is_in_recovery() AS standby,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS replayed`

export class Replica {
  readonly name: string
  /** Undefined while it is left out. */
  connections: ReplicaConnections | undefined
  /** Why it is left out; undefined while it is not, and before it was first asked. */
  fault: Error | undefined
  replayed: WalPosition = 0n
  /** A statement has just failed on it: not to be read from until it answers again. */
  doubted = false
  readonly #options: ReplicaOptions
  readonly #heartbeat: Heartbeat

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.name = options.name
    this.#heartbeat = startHeartbeat<{ standby: boolean; replayed: string | null }>({
      url: options.url,
      statement,
      ...options.rhythm,
      onBeat: ({ standby, replayed }) => {
        // Promoted, or the primary itself by mistake: what it has may not be what the others have.
        if (!standby) throw new Error('it is no standby (pg_is_in_recovery() is false)')
        this.replayed = readWalPosition(replayed) ?? 0n
        this.doubted = false
        if (!this.connections) this.#comesBack()
      },
      onMiss: (error) => this.#isLeftOut(error),
    })
  }

  /** Statements on it and waiting for it. */
  get load(): number {
    const pool = this.connections?.pool
    return pool ? pool.totalCount - pool.idleCount + pool.waitingCount : 0
  }

  doubt(): void {
    this.doubted = true
    this.#heartbeat.doubt()
  }

  #comesBack(): void {
    this.fault = undefined
    this.connections = { pool: this.#options.openPool(this.#options.url), life: new Patience() }
    this.#options.onChange(this, undefined)
  }

  #isLeftOut(error: Error): void {
    const first = this.fault === undefined
    this.fault = error
    const gone = this.connections
    this.connections = undefined
    // Statements on a server that hangs would wait for ever: they are told, and go elsewhere.
    gone?.life.end(new ReplicaLost(`${this.name} is left out: ${error.message}`))
    void gone?.pool.end().catch(() => {})
    if (first) this.#options.onChange(this, error)
  }

  /** Waits for statements under way. */
  async close(): Promise<void> {
    await this.#heartbeat.close()
    await this.connections?.pool.end()
    this.connections = undefined
  }
}
