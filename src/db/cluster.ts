// Makes the data folder of the embedded PostgreSQL, once, and never leaves a half of one.
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { PostgresOwner } from './postgres-owner.ts'

export const ROLE = 'whence'

export interface Cluster {
  /** The data folder, and the folder around it. */
  data: string
  place: string
  owner: PostgresOwner
  binaries: PostgresBinaries
  password: string
}

/** What children get: our own environment may hold PGDATA, PGPORT or a locale that changes what they do. */
export const childEnvironment =
  process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

// Inside of the data folder, so that the two come and go together. PostgreSQL keeps that folder closed to others.
const passwordFile = (data: string) => join(data, 'whence.password')

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined

/** Runs initdb in a folder aside, which takes its name only when it is complete: killed half-way, it starts afresh. */
async function initialise(cluster: Omit<Cluster, 'password'>, durable: boolean): Promise<void> {
  const { place, data, owner, binaries } = cluster
  const half = join(place, `data.making-${randomUUID()}`)
  const secret = join(place, `password.making-${randomUUID()}`)
  const password = randomBytes(24).toString('base64url')
  await writeFile(secret, password, { mode: 0o600, flag: 'wx' })
  try {
    if (owner.uid !== undefined) await chown(secret, owner.uid, owner.gid)
    // PostgreSQL's user can't make folders in `place`: initdb gets an empty one.
    await mkdir(half, { mode: 0o700 })
    if (owner.uid !== undefined) await chown(half, owner.uid, owner.gid)
    const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${ROLE}`]
    await promisify(execFile)(
      binaries.initdb,
      [`--pgdata=${half}`, `--pwfile=${secret}`, ...options, ...(durable ? [] : ['--no-sync'])],
      { ...owner, cwd: place, env: childEnvironment },
    )
    await writeFile(passwordFile(half), password, { mode: 0o600 })
    if (owner.uid !== undefined) await chown(passwordFile(half), owner.uid, owner.gid)
    await rename(half, data)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    const output = (error as { stderr?: string }).stderr?.trim()
    throw new StartupError('EMBEDDED_FAILED', `initdb could not make ${data}: ${output || String(error)}`, undefined, {
      cause: error,
    })
  } finally {
    await rm(secret, { force: true })
  }
}

/** Throws away what a killed start left behind; an incomplete data folder is kept under another name. */
async function clearAway(place: string, data: string, warn: (message: string) => void): Promise<void> {
  for (const name of await readdir(place)) {
    if (/^(data|password)\.making-/.test(name)) {
      await rm(join(place, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
    }
  }
  if (!(await exists(data))) return
  if ((await exists(join(data, 'PG_VERSION'))) && (await exists(join(data, 'global', 'pg_control')))) return
  const aside = `${data}.incomplete-${Date.now()}`
  await rename(data, aside)
  warn(`${data} is no complete PostgreSQL data folder: kept as ${aside}, a new one is made`)
}

/**
 * Opens the data folder, making it if there is none. Call it while holding the folder's lock.
 * @throws StartupError EMBEDDED_FAILED, EMBEDDED_VERSION, EMBEDDED_NOT_OURS
 */
export async function openCluster(
  cluster: Omit<Cluster, 'password'>,
  options: { durable: boolean; warn: (message: string) => void },
): Promise<Cluster> {
  const { data, place, binaries } = cluster
  await clearAway(place, data, options.warn)
  if (!(await exists(data))) await initialise(cluster, options.durable)
  try {
    const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.version.split('.')[0]) {
      throw new StartupError(
        'EMBEDDED_VERSION',
        `${data} was made by PostgreSQL ${version}, and this Whence brings ${binaries.version}.`,
        'Move the folder away: Whence makes a new one and imports its catalogue again.',
      )
    }
    return { ...cluster, password: await readFile(passwordFile(data), 'utf8') }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      'EMBEDDED_NOT_OURS',
      `${data} can't be used: ${error instanceof Error ? error.message : String(error)}`,
      'Start Whence as the user that made the folder, or choose another with WHENCE_HOME.',
      { cause: error },
    )
  }
}
