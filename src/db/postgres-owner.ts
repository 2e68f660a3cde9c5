// PostgreSQL refuses to run as root: who runs it then, and what that user can reach.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

/** Empty when the current user is ordinary and runs PostgreSQL itself. */
export type PostgresOwner = { uid: number; gid: number } | Record<string, never>

const run = promisify(execFile)

async function lookUp(): Promise<PostgresOwner | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return undefined
  }
}

/**
 * For root: the system's postgres user, made if there is none. Otherwise nobody else.
 * @throws StartupError NO_POSTGRES_USER
 */
export async function findOwner(): Promise<PostgresOwner> {
  if (process.getuid?.() !== 0) return {}
  const known = await lookUp()
  if (known) return known
  try {
    await run('groupadd', ['--system', 'postgres']).catch(() => run('addgroup', ['-S', 'postgres']))
    await run('useradd', ['--system', '--no-create-home', '--gid', 'postgres', 'postgres']).catch(() =>
      run('adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']),
    )
  } catch {
    // The look-up below tells whether it worked.
  }
  const made = await lookUp()
  if (made) return made
  throw new StartupError(
    'NO_POSTGRES_USER',
    'PostgreSQL refuses to run as root, and a user "postgres" could not be made.',
    'Start Whence as an ordinary user, or make that user, or set DATABASE_URL.',
  )
}

/** Whether `owner` may walk into every folder on the way to `path` (parents that don't exist yet count as open). */
export async function canReach(owner: PostgresOwner, path: string): Promise<boolean> {
  if (owner.uid === undefined) return true
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory()) {
      const bit = found.uid === owner.uid ? 0o100 : found.gid === owner.gid ? 0o010 : 0o001
      if ((found.mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
