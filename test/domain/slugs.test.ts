// Slugs: the foldings of rule 5, and that settling them depends on nothing but content.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/domain/content-hash.ts'
import { settleSlugs, slugify, suffixedSlug } from '../../src/domain/slugs.ts'

const hash8 = (text: string) => sha256Hex(text).slice(0, 8)

describe('slugify', () => {
  it.each([
    ['InternLM2-20B-Reward', 'internlm2-20b-reward'],
    ['GRAM-R²', 'gram-r2'],
    ['mbpp+', 'mbpp-plus'],
    ['C++', 'c-plus-plus'],
    ['<128k', 'lt-128k'],
    ['>128k', 'gt-128k'],
    ['a<b', 'a-lt-b'],
    ['RewardBench 2', 'rewardbench-2'],
    ['internlm/internlm2-20b-reward', 'internlm-internlm2-20b-reward'],
    ['opt-1.3b', 'opt-1.3b'],
    ['Søren Æbelø Straße', 'soren-aebelo-strasse'],
    ['Łukasz Kaiser', 'lukasz-kaiser'],
    ['Clémentine  Fourrier', 'clementine-fourrier'],
    ['τ²-bench', 'tau2-bench'],
    ['β-VAE', 'beta-vae'],
    ['İstanbul', 'istanbul'],
    ['ﬁne_tuned (v2)', 'fine-tuned-v2'],
    ['__x--y__', 'x-y'],
    ['智谱 GLM-4', 'glm-4'],
  ])('%s -> %s', (name, slug) => expect(slugify(name)).toBe(slug))

  it.each(['通义千问', '...', '—'])('gives %s, of which nothing is left, a slug from its content', (name) =>
    expect(slugify(name)).toBe(`name-${hash8(name)}`),
  )

  it('always gives a slug, and of a slug itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
        const slug = slugify(name)
        expect(slug).toMatch(/^[a-z0-9.]+(-[a-z0-9.]+)*$/)
        expect(slugify(slug)).toBe(slug)
        expect(slugify(name.normalize('NFD'))).toBe(slugify(name.normalize('NFC')))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('settleSlugs', () => {
  const entry = (identity: string, baseSlug = slugify(identity)) => ({ identity, baseSlug })

  it('leaves the bare slug to one alone', () => {
    expect(settleSlugs([entry('MBPP'), entry('mbpp+')])).toEqual(
      new Map([
        ['MBPP', 'mbpp'],
        ['mbpp+', 'mbpp-plus'],
      ]),
    )
  })

  it('gives all that meet a suffix, and the bare slug to none', () => {
    expect(settleSlugs([entry('8b-Ita'), entry('8b-ITA'), entry('8b')])).toEqual(
      new Map([
        ['8b-Ita', suffixedSlug('8b-ita', '8b-Ita')],
        ['8b-ITA', suffixedSlug('8b-ita', '8b-ITA')],
        ['8b', '8b'],
      ]),
    )
    expect(suffixedSlug('8b-ita', '8b-Ita')).toBe(`8b-ita-${hash8('8b-Ita')}`)
  })

  it('keeps a suffixed slug apart from a name that reads the same', () => {
    const taken = suffixedSlug('8b-ita', '8b-Ita')
    const slugs = settleSlugs([entry('8b-Ita'), entry('8b-ITA'), entry(taken)])
    expect(slugs.get('8b-Ita')).toBe(suffixedSlug('8b-ita', '8b-Ita', 16))
    expect(slugs.get(taken)).toBe(suffixedSlug(taken, taken))
    expect(slugs.get('8b-ITA')).toBe(suffixedSlug('8b-ita', '8b-ITA'))
  })

  it('keeps a suffixed slug apart from a bare slug that others gave up', () => {
    const contested = suffixedSlug('x', 'X')
    const slugs = settleSlugs([entry('X'), entry('x'), entry('one', contested), entry('two', contested)])
    expect([...slugs.values()]).not.toContain(contested)
    expect(new Set(slugs.values()).size).toBe(4)
  })

  it('takes the same identity twice as one, and refuses it under two bases', () => {
    expect(settleSlugs([entry('a'), entry('a')])).toEqual(new Map([['a', 'a']]))
    expect(() => settleSlugs([entry('a', 'a'), entry('a', 'b')])).toThrow('two base slugs')
  })

  it('gives each identity one slug of its own, whatever the order', () => {
    // Bases that others' suffixed slugs may equal make the meetings that matter likely.
    const bases = [
      'x',
      'y',
      suffixedSlug('x', 'a'),
      suffixedSlug('x', 'b', 16),
      suffixedSlug(suffixedSlug('x', 'a'), 'c'),
    ]
    const entries = fc.uniqueArray(
      fc.record({ identity: fc.constantFrom(...'abcdefgh'), baseSlug: fc.constantFrom(...bases) }),
      { selector: ({ identity }) => identity, maxLength: 8 },
    )
    fc.assert(
      fc.property(entries, fc.infiniteStream(fc.nat()), (list, random) => {
        const shuffled = list
          .map((item) => ({ item, at: random.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item)
        const slugs = settleSlugs(list)
        expect(new Map([...settleSlugs(shuffled)].sort())).toEqual(new Map([...slugs].sort()))
        expect(new Set(slugs.values()).size).toBe(list.length)
        for (const base of bases) {
          const meeting = list.filter((item) => item.baseSlug === base)
          if (meeting.length > 1) expect([...slugs.values()]).not.toContain(base)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
