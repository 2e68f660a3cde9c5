// Writes people and organisations: those the file lists, and those its sources print as authors.
import { authorIdentity } from '../../domain/names.ts'
import { slugify } from '../../domain/slugs.ts'
import { mergeNodes, type NodeItem } from './merge-nodes.ts'
import { provisionalSlug, settleNodeSlugs } from './slugs.ts'
import type { Writing } from './writing.ts'

export interface Authors {
  /** Database id by identity. */
  ids: ReadonlyMap<string, number>
  /** Identity of a local name of the file, or of a printed name of a person. */
  identityOf(entry: string): string
}

export async function writeAuthors(writing: Writing): Promise<Authors> {
  const { authors, sources } = writing.bundle
  const identityOf = (entry: string) => {
    const author = Object.hasOwn(authors, entry) ? authors[entry] : undefined
    return author ? authorIdentity(author.kind, author.name) : authorIdentity('PERSON', entry)
  }
  const listed = Object.entries(authors).map(([local, { kind, name, orcid }]) =>
    item(kind, name, orcid ?? null, ['authors', local]),
  )
  const printed = Object.entries(sources).flatMap(([local, source]) =>
    source.authors.flatMap((entry, index) =>
      Object.hasOwn(authors, entry) ? [] : [item('PERSON', entry, null, ['sources', local, 'authors', index])],
    ),
  )
  const kind = { kind: 'author', table: 'author', unique: ['orcid'], spelling: { column: 'name', fold } } as const
  const { ids, fresh } = await mergeNodes(writing, kind, [...listed, ...printed])
  const bases = new Set(
    [...listed, ...printed].filter(({ identity }) => fresh.has(identity)).map(({ once }) => once.base_slug),
  )
  await settleNodeSlugs(writing, 'author', bases as Set<string>, fresh)
  return { ids, identityOf }
}

// Kind and identity are equal by then, so any two spellings are.
const fold = () => ''

function item(kind: 'PERSON' | 'ORGANIZATION', name: string, orcid: string | null, path: PropertyKey[]): NodeItem {
  const identity = authorIdentity(kind, name)
  const base = slugify(name)
  return {
    identity,
    path,
    properties: { name, orcid },
    once: { kind, slug: provisionalSlug(base, identity), base_slug: base },
  }
}
