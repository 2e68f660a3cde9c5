// Which known issue is which conflict found now.
import { describe, expect, test } from 'vitest'
import { findingKey, type KnownIssue, matchFindings } from '../../src/auditing/match-findings.ts'
import type { Finding } from '../../src/domain/audits/finding.ts'

const finding = (identity: string, observations: string[], kind: Finding['kind'] = 'DISAGREEMENT'): Finding => ({
  ...{ kind, code: 'sources-disagree', identity, observations, settingStated: false, spread: null, text: '' },
})
const issue = (key: string, observations: string[], fields: Partial<KnownIssue> = {}): KnownIssue => ({
  ...{ key, code: 'sources-disagree', kind: 'DISAGREEMENT', origin: 'COMPUTED', state: 'OPEN', resolvedBy: null },
  ...{ findingKey: findingKey(key), observations, ...fields },
})
const published = (key: string, observations: string[], fields: Partial<KnownIssue> = {}) =>
  issue(key, observations, { origin: 'PUBLISHED', findingKey: null, code: 'they-differ', ...fields })

const match = (findings: Finding[], issues: KnownIssue[]) => {
  const { fresh, again, borneOut, gone } = matchFindings(findings, issues)
  return {
    fresh: fresh.map(({ identity }) => identity),
    again: again.map((pair) => [pair.issue.key, pair.finding.identity]),
    borneOut: borneOut.filter((one) => one.findingKey !== null).map((one) => one.issue.key),
    gone: gone.map((one) => [one.issue.key, one.told?.key ?? null]),
  }
}
const nothing = { fresh: [], again: [], borneOut: [], gone: [] }

describe('an audit’s own note', () => {
  test('is known by its finding, however its claims have changed', () => {
    expect(match([finding('x', ['c', 'd'])], [issue('x', ['a', 'b'])])).toEqual({ ...nothing, again: [['x', 'x']] })
  })
  test('is known by shared claims where its finding goes by another name', () => {
    expect(match([finding('new', ['a', 'b', 'c'])], [issue('old', ['a', 'b']), issue('other', ['z'])])).toEqual({
      ...{ ...nothing, again: [['old', 'new']], gone: [['other', null]] },
    })
  })
  test('goes to the finding that it shares most with; the other one is new', () => {
    const found = match([finding('p', ['a', 'd']), finding('q', ['b', 'c'])], [issue('x', ['a', 'b', 'c'])])
    expect(found.again.length + found.fresh.length).toBe(2)
    expect(found.again).toHaveLength(1)
  })
  test('is gone where nothing is found', () => {
    expect(match([], [issue('x', ['a', 'b'])])).toEqual({ ...nothing, gone: [['x', null]] })
  })
})

describe('a note of a source', () => {
  test('that names all claims tells of the conflict; with two conflicts in one note, too', () => {
    const note = published('n', ['a', 'b', 'c', 'd'])
    const found = [finding('x', ['a', 'b']), finding('y', ['c', 'd'])]
    expect(match(found, [note])).toEqual({ ...nothing, borneOut: ['n'] })
    const [both, one] = [found, found.slice(1)].map((some) => matchFindings(some, [note]).borneOut[0]?.findingKey)
    expect(one).toBe(findingKey('y'))
    expect(both).not.toBe(one)
  })
  test('does not tell of a claim that it leaves out', () => {
    expect(match([finding('x', ['a', 'b', 'c'])], [published('n', ['a', 'b'])])).toEqual({ ...nothing, fresh: ['x'] })
  })
  test('of another kind tells of something else; a wrong quotation is a contradiction', () => {
    const note = published('n', ['a', 'b'], { kind: 'AMBIGUOUS_SETTING' })
    expect(match([finding('x', ['a', 'b'])], [note]).fresh).toEqual(['x'])
    expect(match([finding('x', ['a', 'b'], 'TRANSCRIPTION')], [published('n', ['a', 'b'])]).borneOut).toEqual(['n'])
  })
  test('takes the place of the audit’s own', () => {
    expect(match([finding('x', ['a', 'b'])], [issue('x', ['a', 'b']), published('n', ['a', 'b'])])).toEqual({
      ...{ ...nothing, borneOut: ['n'], gone: [['x', 'n']] },
    })
  })
})
