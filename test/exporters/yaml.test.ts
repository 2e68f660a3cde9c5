// The text of a bundle reads as what was written, whatever the texts in it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/exporters/bundle/draft.ts'
import { bundleText } from '../../src/exporters/bundle/yaml.ts'
import { readYaml } from '../../src/importers/bundle/yaml-document.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(':', ' ', '#', '-', '"', "'", '\n', '\t', '[', '{', ',', '&', '*', '~', 'a', '\\'),
  }),
  fc.constantFrom(
    '',
    '~',
    'null',
    'yes',
    'true',
    '0x1F',
    '1e3',
    '63.40',
    '<<',
    '=',
    '---',
    '...',
    '- ',
    '? a',
    '2026-10-01',
    '—',
  ),
)
const long = fc.array(text, { minLength: 20, maxLength: 60 }).map((words) => words.join(' '))
const key = text.filter((name) => name !== '' && name !== '__proto__')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    long,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('whatever stands in it', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true }), (bundle) => {
      expect(readYaml(bundleText(bundle as Entry, 'x'), 'x.yaml').value).toEqual(bundle)
    }),
    { numRuns: 500 },
  )
})
