// Natural keys: what changes them, and what must not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/domain/content-hash.ts'
import type { NoteContent, ObservationContent, SettingContent } from '../../src/domain/key-content.ts'
import * as keys from '../../src/domain/keys.ts'

type Edit<T> = [string, (content: T) => void]

const setting = (): SettingContent => ({
  benchmark: 'judgebench',
  edition: { value: 'gpt-4o pairs', basis: 'STATED' },
  subset: { value: 'Math', basis: 'STATED' },
  metric: { value: 'accuracy', basis: 'STATED' },
  unit: { value: '%', basis: 'STATED' },
  higherIsBetter: { value: true, basis: 'STATED' },
  min: { value: '0', basis: 'STATED' },
  max: { value: '100', basis: 'STATED' },
  protocol: [
    { name: 'shots', value: '0', basis: 'STATED' },
    { name: 'judge', value: 'none', basis: 'INFERRED', reason: 'a reward model scores both answers' },
  ],
})

const observation = (): ObservationContent => ({
  source: { identity: 'arxiv:2410.12784', version: 'v2' },
  readFrom: { identity: 'https://page.example/model', version: null },
  reportedName: 'InternLM2-20B-Reward',
  configuration: [
    { name: 'precision', value: 'bf16', basis: 'STATED' },
    { name: 'scaffold', value: 'none', basis: 'STATED' },
  ],
  setting: setting(),
  locator: { table: 'Table 4', row: 'InternLM2-20B-Reward', column: 'Math', page: '9', text: 'appendix' },
  printed: '66.07',
})

const note = (): NoteContent => ({
  type: 'NOT_PUBLISHED',
  code: 'empty-cell',
  origin: 'PUBLISHED',
  text: 'The cell holds a dash.',
  statedIn: { identity: 'https://page.example/table', version: '1' },
  subjects: ['model:A', 'benchmark:b'],
  kind: 'OTHER',
  aspects: ['SCORE', 'UNIT'],
  extent: 'SOURCE',
  placeholder: '—',
  aboutName: 'A',
  aboutSetting: setting(),
  configuration: [{ name: 'judge', value: 'B', basis: 'STATED' }],
  locator: { row: '3', column: '5' },
})

/** The content with one edit. */
function edited<T>(make: () => T, edit: (content: T) => void): T {
  const content = make()
  edit(content)
  return content
}

const settingEdits: Edit<SettingContent>[] = [
  ['benchmark', (s) => (s.benchmark = 'judgebench 2')],
  ...(['edition', 'subset', 'metric', 'unit'] as const).flatMap((field): Edit<SettingContent>[] => [
    [`${field} value`, (s) => (s[field] = { value: 'another', basis: 'STATED' })],
    [`${field} gone`, (s) => (s[field] = null)],
  ]),
  ['direction', (s) => (s.higherIsBetter = { value: false, basis: 'STATED' })],
  ['min', (s) => (s.min = { value: '0.1', basis: 'STATED' })],
  ['max', (s) => (s.max = { value: '1', basis: 'STATED' })],
  ['min and max exchanged', (s) => ([s.min, s.max] = [s.max, s.min])],
  [
    'protocol value',
    (s) => (s.protocol = [{ name: 'shots', value: '8', basis: 'STATED' }, ...(s.protocol ?? []).slice(1)]),
  ],
  [
    'protocol name',
    (s) => (s.protocol = [{ name: 'repeats', value: '0', basis: 'STATED' }, ...(s.protocol ?? []).slice(1)]),
  ],
]

const observationEdits: Edit<ObservationContent>[] = [
  ['source', (o) => (o.source.identity = 'arxiv:2410.12785')],
  ['source version', (o) => (o.source.version = 'v1')],
  ['readFrom', (o) => (o.readFrom = null)],
  ['readFrom version', (o) => (o.readFrom = { identity: 'https://page.example/model', version: '2' })],
  ['source and readFrom exchanged', (o) => ([o.source, o.readFrom] = [o.readFrom ?? o.source, o.source])],
  ['reported name', (o) => (o.reportedName = 'internlm2-20b-reward')],
  ['configuration', (o) => (o.configuration = (o.configuration ?? []).slice(1))],
  ['printed text', (o) => (o.printed = '66.070')],
  ...(['table', 'row', 'column', 'page', 'text'] as const).map(
    (part): Edit<ObservationContent> => [`locator ${part}`, (o) => (o.locator = { ...o.locator, [part]: null })],
  ),
  ...settingEdits.map(([name, edit]): Edit<ObservationContent> => [`setting: ${name}`, (o) => edit(o.setting)]),
]

