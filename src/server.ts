// From nothing to a server that listens, and back without losing a request.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { catchUp } from './auditing/catch-up.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/client.ts'
import { locatePostgres } from './db/locate.ts'
import { migrate } from './db/migrations.ts'
import { listen } from './http-server.ts'
import { importBuiltIn } from './importers/built-in.ts'
import type { Log } from './log.ts'

export interface RunningServer {
  /** "http://127.0.0.1:4000" */
  url: string
  /** Finishes the requests under way (for ten seconds at most), then closes everything. Safe to call twice. */
  close(): Promise<void>
}

/** Longest that closing waits for requests under way, in milliseconds. */
const FUSE_MS = 10_000

/** The packages of OpenTelemetry are loaded only where they are wanted. */
const traceTo = async (endpoint: string) => (await import('./telemetry/tracing.ts')).startTracing(endpoint)

/** Brings the database up to date and imports what of the built-in catalogue it does not have yet. */
async function fill(url: string, log: Log): Promise<void> {
  const { applied } = await migrate(url)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  // On connections of its own: an import may take longer than a reader's statement may.
  const db = openDatabase(url, { poolSize: 2 })
  try {
    await importBuiltIn(db, log)
    await catchUp(db, log)
  } finally {
    await db.close()
  }
}

/**
 * Starts PostgreSQL (unless DATABASE_URL names one), migrates, imports the built-in catalogue and listens.
 * When a step fails, what was started before it is stopped again.
 * @throws StartupError that says what to do
 */
export async function startServer(options: { config: Config; log: Log; fuseMs?: number }): Promise<RunningServer> {
  const { config, log, fuseMs = FUSE_MS } = options
  /** What to close, in the order of starting. */
  const started: (() => Promise<unknown>)[] = []
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const close of started.reverse()) {
      await close().catch((error) => log.error({ err: error }, 'could not be closed'))
    }
  }
  try {
    const postgres = await locatePostgres(config, (message) => log.warn(message))
    started.push(postgres.close)
    await fill(postgres.url, log)
    const db = openDatabase(postgres.url, {
      poolSize: config.poolSize,
      statementTimeoutMs: config.limits.statementTimeoutMs,
      waitMs: config.limits.poolWaitMs,
      onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
      replicas: {
        urls: config.replicaUrls,
        lagMs: config.replicaLagMs,
        onChange: (replica, why) => {
          if (why) log.warn({ err: why, replica }, 'a replica is left out')
          else log.info({ replica }, 'a replica can be read from')
        },
      },
    })
    started.push(db.close)
    const tracing = config.otlpEndpoint === undefined ? undefined : await traceTo(config.otlpEndpoint)
    if (tracing) started.push(tracing.close)
    const app = createApp({ db, config, log, tracing })
    started.push(app.dispose)
    const server = await listen(app.handler, config.host, config.port, config.limits.requestTimeoutMs)
    started.push(async () => {
      app.retire()
      await sleep(config.drainMs)
      const cut = await server.close(fuseMs)
      if (cut > 0) log.warn({ cut }, 'requests were cut off: they took too long')
    })
    log.info({ url: server.url }, 'listening')
    return {
      url: server.url,
      close: () => {
        closing ??= closeAll()
        return closing
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
