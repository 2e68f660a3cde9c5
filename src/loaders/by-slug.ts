// The batch function of nodes by slug: today's slug, or one given up since.
import sql, { raw } from 'sql-template-tag'
import { type Columns, columnsOf, tableOf } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import { InputError } from '../domain/input-error.ts'
import { type Marked, mark, rowsBy } from './rows.ts'

export type Slugged = 'Model' | 'Benchmark' | 'Source' | 'Author'

/**
 * The node that each slug leads to, or null. A former slug that several nodes gave up when their names met leads to
 * an InputError (AMBIGUOUS_SLUG) that lists them.
 */
export async function nodesBySlug<Kind extends Slugged>(
  db: Queryable,
  kind: Kind,
  slugs: readonly string[],
  columns: Columns = null,
): Promise<(Marked<Kind> | InputError | null)[]> {
  const rows = (await rowsBy<Slugged>(db, kind, 'slug', slugs, columns)) as (Marked<Kind> | null)[]
  const missing = slugs.filter((slug, i) => rows[i] === null && !slug.includes('\0'))
  if (missing.length === 0) return rows
  const former = await query<{ $former: string; slug: string }>(
    db,
    sql`SELECT f.slug AS "$former", ${columnsOf(kind, 'r')} FROM former_slug f
      JOIN ${tableOf(kind)} r ON r.id = f.${raw(`${kind.toLowerCase()}_id`)}
      WHERE f.slug = ANY(${missing}::text[]) ORDER BY r.slug`,
  )
  return slugs.map((slug, i) => {
    const found = rows[i] ? [] : former.filter((row) => row.$former === slug)
    if (found.length > 1) return ambiguous(kind, slug, [...new Set(found.map((row) => row.slug))])
    return rows[i] ?? (found[0] ? mark(found[0], kind) : null)
  })
}

const ambiguous = (kind: Slugged, slug: string, slugs: string[]) =>
  new InputError(
    'slug',
    `Several ${kind.toLowerCase()}s met in the slug "${slug}"; ask for one of: ${slugs.join(', ')}.`,
    'AMBIGUOUS_SLUG',
    { slugs },
  )
