// The bare limit: PostgreSQL's own COPY of the same rows into the same tables, keys and indexes in place.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/db/client.ts'

/** In the order in which they refer to each other. */
const tables = [
  ...[
    'import',
    'author',
    'model',
    'benchmark',
    'source',
    'setting',
    'series',
    'alias',
    'model_developer',
    'authorship',
  ],
  ...['source_derivation', 'former_slug', 'result_table', 'table_column', 'table_row', 'table_cell', 'observation'],
  ...[
    'observation_measurer',
    'note',
    'note_subject',
    'fact',
    'derivation',
    'derivation_input',
    'rejection',
    'sighting',
  ],
]

/** Copies everything of one database into another, empty one; gives the rows and the seconds that reading it in took. */
export async function copyLimit(from: Database, into: Database): Promise<{ rows: number; seconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'whence-copy-'))
  // The server may run as somebody else.
  await chmod(folder, 0o777)
  try {
    for (const table of tables) await from.pool.query(`COPY "${table}" TO '${join(folder, table)}'`)
    const client = await into.pool.connect()
    try {
      const started = performance.now()
      let rows = 0
      await client.query('BEGIN')
      for (const table of tables)
        rows += (await client.query(`COPY "${table}" FROM '${join(folder, table)}'`)).rowCount ?? 0
      await client.query('COMMIT')
      return { rows, seconds: (performance.now() - started) / 1000 }
    } finally {
      client.release()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
