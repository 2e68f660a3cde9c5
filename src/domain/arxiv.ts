// Versioned arXiv ids: "2410.12784v2" names one version of a paper.

/**
 * "2410.12784v2" from an arXiv id and a version as printed ("v2", "V2" or "2"); null without both, or where the version
 * is no number. arXiv counts versions from 1: https://info.arxiv.org/help/arxiv_identifier.html
 */
export function arxivVersionedId(arxivId: string | null, version: string | null): string | null {
  const number = /^v?([1-9]\d*)$/i.exec(version ?? '')?.[1]
  return arxivId !== null && number !== undefined ? `${arxivId}v${number}` : null
}

/** The arXiv id without its version, of a text that ends in one; else null. */
export const arxivIdIn = (versioned: string): string | null => /^(.+)v[1-9]\d*$/.exec(versioned)?.[1] ?? null
