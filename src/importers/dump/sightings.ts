// What a dump says of earlier dumps of the same page: which values it replaces, and which rows it has no more.
import { hashKey } from '../../domain/content-hash.ts'
import { noteKey } from '../../domain/keys.ts'
import { emptyNote } from '../writer/prepared-note.ts'
import { refreshReached, subjectRows } from '../writer/subjects.ts'
import { insertRows, type Row, type Writing } from '../writer/writing.ts'
import { dayOf, olderSql } from './dump-date.ts'

/** A row of the dump that holds an observation. */
export interface Seen {
  observation_id: number
  row_key: string
  native_id: string | null
  series: string
  as_of: string
}

export interface SightingCounts {
  /** Values that took the place of others. */
  superseding: number
  /** Rows that an earlier dump had and this one has not. */
  gone: number
  /** Whether something was learned of rows that were known: that they are still there, or are there again. */
  renewed: boolean
}

type Store = Pick<Writing, 'rows' | 'run'>

export const openSightings = ({ run }: Store) =>
  run(`CREATE TEMPORARY TABLE seen (
    place serial, observation_id int NOT NULL, row_key text NOT NULL, native_id text, series_key text NOT NULL,
    series text NOT NULL, as_of text NOT NULL
  ) ON COMMIT DROP`)

export const seriesKey = (format: string, name: string): string => hashKey({ of: 'series', format, name })

export async function noteSeen(store: Store, format: string, rows: readonly Seen[]): Promise<void> {
  const records = rows.map((row) => ({ ...row, series_key: seriesKey(format, row.series) }))
  for (let start = 0; start < records.length; start += 5_000) {
    await store.run(
      `INSERT INTO seen (observation_id, row_key, native_id, series_key, series, as_of)
       SELECT observation_id, row_key, native_id, series_key, series, as_of FROM json_populate_recordset(null::seen, $1::json)`,
      JSON.stringify(records.slice(start, start + 5_000)),
    )
  }
}

/** A series that was read, whether or not it has rows any more. */
export interface ReadSeries {
  series: string
  as_of: string
}

/**
 * Settles the dump: all rows of it have been noted as seen. `below`: where all files of a page were read, the beginning of
 * the names of its series, so that those which are not among them have lost all rows.
 */
export async function settleSightings(
  writing: Pick<Writing, 'rows' | 'run' | 'importId' | 'disturbed'>,
  format: string,
  read: readonly ReadSeries[],
  below: { name: string; asOf: string } | null,
): Promise<SightingCounts> {
  const { run, rows, importId, disturbed } = writing
  await run('ANALYZE seen')
  await run(
    `INSERT INTO series (key, format, name, as_of)
     SELECT DISTINCT ON (x.key) x.key, $1, x.name, '' FROM unnest($2::text[], $3::text[]) AS x(key, name) ON CONFLICT (key) DO NOTHING`,
    ...[format, read.map(({ series }) => seriesKey(format, series)), read.map(({ series }) => series)],
  )
  await run(`CREATE TEMPORARY TABLE now_seen ON COMMIT DROP AS
    SELECT s.id AS series_id, x.observation_id, min(x.place) AS place, min(x.row_key) AS row_key, min(x.native_id) AS native_id,
      max(x.as_of) AS as_of, s.as_of AS before
    FROM seen x JOIN series s ON s.key = x.series_key GROUP BY s.id, x.observation_id, s.as_of`)
  await run('ALTER TABLE now_seen ADD PRIMARY KEY (series_id, observation_id)')
  await run(
    `CREATE TEMPORARY TABLE read_series ON COMMIT DROP AS
    SELECT s.id, max(x.as_of) AS as_of, s.as_of AS before FROM unnest($1::text[], $2::text[]) AS x(key, as_of)
    JOIN series s ON s.key = x.key GROUP BY s.id`,
    read.map(({ series }) => seriesKey(format, series)),
    read.map((r) => r.as_of),
  )
  if (below) {
    await run(
      `INSERT INTO read_series SELECT id, $3, as_of FROM series s WHERE format = $1 AND starts_with(name, $2)
       AND NOT EXISTS (SELECT FROM read_series r WHERE r.id = s.id)`,
      ...[format, below.name, below.asOf],
    )
  }
  await run('ANALYZE now_seen')
  const superseding = await supersede(writing)
  const gone = await lose(writing)
  const renewed = await run(
    `UPDATE sighting t SET last_seen = CASE WHEN ${olderSql('t.last_seen', 'n.as_of')} THEN n.as_of ELSE t.last_seen END,
       first_seen = CASE WHEN ${olderSql('n.as_of', 't.first_seen')} THEN n.as_of ELSE t.first_seen END,
       gone_as_of = CASE WHEN ${olderSql('n.as_of', 't.gone_as_of')} THEN t.gone_as_of END,
       gone_import_id = CASE WHEN ${olderSql('n.as_of', 't.gone_as_of')} THEN t.gone_import_id END
     FROM now_seen n WHERE n.series_id = t.series_id AND n.observation_id = t.observation_id
     AND (${olderSql('t.last_seen', 'n.as_of')} OR ${olderSql('n.as_of', 't.first_seen')}
       OR (t.gone_as_of IS NOT NULL AND NOT ${olderSql('n.as_of', 't.gone_as_of')}))`,
  )
  const added = await run(
    `INSERT INTO sighting (series_id, observation_id, row_key, native_id, first_seen, last_seen, gone_as_of, import_id, gone_import_id)
     SELECT n.series_id, n.observation_id, n.row_key, n.native_id, n.as_of, n.as_of,
       CASE WHEN ${olderSql('n.as_of', 'n.before')} THEN n.before END, $1::int, CASE WHEN ${olderSql('n.as_of', 'n.before')} THEN $1::int END
     FROM now_seen n ON CONFLICT DO NOTHING`,
    importId,
  )
  await run(
    `UPDATE series s SET as_of = r.as_of FROM read_series r WHERE r.id = s.id AND ${olderSql('s.as_of', 'r.as_of')} OR s.as_of = '' AND r.id = s.id`,
  )
  for (const { id } of await rows<{ id: number }>('SELECT id FROM changed_hands')) disturbed.observations.add(id)
  return { superseding, gone, renewed: renewed + added > 0 }
}

