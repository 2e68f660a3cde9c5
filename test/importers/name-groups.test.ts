// Which names are one model: rule 8 over the names of a file and those already known.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestName, groupNames, type KnownModel, type NamedEntry } from '../../src/importers/writer/name-groups.ts'

const entry = (name: string, ...aliases: string[]): NamedEntry => ({ name, names: [name, ...aliases] })
const known = (id: number, name: string, ...aliases: string[]): KnownModel => ({ id, name, names: [name, ...aliases] })
const namesOf = (entries: NamedEntry[], models: KnownModel[] = [], listed: string[][] = []) =>
  groupNames(entries, models, listed)
    .map(({ names }) => names.join(' | '))
    .sort()

describe('names that are one model', () => {
  test.each<[string, NamedEntry[], KnownModel[], string[][], string[]]>([
    ['case', [entry('Foo'), entry('FOO')], [], [], ['FOO | Foo']],
    ['an organisation in front', [entry('org/foo')], [known(1, 'Foo')], [], ['Foo | org/foo']],
    ['an alias', [entry('Foo', 'Bar')], [known(1, 'bar')], [], ['Bar | Foo | bar']],
    [
      'digits, suffixes and signs count',
      [entry('opt-1.3b'), entry('opt-13b'), entry('<128k'), entry('>128k')],
      [],
      [],
      ['<128k', '>128k', 'opt-1.3b', 'opt-13b'],
    ],
    ['two organisations', [entry('a/x'), entry('b/x'), entry('x')], [], [], ['a/x', 'b/x', 'x']],
    ['listed side by side', [entry('8b-Ita'), entry('8b-ITA')], [], [['8b-Ita', '8b-ITA']], ['8b-ITA', '8b-Ita']],
    [
      'listed side by side later',
      [entry('8b-Ita'), entry('8b-ITA')],
      [known(1, '8b-Ita', '8B-ITA', 'old name')],
      [['8b-Ita', '8b-ITA']],
      ['8B-ITA', '8b-ITA', '8b-Ita | old name'],
    ],
    [
      'a name that several known models go by',
      [entry('Ours')],
      [known(1, 'A', 'Ours'), known(2, 'B', 'Ours')],
      [],
      ['A', 'B', 'Ours'],
    ],
    [
      'such a name, when one of them is called so',
      [entry('Ours')],
      [known(1, 'Ours'), known(2, 'B', 'Ours')],
      [],
      ['B', 'Ours'],
    ],
  ])('%s', (_, entries, models, listed, expected) => {
    expect(namesOf(entries, models, listed)).toEqual(expected)
  })

  test('entries and known models find their group', () => {
    const [group] = groupNames([entry('Foo'), entry('Bar', 'foo')], [known(7, 'FOO')], [])
    expect(group).toEqual({ names: ['Bar', 'FOO', 'Foo', 'foo'], entries: [0, 1], models: [7] })
  })

  test('the order of entries, models and lists makes no difference', () => {
    const name = fc.constantFrom('x', 'X', 'a/x', 'A/X', 'b/x', 'y', 'Y', 'a/y', 'z', 'z-1', 'Ours')
    const entries = fc.array(
      fc.record({ name, names: fc.array(name, { maxLength: 2 }) }).map((e) => entry(e.name, ...e.names)),
      { maxLength: 5 },
    )
    const models = fc.uniqueArray(fc.record({ name, names: fc.array(name, { maxLength: 2 }) }), {
      selector: (m) => m.name,
      maxLength: 3,
    })
    const lists = fc.array(fc.uniqueArray(name, { maxLength: 3 }), { maxLength: 2 })
    fc.assert(
      fc.property(entries, models, lists, (given, knownNames, listed) => {
        const all = knownNames.map((m, index) => known(index + 1, m.name, ...m.names))
        const reversed = <T>(items: T[]): T[] => [...items].reverse()
        expect(namesOf(reversed(given), reversed(all), reversed(listed.map(reversed)))).toEqual(
          namesOf(given, all, listed),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('every entry and every known model is in one group', () => {
    const name = fc.constantFrom('x', 'X', 'a/x', 'b/x', 'y', 'Ours')
    fc.assert(
      fc.property(fc.array(name), fc.uniqueArray(name), (given, models) => {
        const groups = groupNames(
          given.map((n) => entry(n)),
          models.map((n, index) => known(index, n)),
          [given],
        )
        expect(groups.flatMap((group) => group.entries).sort((a, b) => a - b)).toEqual(given.map((_, index) => index))
        expect(groups.flatMap((group) => group.models).sort((a, b) => a - b)).toEqual(models.map((_, index) => index))
      }),
      { numRuns: 200 },
    )
  })
})

test('a model goes by its shortest name, and of those the first by code unit', () => {
  expect(bestName(['internlm/internlm2-20b-reward', 'internlm2-20b-reward', 'InternLM2-20B-Reward'])).toBe(
    'InternLM2-20B-Reward',
  )
})
