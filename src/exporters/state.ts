// In which state the graph is: what tells a client that nothing has changed since it last asked.
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Raise it when the same graph is written otherwise. */
const VERSION = 1

/** Differs whenever an import or an act has changed something, or leaderboards were made anew after one. */
export async function graphState(db: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await db.query<{ state: string }>({
    name: 'graph state',
    text: `SELECT concat_ws(' ', (SELECT concat_ws(' ', max(id), max(finished_at)) FROM import),
       (SELECT concat_ws(' ', max(id), max(at)) FROM act), (SELECT value FROM board_revision)) AS state`,
    values: [],
  })
  return rows[0]?.state ?? ''
}

/** A weak tag (the same data may come compressed or not) of a state and of all that was asked for. */
export const entityTag = (state: string, ...asked: unknown[]): string =>
  `W/"${createHash('sha256')
    .update(JSON.stringify([VERSION, state, ...asked]))
    .digest('base64url')
    .slice(0, 27)}"`

/** Whether If-None-Match names the tag, by weak comparison (RFC 9110, 13.1.2). */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((text) => opaque(text) === opaque(tag))
}
