// An import into a database whose disk is full: nothing changes, the server lives, and it succeeds when there is room.
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withDatabase } from '../../src/db/database-url.ts'
import { findOwner } from '../../src/db/postgres-owner.ts'
import { EMPTY_TEMPLATE } from '../support/global-setup.ts'
import { runNode } from '../support/processes.ts'
import { execute } from '../support/test-server.ts'

const run = promisify(execFile)
const name = `whence_full_${process.pid}`
let place = ''
/** Whether a small disk could be made: that takes root on Linux. */
let mounted = false
beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'whence-full-')))
  mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0755', 'tmpfs', place]).then(
    () => true,
    () => false,
  )
})
afterAll(async () => {
  if (mounted) await run('umount', [place]).catch(() => {})
  await rm(place, { recursive: true, force: true })
})

test('an import on a full disk changes nothing, and succeeds when there is room', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!mounted) skip('no small disk can be mounted here')
  const server = inject('postgresUrl')
  const owner = await findOwner()
  const folder = join(place, 'tablespace')
  await mkdir(folder, { mode: 0o700 })
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid as number)
  // Its log of changes stays where it was: PostgreSQL itself would stop without that.
  await execute(server, `CREATE TABLESPACE ${name} LOCATION '${folder}'`)
  try {
    await execute(server, `CREATE DATABASE ${name} TEMPLATE ${EMPTY_TEMPLATE} TABLESPACE ${name}`)
    const url = withDatabase(server, name)
    const importing = async () => {
      const process = runNode(['bin/whence.js', 'import', 'bundle', 'data/rm-bench.yaml'], { DATABASE_URL: url })
      return { code: await process.end(), output: process.output(), errors: process.errors() }
    }
    const count = async () => {
      const { Client } = (await import('pg')).default
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        const { rows } = await client.query(
          'SELECT (SELECT count(*)::int FROM import) AS imports, (SELECT count(*)::int FROM observation) AS observations',
        )
        return rows[0]
      } finally {
        await client.end()
      }
    }
    // The first connection to a database writes a file of its own.
    expect((await count()).imports).toBe(0)
    // A copy of a template is files with holes until its pages are written, which must not find the disk full.
    await execute(server, 'CHECKPOINT')
    const ballast = join(place, 'ballast')
    const { bavail, bsize } = await statfs(place)
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 128 * 1024))
    const refused = await importing()
    expect(refused.code, refused.errors).toBe(1)
    expect(refused.errors).toContain('DISK_FULL: PostgreSQL has no space left on its disk; nothing was changed.')
    expect(refused.errors).not.toContain('    at ')
    expect(await count()).toEqual({ imports: 0, observations: 0 })

    await rm(ballast)
    const taken = await importing()
    expect(taken.code, taken.errors).toBe(0)
    expect((await count()).observations).toBeGreaterThan(10)
  } finally {
    await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `DROP TABLESPACE ${name}`)
  }
})
