// Gives nodes their slugs, and keeps those that are given up as former slugs (rule 5).

import { groupBy } from '../../domain/group-by.ts'
import { settleSlugs, suffixedSlug } from '../../domain/slugs.ts'
import { type Row, updateRows, type Writing } from './writing.ts'

export type SluggedTable = 'author' | 'benchmark' | 'model' | 'source'

/** A slug for a row that is settled later in the same transaction; no other node can have it. */
export const provisionalSlug = (base: string, identity: string): string => suffixedSlug(base, identity, 64)

interface Node {
  id: number
  identity: string
  slug: string
  base_slug: string
}

/**
 * Settles the slugs of all nodes whose base slug is among `bases`, and of those that they meet. `fresh` are the identities
 * added in this import, whose provisional slugs nobody has seen. Every node that meets others in a slug keeps that slug as
 * a former one, whether or not it ever had it alone: so the order of arrival makes no difference.
 */
export async function settleNodeSlugs(
  writing: Writing,
  table: SluggedTable,
  bases: ReadonlySet<string>,
  fresh: ReadonlySet<string>,
): Promise<void> {
  if (bases.size === 0) return
  const { nodes, slugs } = await settle(writing, table, bases)
  const former: Row[] = []
  const bySlug = groupBy(nodes, (node) => node.base_slug)
  for (const [base, meeting] of bySlug) {
    if (meeting.length > 1) former.push(...meeting.map(({ id }) => ({ slug: base, [`${table}_id`]: id })))
  }
  const changed = nodes.filter((node) => slugs.get(node.identity) !== node.slug)
  for (const { id, identity, slug } of changed) {
    if (!fresh.has(identity)) former.push({ slug, [`${table}_id`]: id })
  }
  await moveSlugs(
    writing,
    table,
    changed.map((node) => ({ node, slug: slugs.get(node.identity) ?? node.slug })),
  )
  await keepFormerSlugs(writing, table, former)
}

async function settle({ rows }: Writing, table: SluggedTable, bases: ReadonlySet<string>) {
  const wanted = new Set(bases)
  for (;;) {
    const nodes = await rows<Node>(
      `SELECT id, identity, slug, base_slug FROM "${table}" WHERE base_slug = ANY($1::text[])`,
      [...wanted],
    )
    const slugs = settleSlugs(nodes.map(({ identity, base_slug }) => ({ identity, baseSlug: base_slug })))
    // A suffixed slug may be the plain slug of a node with quite another name: then that one is settled along with them.
    const met = await rows<{ base_slug: string }>(
      `SELECT DISTINCT base_slug FROM "${table}" WHERE (slug = ANY($1::text[]) OR base_slug = ANY($1::text[])) AND base_slug <> ALL($2::text[])`,
      [...slugs.values()],
      [...wanted],
    )
    if (met.length === 0) return { nodes, slugs }
    for (const { base_slug } of met) wanted.add(base_slug)
  }
}

/** Moves nodes to their new slugs, by way of provisional ones, because one may take what another is about to leave. */
async function moveSlugs(writing: Writing, table: SluggedTable, moves: { node: Node; slug: string }[]): Promise<void> {
  const held = new Set(moves.map(({ node }) => node.slug))
  const blocked = moves.filter(({ slug, node }) => held.has(slug) && node.slug !== slug)
  if (blocked.length > 0) {
    const away = moves.map(({ node }) => ({
      id: node.id,
      slug: provisionalSlug(`moving-${node.base_slug}`, node.identity),
    }))
    await updateRows(writing, table, 'id', away)
  }
  await updateRows(
    writing,
    table,
    'id',
    moves.map(({ node, slug }) => ({ id: node.id, slug })),
  )
}

/** Adds former slugs that are not there yet, and drops those that their node answers to again. */
export async function keepFormerSlugs(writing: Writing, table: SluggedTable, former: readonly Row[]): Promise<void> {
  const column = `${table}_id`
  if (former.length > 0) {
    await writing.run(
      `INSERT INTO former_slug (slug, "${column}") SELECT DISTINCT x.slug, x."${column}"
       FROM json_populate_recordset(null::former_slug, $1::json) x
       WHERE NOT EXISTS (SELECT FROM former_slug f WHERE f.slug = x.slug AND f."${column}" = x."${column}")`,
      JSON.stringify(former),
    )
  }
  await writing.run(`DELETE FROM former_slug f USING "${table}" t WHERE f."${column}" = t.id AND f.slug = t.slug`)
}
