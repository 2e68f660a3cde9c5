// The batch functions of sources by an identifier that others gave them: a versioned arXiv id, or a DOI.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf, type Row } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import { arxivIdIn, arxivVersionedId } from '../domain/arxiv.ts'
import { InputError } from '../domain/input-error.ts'
import { type Marked, mark } from './rows.ts'

export type SourceIdentifier = 'arxivVersionedId' | 'doi'

interface Identifier {
  /** What the database is asked for, given all values; null where it can have none of them. */
  condition(values: readonly string[]): Sql
  /** The identifier of a source, and one that was asked for, as they are compared. */
  ofRow(row: Row<'Source'>): string | null
  ofText(text: string): string
}

const identifiers: Record<SourceIdentifier, Identifier> = {
  arxivVersionedId: {
    condition: (values) => sql`r.arxiv_id = ANY(${values.map(arxivIdIn).filter((id) => id !== null)}::text[])`,
    ofRow: (row) => arxivVersionedId(row.arxivId, row.version),
    ofText: (text) => text,
  },
  // DOIs are the same in either case: https://www.doi.org/doi-handbook/HTML/case-sensitivity.html
  doi: {
    condition: (values) => sql`lower(r.doi) = ANY(${values.map((doi) => doi.toLowerCase())}::text[])`,
    ofRow: (row) => row.doi?.toLowerCase() ?? null,
    ofText: (text) => text.toLowerCase(),
  },
}

/**
 * The source of each identifier, or null. Where several have it (the versions of one document share a DOI), an
 * InputError (AMBIGUOUS_REFERENCE) that lists their slugs: none of them is taken in silence.
 */
export async function sourcesByIdentifier(
  db: Queryable,
  kind: SourceIdentifier,
  values: readonly string[],
): Promise<(Marked<'Source'> | InputError | null)[]> {
  const { condition, ofRow, ofText } = identifiers[kind]
  // PostgreSQL holds no NUL.
  const possible = values.filter((value) => !value.includes('\0'))
  if (possible.length === 0) return values.map(() => null)
  const rows = await query<Row<'Source'>>(
    db,
    sql`SELECT ${columnsOf('Source', 'r')} FROM source r WHERE ${condition(possible)} ORDER BY r.slug`,
  )
  return values.map((value) => {
    const found = rows.filter((row) => ofRow(row) === ofText(value))
    return found.length > 1 ? ambiguous(kind, value, found) : found[0] ? mark(found[0], 'Source') : null
  })
}

function ambiguous(kind: SourceIdentifier, value: string, found: Row<'Source'>[]): InputError {
  const slugs = found.map(({ slug }) => slug)
  const message = `Several sources have the ${kind} "${value}"; point at one of them by its slug: ${slugs.join(', ')}.`
  return new InputError(kind, message, 'AMBIGUOUS_REFERENCE', { slugs })
}
