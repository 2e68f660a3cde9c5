// The server process of an embedded data folder: finding, starting and stopping it.
import { execFile, spawn } from 'node:child_process'
import { open, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'
import type { Cluster } from './cluster.ts'
import { childEnvironment } from './cluster.ts'
import { freePort } from './free-port.ts'
import { isAlive } from './home-lock.ts'

export interface Postmaster {
  pid: number
  port: number
  /** As its pid file says: "starting", "ready", "stopping" … */
  status: string
}

/** What postmaster.pid says; undefined when there is no server, as far as the folder knows. */
async function readPidFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7] ?? '' } : undefined
}

/** Whether the process is a PostgreSQL of this folder: after a crash its pid may belong to anything. */
async function servesFolder(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // A postmaster works inside of its data folder.
    const [cwd, folder] = await Promise.all([readlink(`/proc/${pid}/cwd`), realpath(data)]).catch(() => [])
    if (cwd !== undefined) return cwd === folder
    // Without leave to look there (a process of another user), its command line still tells.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0').includes(data)
  }
  if (process.platform === 'win32') return true
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(data)
}

/** The living server of the folder, if there is one. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(data)
  return found && (await servesFolder(found.pid, data)) ? found : undefined
}

/**
 * PostgreSQL won't start while the process named in its pid file lives, and after a crash that may be any process.
 * A file that names a dead one is left to PostgreSQL, which then looks for orphaned children too.
 */
async function removeMisleadingPidFile(data: string): Promise<void> {
  const found = await readPidFile(data)
  if (found && isAlive(found.pid) && !(await servesFolder(found.pid, data))) await rm(join(data, 'postmaster.pid'))
}

const START_MS = 120_000

/** Starts one server process and waits until it takes connections; on failure, tells what it logged. */
async function spawnOnce(cluster: Cluster, settings: Record<string, string>): Promise<Postmaster | { failed: string }> {
  const { data, place, owner, binaries } = cluster
  const port = await freePort()
  const logPath = join(place, 'postgres.log')
  const log = await open(logPath, 'w', 0o600)
  try {
    const flags = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings }
    const child = spawn(
      binaries.postgres,
      ['-D', data, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // A session of its own: Ctrl-C reaches us alone, and we stop the server when the requests are answered.
      {
        ...owner,
        cwd: place,
        env: childEnvironment,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        windowsHide: true,
      },
    )
    let ended: string | undefined
    child.once('error', (error) => {
      ended = error.message
    })
    child.once('exit', (code, signal) => {
      ended = `it ended with ${signal ?? code}`
    })
    child.unref()
    const deadline = Date.now() + START_MS
    while (ended === undefined && Date.now() < deadline) {
      const found = await readPidFile(data)
      if (found?.pid === child.pid && found?.status === 'ready') return found
      await sleep(20)
    }
    if (ended === undefined) child.kill('SIGQUIT')
    const lines = (await readFile(logPath, 'utf8')).trim().split('\n')
    return { failed: [ended ?? 'it took too long', ...lines.slice(-6)].join('\n') }
  } finally {
    await log.close()
  }
}

/**
 * Starts the server. Tries again when its port was taken meanwhile, or when children of a killed predecessor are
 * still going.
 * @throws StartupError EMBEDDED_FAILED with the end of PostgreSQL's own log.
 */
export async function startPostmaster(cluster: Cluster, settings: Record<string, string>): Promise<Postmaster> {
  let failed = ''
  await removeMisleadingPidFile(cluster.data)
  for (let attempt = 0; attempt < 5; attempt++) {
    const result = await spawnOnce(cluster, settings)
    if ('pid' in result) return result
    failed = result.failed
    if (!/bind|already in use|lock file|shared memory/i.test(failed)) break
    await sleep(500)
  }
  throw new StartupError(
    'EMBEDDED_FAILED',
    `The embedded PostgreSQL did not start: ${failed}`,
    `Its log is ${join(cluster.place, 'postgres.log')}; DATABASE_URL makes Whence use another server.`,
  )
}

/** Stops the server of the folder, ever more firmly, and returns when its process is gone. Commits are never lost. */
export async function stopPostmaster(data: string): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const deadline = Date.now() + patience
    const found = await findPostmaster(data)
    if (!found) return
    process.kill(found.pid, signal)
    while (Date.now() < deadline) {
      if (!(await findPostmaster(data))) return ended(found.pid)
      await sleep(20)
    }
  }
}

/** A server takes its file away a moment before it ends. One whose parent never asks how it ended is not waited for long. */
async function ended(pid: number): Promise<void> {
  for (const deadline = Date.now() + 2_000; isAlive(pid) && Date.now() < deadline; ) await sleep(10)
}
