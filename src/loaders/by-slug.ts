// The batch function of nodes by slugs that they have given up.
import sql, { raw } from 'sql-template-tag'
import { columnsOf, tableOf } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import { InputError } from '../domain/input-error.ts'
import { type Marked, mark } from './rows.ts'

export type Slugged = 'Model' | 'Benchmark' | 'Source' | 'Author'

/**
 * The node that each former slug leads to, or null. One that several nodes gave up when their names met leads to an
 * InputError (AMBIGUOUS_SLUG) that lists them.
 */
export async function nodesByFormerSlug<Kind extends Slugged>(
  db: Queryable,
  kind: Kind,
  slugs: readonly string[],
): Promise<(Marked<Kind> | InputError | null)[]> {
  // PostgreSQL holds no NUL.
  const possible = slugs.filter((slug) => !slug.includes('\0'))
  const found = await query<{ $former: string; slug: string }>(
    db,
    sql`SELECT f.slug AS "$former", ${columnsOf(kind, 'r')} FROM former_slug f
      JOIN ${tableOf(kind)} r ON r.id = f.${raw(`${kind.toLowerCase()}_id`)}
      WHERE f.slug = ANY(${possible}::text[]) ORDER BY r.slug`,
  )
  return slugs.map((slug) => {
    const [one, ...others] = found.filter((row) => row.$former === slug)
    if (others.length > 0) return ambiguous(kind, slug, [...new Set([one, ...others].map((row) => row?.slug ?? ''))])
    return one ? mark(one, kind) : null
  })
}

const ambiguous = (kind: Slugged, slug: string, slugs: string[]) =>
  new InputError(
    'slug',
    `Several ${kind.toLowerCase()}s met in the slug "${slug}"; ask for one of: ${slugs.join(', ')}.`,
    'AMBIGUOUS_SLUG',
    { slugs },
  )
