// Writes sources with their ordered authors and what they were derived from.
import { foldTitle, sourceBaseSlug, sourceIdentity, sourceWork } from '../../domain/identity.ts'
import type { SourceRef } from '../../domain/key-content.ts'
import { printedAuthor } from '../bundle/authors.ts'
import type { BundleSource } from '../bundle/format.ts'
import { isStandIn } from '../cited-source.ts'
import { mergeNodes, type NodeItem } from './merge-nodes.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import type { Authors } from './write-authors.ts'
import { writeAuthorships } from './write-authorships.ts'
import { must, updateRows, type Writing } from './writing.ts'

export interface Sources {
  /** Database id of a source of the file. */
  id(local: string): number
  /** How keys know it. */
  ref(local: string): SourceRef
}

/** What a citation may word in its own way. */
const cited = ['kind', 'title', 'url', 'published_at', 'updated_at', 'publisher_id', 'license']

export async function writeSources(writing: Writing, authors: Authors): Promise<Sources> {
  const locals = Object.entries(writing.bundle.sources)
  const items = new Map(locals.map(([local, source]) => [local, itemOf(local, source, authors)]))
  const kind = {
    kind: 'source',
    table: 'source',
    spelling: { column: 'title', fold: foldTitle },
    // Seen on several days, and worded by each page in its own way: the first stays.
    settled: ['retrieved_at', 'attribution', 'work', ...(writing.dump ? cited : [])],
  } as const
  await nameCited(writing, [...items.values()])
  const { ids, fresh } = await mergeNodes(writing, kind, [...items.values()])
  await joinWorks(writing, [...new Set(ids.values())])
  const renamed = await takeChosenSlugs(writing, locals, items)
  const bases = new Set([...renamed, ...[...items.values()].filter((item) => fresh.has(item.identity)).map(baseOf)])
  await settleNodeSlugs(writing, 'source', bases, fresh)
  const identity = (local: string) => must(items, local).identity
  const id = (local: string) => must(ids, identity(local))
  await writeAuthorships(
    writing,
    locals.map(([local, source]) => ({
      sourceId: id(local),
      path: ['sources', local, 'authors'],
      authors: source.authors.map((entry) => ({
        authorId: must(authors.ids, authors.identityOf(entry)),
        printedName: printedAuthor(writing.bundle, entry),
      })),
    })),
  )
  const derived = locals.flatMap(([local, source]) => source.derivedFrom.map((from) => [id(local), id(from)] as const))
  const linked = await writing.rows<{ id: number }>(
    `INSERT INTO source_derivation (source_id, from_id)
     SELECT DISTINCT a, b FROM unnest($1::int[], $2::int[]) AS x(a, b) WHERE a <> b ON CONFLICT DO NOTHING
     RETURNING source_id AS id`,
    derived.map(([source]) => source),
    derived.map(([, from]) => from),
  )
  for (const source of linked) writing.disturbed.sources.add(source.id)
  return {
    id,
    ref: (local) => ({ identity: identity(local), version: writing.bundle.sources[local]?.version ?? null }),
  }
}

/** A source that was only known by its address gets its title. */
async function nameCited({ run }: Writing, items: readonly NodeItem[]): Promise<void> {
  const named = items.filter(({ properties }) => !isStandIn(String(properties.title)))
  await run(
    `UPDATE source s SET title = x.title FROM unnest($1::text[], $2::text[]) AS x(identity, title)
     WHERE s.identity = x.identity AND s.title ~ '^(https?://|arXiv:)'`,
    named.map(({ identity }) => identity),
    named.map(({ properties }) => properties.title),
  )
}

/**
 * A paper that one page cites by its title alone and another with its arXiv id is one work: the title says so, where only one
 * work has it.
 */
async function joinWorks({ rows, disturbed }: Writing, ids: readonly number[]): Promise<void> {
  const joined = await rows<{ id: number }>(
    `WITH named AS (
       SELECT lower(title) AS title, min(work) AS work FROM source
       WHERE lower(title) IN (SELECT lower(title) FROM source WHERE id = ANY($1::int[]) AND kind = 'PAPER')
         AND kind = 'PAPER' AND arxiv_id IS NOT NULL GROUP BY lower(title) HAVING count(DISTINCT work) = 1)
     UPDATE source s SET work = n.work FROM named n
     WHERE lower(s.title) = n.title AND s.kind = 'PAPER' AND s.arxiv_id IS NULL AND s.doi IS NULL AND s.work <> n.work
     RETURNING s.id`,
    ids,
  )
  for (const { id } of joined) disturbed.sources.add(id)
}

const baseOf = (item: NodeItem): string => item.once.base_slug as string

function itemOf(local: string, source: BundleSource, authors: Authors): NodeItem {
  const publisher = source.publisher === undefined ? null : authors.identityOf(source.publisher)
  const names = { ...source, publisher }
  const identity = sourceIdentity(names)
  const base = sourceBaseSlug(source)
  return {
    identity,
    path: ['sources', local],
    properties: {
      kind: source.kind,
      title: source.title,
      url: source.url ?? null,
      arxiv_id: source.arxivId ?? null,
      doi: source.doi ?? null,
      version: source.version ?? null,
      publisher_id: publisher === null ? null : must(authors.ids, publisher),
      published_at: source.publishedAt ?? null,
      updated_at: source.updatedAt ?? null,
      retrieved_at: source.retrievedAt ?? null,
      license: source.license ?? null,
      attribution: source.attribution ?? null,
      author_count: source.authorCount ?? null,
      work: sourceWork(names),
    },
    once: { slug: provisionalSlug(base, identity), base_slug: base },
    fields: { publisher_id: 'publisher' },
  }
}

/** A slug chosen in a file wins over one made from the title, whichever arrives first; of two chosen ones the first stays. */
async function takeChosenSlugs(
  writing: Writing,
  locals: [string, BundleSource][],
  items: ReadonlyMap<string, NodeItem>,
): Promise<string[]> {
  const chosen = locals.filter(([, source]) => source.slug !== undefined)
  const found = await writing.rows<{
    id: number
    identity: string
    title: string
    version: string | null
    base_slug: string
  }>(
    'SELECT id, identity, title, version, base_slug FROM source WHERE identity = ANY($1::text[])',
    chosen.map(([local]) => must(items, local).identity),
  )
  const known = new Map(found.map((row) => [row.identity, row]))
  const bases: string[] = []
  const moved = new Map<number, string>()
  for (const [local, { slug = '' }] of chosen) {
    const row = must(known, must(items, local).identity)
    if (row.base_slug === slug) continue
    if (row.base_slug !== sourceBaseSlug({ title: row.title, version: row.version })) {
      const reason = `says '${slug}', but the source has the slug '${row.base_slug}'; what is known is not overwritten`
      writing.ledger.reject('source', [{ path: ['sources', local, 'slug'], reason }])
      continue
    }
    bases.push(row.base_slug, slug)
    moved.set(row.id, slug)
    row.base_slug = slug
  }
  await updateRows(
    writing,
    'source',
    'id',
    [...moved].map(([id, base_slug]) => ({ id, base_slug })),
  )
  return bases
}
