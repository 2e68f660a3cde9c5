// Where the embedded PostgreSQL keeps its data, who runs it and from which binaries.
import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Cluster } from './cluster.ts'
import { prepareBinaries } from './postgres-binaries.ts'
import { canReach, findOwner, type PostgresOwner } from './postgres-owner.ts'

/** Root hands the server to another user, who may not be able to reach the folder: then it goes to /var/lib. */
async function choosePlace(home: string, owner: PostgresOwner, warn: (message: string) => void): Promise<string> {
  if (await canReach(owner, home)) return home
  const id = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const place = join('/var/lib/whence', `${basename(dirname(home))}-${id}`)
  if (!(await canReach(owner, place))) {
    throw new StartupError(
      'EMBEDDED_UNREACHABLE',
      `PostgreSQL does not run as root, and its user can reach neither ${home} nor ${place}.`,
      'Set WHENCE_HOME to a folder that every user may enter, or start Whence as an ordinary user.',
    )
  }
  warn(`PostgreSQL's user can't reach ${home}: its data is in ${place}`)
  return place
}

/**
 * Finds or makes the folder, the user and the binaries for an embedded server of `home`.
 * @throws StartupError EMBEDDED_UNREACHABLE, EMBEDDED_UNSUPPORTED, HOME_NOT_WRITABLE, NO_POSTGRES_USER
 */
export async function preparePlace(
  folder: string,
  warn: (message: string) => void,
): Promise<Omit<Cluster, 'password'>> {
  const home = resolve(folder)
  // What was made by an ordinary user stays that user's, also when root starts it.
  const made = process.getuid?.() === 0 ? await stat(join(home, 'data')).catch(() => undefined) : undefined
  const owner = made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : await findOwner()
  const place = await choosePlace(home, owner, warn)
  try {
    const first = await mkdir(place, { recursive: true })
    // Whatever the umask says, another user has to get in; the data folder itself is closed to everyone else.
    if (first !== undefined && owner.uid !== undefined) await chmod(place, 0o755)
  } catch (error) {
    const reason = (error as Error).message
    throw new StartupError(
      'HOME_NOT_WRITABLE',
      `${place} can't be made: ${reason}`,
      'Set WHENCE_HOME to another folder.',
    )
  }
  const binaries = await prepareBinaries(place, (path) => canReach(owner, path))
  const real = await realpath(place)
  return { place: real, data: join(real, 'data'), owner, binaries }
}