const noteEdits: Edit<NoteContent>[] = [
  ['type', (n) => (n.type = 'REMARK')],
  ['code', (n) => (n.code = 'other')],
  ['origin', (n) => (n.origin = 'CURATED')],
  ['text', (n) => (n.text = 'Another.')],
  ['statedIn', (n) => (n.statedIn = { identity: 'https://page.example/table', version: '2' })],
  ['subjects', (n) => (n.subjects = ['model:A'])],
  ['kind', (n) => (n.kind = null)],
  ['aspects', (n) => (n.aspects = ['SCORE'])],
  ['extent', (n) => (n.extent = 'CAPTURE')],
  ['placeholder', (n) => (n.placeholder = '-')],
  ['aboutName', (n) => (n.aboutName = 'a')],
  ['configuration', (n) => (n.configuration = [])],
  ['locator', (n) => (n.locator = { row: '3', column: '6' })],
  ['aboutSetting', (n) => (n.aboutSetting = edited(setting, (s) => (s.subset = { value: 'Code', basis: 'STATED' })))],
]

/** Every edit gives a key that neither the original nor any other edit has. */
function expectAllDifferent<T>(make: () => T, edits: Edit<T>[], key: (content: T) => string) {
  const found = new Map([[key(make()), 'original']])
  for (const [name, edit] of edits) {
    const changed = key(edited(make, edit))
    expect(found.get(changed), `${name} makes no difference`).toBeUndefined()
    found.set(changed, name)
  }
}

describe('hashKey', () => {
  it('is the first half of the SHA-256 of the canonical JSON', () => {
    expect(keys.hashKey({})).toBe('44136fa355b3678a1146ad16f7e8649e')
    expect(canonicalJson({ b: [null, 1, 'e\u0301'], a: { z: undefined, y: true } })).toBe(
      '{"a":{"y":true},"b":[null,1,"é"]}',
    )
  })

  it('does not depend on the order of fields, at any depth', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, field]) => [name, reversed(field)]),
            )
          : value
    const leaf = fc.oneof(fc.string(), fc.boolean(), fc.maxSafeInteger(), fc.constant(null))
    const fields = fc.dictionary(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.oneof(leaf, fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), leaf)),
    )
    fc.assert(
      fc.property(fields, (f) => {
        expect(keys.hashKey(reversed(f) as typeof f)).toBe(keys.hashKey(f))
      }),
    )
  })

  it.each([[0.5], [Number.NaN], [2 ** 53], [1n], [new Date(0)], [() => 1]])(
    'refuses what JSON cannot hold exactly (%#)',
    (value) => expect(() => keys.hashKey({ value })).toThrow(TypeError),
  )

  it('refuses two keys that are one in NFC', () =>
    expect(() => keys.hashKey({ é: 1, 'e\u0301': 2 })).toThrow('two keys are one in NFC'))
})

describe('settingKey', () => {
  const basis: Edit<SettingContent>[] = (['edition', 'subset', 'metric', 'unit'] as const).map((field) => [
    `${field} inferred`,
    (s) => (s[field] = { value: setting()[field]?.value ?? null, basis: 'INFERRED' }),
  ])
  const inferred: Edit<SettingContent>[] = [
    ...basis,
    ['inferred parameter', (s) => (s.protocol = (s.protocol ?? []).slice(0, 1))],
    ['parameter stated', (s) => (s.protocol = (s.protocol ?? []).map((p) => ({ ...p, basis: 'STATED' })))],
  ]

  it('changes with every field and its basis', () =>
    expectAllDifferent(setting, [...settingEdits, ...inferred], keys.settingKey))

  it.each<Edit<SettingContent>>([
    ['order of the protocol', (s) => (s.protocol = [...(s.protocol ?? [])].reverse())],
    ['reasons', (s) => (s.protocol = (s.protocol ?? []).map((p) => ({ ...p, reason: 'otherwise put' })))],
    [
      'an unstated parameter',
      (s) => (s.protocol = [...(s.protocol ?? []), { name: 'seed', value: null, basis: 'UNSTATED' }]),
    ],
    ['zeros at the end of a bound', (s) => (s.max = { value: '100.0', basis: 'STATED' })],
  ])('does not change with %s', (_, edit) =>
    expect(keys.settingKey(edited(setting, edit))).toBe(keys.settingKey(setting())),
  )

  it('takes an unstated field as one left out', () => {
    const without = edited(setting, (s) => (s.unit = undefined))
    expect(keys.settingKey(edited(setting, (s) => (s.unit = { value: null, basis: 'UNSTATED' })))).toBe(
      keys.settingKey(without),
    )
  })
})

