// Sources, authors and benchmarks of a bundle.
import type { Row } from '../../db/columns.ts'
import { sourceBaseSlug, sourceWork } from '../../domain/identity.ts'
import type { ScoreRule } from '../../domain/score-structure.ts'
import { type Draft, type Entry, optional } from './draft.ts'

export function writtenSources(draft: Draft): Entry {
  const { page, sources } = draft.captured
  const others = [...sources.values()].filter(({ id }) => id !== page.id)
  others.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return Object.fromEntries([page, ...others].map((source) => [draft.source(source.id), written(draft, source)]))
}

function written(draft: Draft, source: Row<'Source'>): Entry {
  const { authors, authorships, derivedFrom } = draft.captured
  const { kind, title, version, arxivId, doi, publisherId } = source
  const publisher = publisherId === null ? null : (authors.get(publisherId)?.identity ?? null)
  const slug = chosenSlug(source)
  const work = sourceWork({ kind, title, version, arxivId, doi, publisher, slug })
  const from = derivedFrom.filter(({ sourceId }) => sourceId === source.id)
  const names = authorships.filter(({ sourceId }) => sourceId === source.id)
  return {
    ...{ kind, title, slug: optional(slug), work: source.work === work ? undefined : source.work },
    ...{ url: optional(source.url), arxivId: optional(arxivId), doi: optional(doi), version: optional(version) },
    publisher: publisherId === null ? undefined : draft.author(publisherId),
    ...{ publishedAt: optional(source.publishedAt), updatedAt: optional(source.updatedAt) },
    ...{ retrievedAt: optional(source.retrievedAt), license: optional(source.license) },
    ...{ attribution: optional(source.attribution) },
    authors: names.length > 0 ? names.map((authorship) => authorOf(draft, authorship)) : undefined,
    authorCount: optional(source.authorCount),
    derivedFrom: from.length > 0 ? from.map(({ fromId }) => draft.source(fromId)).sort() : undefined,
  }
}

/** The slug that a file chose: it is the source's identity, or another than its title gives. */
function chosenSlug({ identity, baseSlug, title, version }: Row<'Source'>): string | null {
  if (identity.startsWith('slug:')) return identity.slice('slug:'.length)
  return baseSlug === sourceBaseSlug({ title, version }) ? null : baseSlug
}

/** A person by the printed name; an organisation, or who has a local name in place of it, by that of a listed author. */
function authorOf(draft: Draft, { authorId, printedName }: Row<'Authorship'>): string {
  const author = draft.captured.authors.get(authorId) as Row<'Author'>
  if (author.orcid !== null) draft.author(authorId)
  const plain = author.kind === 'PERSON' && !draft.isAuthorLocal(printedName)
  return plain ? printedName : draft.author(authorId, printedName)
}

/** To be called last: lists those that the other parts refer to, and organisations that the page's files list. */
export function writtenAuthors(draft: Draft): Entry | undefined {
  const { authors, imports } = draft.captured
  for (const { id, kind, importId } of authors.values())
    if (kind === 'ORGANIZATION' && imports.has(importId)) draft.author(id)
  const entries = [...draft.usedAuthors].sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return undefined
  return Object.fromEntries(
    entries.map(([local, { author, name }]) => [
      local,
      {
        name,
        kind: author.kind === 'PERSON' ? undefined : author.kind,
        orcid: name === author.name ? optional(author.orcid) : undefined,
      },
    ]),
  )
}

export function writtenBenchmarks(draft: Draft): Entry | undefined {
  const benchmarks = [...draft.captured.benchmarks.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1))
  if (benchmarks.length === 0) return undefined
  return Object.fromEntries(
    benchmarks.map(({ id, name, category, choices, structure, styleTrait, compositeIndex }) => {
      const rules = structure as ScoreRule[]
      const means = rules.flatMap((rule) =>
        rule.kind === 'mean' ? [{ whole: rule.whole, parts: rule.parts } as Entry] : [],
      )
      const complement = rules.find((rule) => rule.kind === 'complement')
      const elo = rules.find((rule) => rule.kind === 'elo')
      const entry: Entry = {
        ...{ name, category: optional(category), choices: optional(choices) },
        structure: means.length > 0 ? means : undefined,
        errorMetric: complement?.of,
        elo: elo ? { from: elo.from, to: elo.to } : undefined,
        ...{ styleTrait: styleTrait ? 'true' : undefined, compositeIndex: compositeIndex ? 'true' : undefined },
      }
      return [draft.benchmark(id), entry]
    }),
  )
}
