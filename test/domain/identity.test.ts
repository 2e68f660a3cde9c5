// What makes two mentions of a source one node.
import { describe, expect, test } from 'vitest'
import { sourceBaseSlug, sourceIdentity, sourceWork } from '../../src/domain/identity.ts'

const paper = { kind: 'PAPER', title: 'On Things' }

describe('identity', () => {
  test('by arXiv id and version, else DOI, else the chosen slug', () => {
    expect(sourceIdentity({ ...paper, arxivId: '2410.12784', version: 'v2', doi: '10.1/x', slug: 's' })).toBe(
      'arxiv:2410.12784@v2',
    )
    expect(sourceIdentity({ ...paper, arxivId: '2410.12784' })).toBe('arxiv:2410.12784')
    expect(sourceIdentity({ ...paper, doi: '10.1/X', slug: 's' })).toBe('doi:10.1/x')
    expect(sourceIdentity({ ...paper, slug: 's' })).toBe('slug:s')
  })

  test('else by title, publisher and version; case and spaces of the title make no difference', () => {
    const identity = sourceIdentity(paper)
    expect(identity).toMatch(/^title:[0-9a-f]{32}$/)
    expect(sourceIdentity({ ...paper, title: ' on  THINGS' })).toBe(identity)
    for (const other of [{ title: 'On Thing' }, { version: 'v1' }, { publisher: 'ORGANIZATION:acl' }]) {
      expect(sourceIdentity({ ...paper, ...other })).not.toBe(identity)
    }
  })
})

test('the work ties versions together', () => {
  expect(sourceWork({ ...paper, arxivId: '2410.12784', version: 'v2' })).toBe('arxiv:2410.12784')
  expect(sourceWork({ ...paper, doi: '10.1/X' })).toBe('doi:10.1/x')
  expect(sourceWork({ ...paper, work: 'arxiv:2410.12784' })).toBe('arxiv:2410.12784')
  expect(sourceWork({ ...paper, publisher: 'ORGANIZATION:acl' })).toBe('on-things')
  expect(sourceWork({ kind: 'LEADERBOARD', title: 'Leaderboard', publisher: 'ORGANIZATION:acme' })).toBe(
    'leaderboard-acme',
  )
})

test('the slug is the chosen one, else of title and version', () => {
  expect(sourceBaseSlug({ title: 'On Things', version: 'v2' })).toBe('on-things-v2')
  expect(sourceBaseSlug({ title: 'On Things', slug: 'chosen' })).toBe('chosen')
})