describe('observationKey', () => {
  it('changes with everything printed', () => expectAllDifferent(observation, observationEdits, keys.observationKey))

  it.each<Edit<ObservationContent>>([
    ['order of the configuration', (o) => (o.configuration = [...(o.configuration ?? [])].reverse())],
    ['an inferred protocol field', (o) => (o.setting.protocol = (o.setting.protocol ?? []).slice(0, 1))],
    [
      'an inferred configuration',
      (o) => (o.configuration = [...(o.configuration ?? []), { name: 'x', value: 'y', basis: 'INFERRED' }]),
    ],
  ])('does not change with %s', (_, edit) =>
    expect(keys.observationKey(edited(observation, edit))).toBe(keys.observationKey(observation())),
  )

  it('does not change when an inferred field is inferred otherwise', () => {
    const withEdition = (value: string) =>
      edited(observation, (o) => (o.setting.edition = { value, basis: 'INFERRED' }))
    expect(keys.observationKey(withEdition('v1'))).toBe(keys.observationKey(withEdition('v2')))
  })

  it('takes an empty locator as none', () =>
    expect(keys.observationKey({ ...observation(), locator: { row: null } })).toBe(
      keys.observationKey({ ...observation(), locator: null }),
    ))
})

describe('noteKey', () => {
  it('changes with every field', () => expectAllDifferent(note, noteEdits, keys.noteKey))

  it('does not depend on the order of subjects and aspects, nor on the wording of an audit', () => {
    const turned = edited(note, (n) => {
      n.subjects = ['benchmark:b', 'model:A', 'model:A']
      n.aspects = ['UNIT', 'SCORE']
    })
    expect(keys.noteKey(turned)).toBe(keys.noteKey(note()))
    const computed = (text: string) => keys.noteKey({ ...note(), origin: 'COMPUTED', text })
    expect(computed('one wording')).toBe(computed('another'))
  })
})

describe('the other keys', () => {
  it('of tables', () => {
    const table = { source: { identity: 's', version: 'v1' }, position: 1, heading: 'Results' }
    const others = [
      { ...table, position: 2 },
      { ...table, heading: null },
      { ...table, source: { identity: 's' } },
    ]
    expect(new Set([table, ...others].map(keys.tableKey)).size).toBe(4)
  })

  it('of facts', () => {
    const fact = { model: 'A', property: 'parameters', valueText: '20B', valueNumber: '20', unit: 'B', asOf: '2026' }
    const full = { ...fact, statedIn: { identity: 's' }, statedBy: 'ORGANIZATION:x', missing: 'k' }
    const others = (Object.keys(full) as (keyof typeof full)[]).map((field) => ({
      ...full,
      [field]: field === 'statedIn' ? null : field === 'valueNumber' ? '7' : 'other',
    }))
    expect(new Set([full, ...others].map(keys.factKey)).size).toBe(10)
    expect(keys.factKey({ ...full, valueNumber: '20.0' })).toBe(keys.factKey(full))
  })

  it('of derivations', () => {
    const derivation = {
      observation: 'k',
      from: ['a', 'b'],
      kind: 'AGGREGATED',
      formula: 'mean',
      origin: 'COMPUTED' as const,
    }
    const others = [
      { ...derivation, observation: 'l' },
      { ...derivation, from: ['a'] },
      { ...derivation, kind: 'OTHER' },
      { ...derivation, formula: null },
      { ...derivation, origin: 'CURATED' as const },
    ]
    expect(new Set([derivation, ...others].map(keys.derivationKey)).size).toBe(6)
    expect(keys.derivationKey({ ...derivation, from: ['b', 'a', 'b'] })).toBe(keys.derivationKey(derivation))
  })
})
