// A PostgreSQL of a test's own, that it may stop and start again on the same port.
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded.ts'
import { freePort } from '../../src/db/free-port.ts'
import { migrate } from '../../src/db/migrations.ts'
import { stopPostmaster } from '../../src/db/postmaster.ts'
import { makeFolder } from './test-server.ts'

export interface RestartablePostgres {
  /** Migrated and empty. */
  url: string
  /** As an operator would: connections are ended, and new ones refused. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export async function startRestartable(): Promise<RestartablePostgres> {
  const home = await realpath(await makeFolder('restartable'))
  const settings = { port: String(await freePort()), fsync: 'off', synchronous_commit: 'off', max_connections: '50' }
  const start = () => startEmbedded({ home, durable: false, settings })
  const { url } = await start()
  await migrate(url)
  const stop = () => stopPostmaster(join(home, 'data'))
  return {
    url,
    stop,
    start: async () => void (await start()),
    async remove() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
