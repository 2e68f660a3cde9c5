// Makes every query of models wait, as a slow one would, until it is let go.
import pg from 'pg'

export interface LockedTable {
  release(): Promise<void>
  /** How many statements of others PostgreSQL is running or holding up that read models. */
  waiting(): Promise<number>
}

export async function lockModels(databaseUrl: string): Promise<LockedTable> {
  const open = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  // Within a transaction, pg_stat_activity stays as it was first read: one to hold the lock, one to look.
  const [client, watcher] = await Promise.all([open(), open()])
  await client.query('BEGIN')
  await client.query('LOCK TABLE model IN ACCESS EXCLUSIVE MODE')
  return {
    async release() {
      await client.query('COMMIT').catch(() => {})
      await Promise.all([client.end(), watcher.end()]).catch(() => {})
    },
    async waiting() {
      const { rows } = await watcher.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND wait_event_type = 'Lock'`,
      )
      return rows[0]?.n ?? 0
    },
  }
}