/**
 * A value that is new in the newest dump replaces the one that its row had; one that is new, but in an older dump, is replaced
 * by the one that its row has since. Where a row has several values, they are paired in their order.
 */
async function supersede({ run, rows }: Store & Pick<Writing, 'importId'>): Promise<number> {
  await run('CREATE TEMPORARY TABLE changed_hands (id int) ON COMMIT DROP')
  const pairs = await rows<{ old: number; fresh: number }>(`
    WITH fresh AS (
      SELECT n.*, row_number() OVER (PARTITION BY n.series_id, n.row_key ORDER BY n.place) AS turn FROM now_seen n
      WHERE NOT EXISTS (SELECT FROM sighting t WHERE t.series_id = n.series_id AND t.observation_id = n.observation_id)
    ), other AS (
      SELECT t.*, row_number() OVER (PARTITION BY t.series_id, t.row_key ORDER BY t.last_seen DESC, t.observation_id) AS turn
      FROM sighting t JOIN observation o ON o.id = t.observation_id AND o.status IN ('ACTIVE', 'DISPUTED')
      WHERE EXISTS (SELECT FROM fresh f WHERE f.series_id = t.series_id AND f.row_key = t.row_key)
      AND NOT EXISTS (SELECT FROM now_seen n WHERE n.series_id = t.series_id AND n.observation_id = t.observation_id)
    )
    SELECT CASE WHEN ${olderSql('f.as_of', 'f.before')} THEN f.observation_id ELSE o.observation_id END AS old,
      CASE WHEN ${olderSql('f.as_of', 'f.before')} THEN o.observation_id ELSE f.observation_id END AS fresh
    FROM fresh f JOIN other o USING (series_id, row_key, turn)`)
  const columns = [pairs.map(({ old }) => old), pairs.map(({ fresh }) => fresh)]
  await run("UPDATE observation SET status = 'SUPERSEDED' WHERE id = ANY($1::int[])", columns[0])
  await run(
    `UPDATE observation o SET supersedes_id = x.old FROM unnest($1::int[], $2::int[]) AS x(old, fresh)
     WHERE o.id = x.fresh AND o.supersedes_id IS NULL AND NOT EXISTS (SELECT FROM observation p WHERE p.supersedes_id = x.old)`,
    ...columns,
  )
  // A value that comes back stands again; what had replaced it has gone, and is told so below.
  const back = await rows<{ id: number }>(`
    UPDATE observation o SET status = 'ACTIVE' FROM now_seen n JOIN sighting t USING (series_id, observation_id)
    WHERE o.id = n.observation_id AND o.status = 'SUPERSEDED' AND NOT ${olderSql('n.as_of', 'n.before')} RETURNING o.id`)
  await run('INSERT INTO changed_hands SELECT unnest($1::int[])', [
    ...pairs.flatMap((p) => [p.old, p.fresh]),
    ...back.map(({ id }) => id),
  ])
  return pairs.length
}

/** Rows that this dump should have and has not stay, and are marked: with a date, and with a remark that everybody sees. */
async function lose(writing: Pick<Writing, 'rows' | 'run' | 'importId'>): Promise<number> {
  const { rows, run, importId } = writing
  const gone = await rows<{
    id: number
    key: string
    series: string
    as_of: string
    status: string
    source_id: number
  }>(
    `UPDATE sighting t SET gone_as_of = r.as_of, gone_import_id = $1::int
     FROM read_series r JOIN series s ON s.id = r.id, observation o
     WHERE t.series_id = r.id AND o.id = t.observation_id AND t.gone_as_of IS NULL AND NOT ${olderSql('r.as_of', 'r.before')}
     AND NOT EXISTS (SELECT FROM now_seen n WHERE n.series_id = t.series_id AND n.observation_id = t.observation_id)
     RETURNING o.id, o.key, s.name AS series, r.as_of, o.status::text AS status, coalesce(o.read_from_id, o.source_id) AS source_id`,
    importId,
  )
  const vanished = gone.filter(({ status }) => status !== 'SUPERSEDED')
  const subjects: Row[] = []
  const notes = vanished.map(({ id, key: observation, as_of }): Row & { key: string } => {
    const content = {
      type: 'REMARK',
      code: 'no-longer-in-source',
      origin: 'COMPUTED',
      subjects: [`observation:${observation}`],
    } as const
    const key = noteKey(content)
    subjects.push(...subjectRows(key, [{ key: '', column: 'observation_id', id }]))
    return {
      ...{ ...emptyNote, key, type: content.type, code: content.code, origin: content.origin, stated_in_id: null },
      text: `The dump of ${dayOf(as_of)} has no such row any more.`,
      ...{ checked_at: dayOf(as_of), opened_at: new Date().toISOString(), import_id: importId },
    }
  })
  const added = await insertRows<{ key: string }>({ rows }, 'note', notes, { conflict: ['key'], returning: ['key'] })
  const fresh = new Set(added.map(({ key }) => key))
  await insertRows(
    { rows },
    'note_subject',
    subjects.filter(({ note_key }) => fresh.has(String(note_key))),
  )
  await refreshReached({ run }, [...fresh])
  return vanished.length
}
