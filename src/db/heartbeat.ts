// Asks a server the same small thing again and again, on a connection of its own, and notices at once when that breaks.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Heartbeat {
  /** Asks now rather than at the next beat: somebody has reason to doubt the server. */
  doubt(): void
  close(): Promise<void>
}

export interface HeartbeatOptions<Row> {
  url: string
  /** Gives one row. */
  statement: string
  /** Milliseconds between two beats, and how long an answer may take. */
  everyMs: number
  patienceMs: number
  /** Longest pause between two attempts while the server does not answer; they begin at an eighth of a second. */
  longestPauseMs: number
  onBeat(row: Row): void
  /** At each attempt that failed. */
  onMiss(error: Error): void
}

const shortestPauseMs = 125

/** Ends a connection without a farewell: a server that has stopped answering would not answer to that either. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Begins at once. What `onBeat` throws counts as a miss. */
export function startHeartbeat<Row extends pg.QueryResultRow>(options: HeartbeatOptions<Row>): Heartbeat {
  const { url, statement, everyMs, patienceMs, longestPauseMs, onBeat, onMiss } = options
  let closed = false
  let wake = new AbortController()
  let connection: pg.Client | undefined

  /** A pause that doubt and closing end. */
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: wake.signal }).catch(() => {})

  /** Beats until one fails. Resolves only when closed. */
  async function beat(onAnswer: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'whence heartbeat',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    connection = client
    client.on('error', () => wake.abort())
    client.on('end', () => wake.abort())
    try {
      await client.connect()
      while (!closed) {
        const { rows } = await client.query<Row>(statement)
        onBeat(rows[0] as Row)
        onAnswer()
        await pause(everyMs)
        wake = new AbortController()
      }
    } finally {
      // What it still says of its end must not end the pause that follows.
      client.removeAllListeners('end')
      client.removeAllListeners('error').on('error', () => {})
      cut(client)
    }
  }

  async function run(): Promise<void> {
    let misses = 0
    while (!closed) {
      try {
        await beat(() => {
          misses = 0
        })
      } catch (error) {
        if (closed) return
        onMiss(error as Error)
        // Half of the pause is left to chance, so that many processes don't come back in step.
        const longest = Math.min(longestPauseMs, shortestPauseMs * 2 ** misses++)
        wake = new AbortController()
        await pause(longest * (0.5 + Math.random() / 2))
      }
    }
  }

  const running = run()
  return {
    doubt: () => wake.abort(),
    async close() {
      closed = true
      wake.abort()
      if (connection) cut(connection)
      await running
    },
  }
}
