// Which PostgreSQL to use: the one that DATABASE_URL names, or our own.
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { startEmbedded } from './embedded.ts'

export interface Postgres {
  url: string
  /** Stops our own server, once nobody else uses it; leaves a foreign one alone. */
  close(): Promise<void>
}

const OLDEST = 15

/** @throws StartupError DATABASE_UNREACHABLE, DATABASE_TOO_OLD */
async function checkVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
    version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  } catch (error) {
    const { host } = new URL(url)
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)
    throw new StartupError(
      'DATABASE_UNREACHABLE',
      `PostgreSQL at ${host} does not answer: ${reason}`,
      'Check DATABASE_URL and that the server runs; without DATABASE_URL, Whence runs its own.',
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
  if (version < OLDEST) {
    throw new StartupError(
      'DATABASE_TOO_OLD',
      `DATABASE_URL leads to PostgreSQL ${version}, and Whence needs ${OLDEST} or newer.`,
      'Use a newer server, or leave DATABASE_URL away to run the one that Whence brings.',
    )
  }
}

/**
 * A PostgreSQL that answers and is new enough.
 * @throws StartupError DATABASE_…, EMBEDDED_…
 */
export async function locatePostgres(
  options: { databaseUrl: string | undefined; home: string },
  warn: (message: string) => void,
): Promise<Postgres> {
  if (options.databaseUrl === undefined) return startEmbedded({ home: options.home, warn })
  await checkVersion(options.databaseUrl)
  return { url: options.databaseUrl, close: async () => {} }
}
