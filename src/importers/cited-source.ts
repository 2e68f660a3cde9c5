// Sources that a page only links to: what an address says of them.
import { tidyName } from '../domain/names.ts'
import type { SourceEntry } from './dump/bundle-builder.ts'

/** Whether a title is only an address, put in place of a title that nobody has told yet. */
export const isStandIn = (title: string): boolean => /^(https?:\/\/|arXiv:)/.test(title)

const ARXIV =
  /^https?:\/\/(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/(\d{4}\.\d{4,5})(v\d+)?(?:\.pdf)?(?:[?#].*)?\/?$/i
const DOI = /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,9}\/\S+)$/i
const PAPERS =
  /^https?:\/\/(?:www\.)?(?:aclanthology\.org|aclweb\.org|openreview\.net|proceedings\.\w+|papers\.nips\.cc|jmlr\.org)\b/i
const MODEL_CARD =
  /^https?:\/\/huggingface\.co\/(?!datasets\/|spaces\/|blog\/|papers\/|collections\/)[\w.-]+\/[\w.-]+(?:\/|$|[?#])/i
const BOARD = /leaderboard|arena/i

/**
 * The source at an address, with its title where one is told. Only what the address itself says is taken: an arXiv id and
 * version, a DOI, that it is a model card. Null for a text that is no address, where there is no title either.
 */
export function citedSource(link: string | undefined, title?: string): SourceEntry | null {
  const url = link?.trim() ?? ''
  const named = title === undefined ? '' : tidyName(title)
  if (!/^https?:\/\/[^\s/]+/i.test(url) || !URL.canParse(url))
    return named === '' ? null : { kind: 'OTHER', title: named }
  const arxiv = ARXIV.exec(url)
  if (arxiv) {
    const [, arxivId = '', version] = arxiv
    return {
      ...{
        kind: 'PAPER',
        title: named || `arXiv:${arxivId}`,
        arxivId,
        url: `https://arxiv.org/abs/${arxivId}${version ?? ''}`,
      },
      ...(version ? { version } : {}),
    }
  }
  const doi = DOI.exec(url)?.[1]
  if (doi) return { kind: 'PAPER', title: named || url, doi, url }
  const kind = PAPERS.test(url)
    ? 'PAPER'
    : MODEL_CARD.test(url)
      ? 'MODEL_CARD'
      : BOARD.test(`${named} ${url}`)
        ? 'LEADERBOARD'
        : 'OTHER'
  return { kind, title: named || url, url }
}
