// What makes two mentions of a source one node, and what the versions of one document share.
import { canonicalJson, sha256Hex } from './content-hash.ts'
import { tidyName } from './names.ts'
import { slugify } from './slugs.ts'

export interface SourceNames {
  /** As src/generated/prisma/enums.ts names them: PAPER, AGGREGATOR … */
  kind: string
  title: string
  arxivId?: string | null
  doi?: string | null
  version?: string | null
  /** An explicit slug, where the one who writes the source down chose it. */
  slug?: string | null
  /** Identity of the publisher (src/domain/names.ts). */
  publisher?: string | null
  work?: string | null
}

/**
 * "arxiv:2410.12784@v2", else "doi:10.1000/x@v1", else "slug:judgebench-app", else "title:" and 32 hex characters over
 * title (tidy, case ignored), publisher and version. A citation without a version is a source of its own.
 */
export function sourceIdentity({ title, arxivId, doi, version, slug, publisher }: SourceNames): string {
  const suffix = version ? `@${version}` : ''
  if (arxivId) return `arxiv:${arxivId}${suffix}`
  if (doi) return `doi:${doi.toLowerCase()}${suffix}`
  if (slug) return `slug:${slug}`
  const named = canonicalJson([foldTitle(title), publisher ?? null, version ?? null])
  return `title:${sha256Hex(named).slice(0, 32)}`
}

/**
 * What all versions of a document share: as given, else "arxiv:" and its id, "doi:" and its DOI, else the slug of the title;
 * of anything but a paper, title and publisher, since many pages of many publishers are called "Leaderboard".
 */
export function sourceWork({ title, kind, publisher, work, arxivId, doi }: SourceNames): string {
  if (work) return work
  if (arxivId) return `arxiv:${arxivId}`
  if (doi) return `doi:${doi.toLowerCase()}`
  return slugify(kind === 'PAPER' || !publisher ? title : `${title} ${publisher.replace(/^[A-Z]+:/, '')}`)
}

/** The slug that a source would have alone: as chosen, else of its title and version. */
export function sourceBaseSlug({ title, version, slug }: Pick<SourceNames, 'title' | 'version' | 'slug'>): string {
  return slug ?? slugify(version ? `${title} ${version}` : title)
}

/** A title as it is compared: tidy, case ignored. */
export function foldTitle(title: string): string {
  return tidyName(title).toLowerCase().normalize('NFC')
}
