// What is said about bundles that can't be taken: all mistakes at once, each with its line and field.
import { describe, expect, test } from 'vitest'
import { parseBundle } from '../../src/importers/bundle/parse.ts'
import { ImportError } from '../../src/importers/import-error.ts'
import { page, rows } from './bundles.ts'

function mistakes(text: string): { code: string; lines: string[] } {
  try {
    parseBundle(text, 'p.yaml')
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { code: error.code, lines: error.message.split('\n') }
  }
  return { code: 'NONE', lines: [] }
}

/** What is added to page() starts on line 12. */
const cases: [name: string, text: string, expected: string[]][] = [
  [
    'an unknown field',
    page('P', 'models:\n  m: {name: M, aliasses: [x]}'),
    ["p.yaml:13 models.m.aliasses: there is no such field (did you mean 'aliases'?)"],
  ],
  [
    'an entry with `issue` is an issue',
    page(
      'P',
      'notes:\n  - issue: DISAGREMENT\n    code: x\n    text: y\n    subjects: [{source: page}]\n    extent: SOURCE',
    ),
    [
      "p.yaml:13 notes[0].issue: must be one of DISAGREEMENT, TRANSCRIPTION, AGGREGATE_MISMATCH, UNATTAINABLE, OUT_OF_RANGE, AMBIGUOUS_SETTING, AMBIGUOUS_COLUMN, SAMPLE_COUNT, WRONG_SUBJECT, WRONG_DATE, WRONG_EVIDENCE, OTHER, not 'DISAGREMENT' (did you mean 'DISAGREEMENT'?)",
      "p.yaml:17 notes[0].extent: there is no such field (the fields here are 'id', 'code', 'text', 'origin', 'statedIn', 'subjects', 'issue', 'state', 'settingStated', 'resolution')",
    ],
  ],
  [
    'an entry with `notPublished` is a gap',
    page('P', 'notes:\n  - {notPublished: [], code: "Not Short", text: y, subjects: [{source: page}]}'),
    [
      "p.yaml:13 notes[0].code: must be a short code in lower case: response-split-unresolved, not 'Not Short'",
      'p.yaml:13 notes[0].notPublished: must not be an empty list',
    ],
  ],
  [
    'a note of no kind',
    page('P', 'notes:\n  - {code: x, text: y, subjects: [{source: page}]}'),
    [
      "p.yaml:13 notes[0]: needs one of the fields 'issue', 'notPublished', 'remark', which says what kind of entry it is",
    ],
  ],
  [
    'a subject that is none, inside of a note',
    page('P', 'notes:\n  - remark: true\n    code: x\n    text: y\n    subjects:\n      - {modle: x}'),
    ["p.yaml:17 notes[0].subjects[0].modle: there is no such field (did you mean 'model'?)"],
  ],
  [
    'a group of observations is told apart from a single one',
    page('P', 'observations:\n  - each:\n      - {modl: m, setting: mmlu, printed: 1}'),
    [
      'p.yaml:13 observations[0].common: is missing',
      "p.yaml:14 observations[0].each[0].modl: there is no such field (did you mean 'model'?)",
    ],
  ],
  [
    'a half-written inference',
    page('P', '', { settings: 's: {like: mmlu, protocol: {shots: {inferred: 5}}, unit: [x]}' }),
    [
      'p.yaml:11 settings.s.unit: must be {inferred, because} or ~ or a text, not a list',
      'p.yaml:11 settings.s.protocol.shots.because: is missing',
    ],
  ],
  [
    'dates that are none',
    page('P', '', { sources: 'q: {kind: PAPER, title: Q, publishedAt: 2026-02-30, updatedAt: yesterday}' }),
    [
      'p.yaml:5 sources.q.publishedAt: there is no such day',
      "p.yaml:5 sources.q.updatedAt: must be a date as far as it is known: 2026, 2026-02 or 2026-02-17, not 'yesterday'",
      'p.yaml:5 sources.q.updatedAt: there is no such day',
    ],
  ],
  [
    'names that lead nowhere, with what is near',
    page('P', 'observations:\n  - {reportedName: M, setting: mmul, printed: 1, source: pag, measuredBy: [me]}'),
    [
      "p.yaml:13 observations[0].source: there is no source 'pag' in this file (did you mean 'page'?)",
      "p.yaml:13 observations[0].measuredBy[0]: there is no author 'me' in this file (the file has no authors)",
      "p.yaml:13 observations[0].setting: there is no setting 'mmul' in this file (did you mean 'mmlu'?)",
    ],
  ],
  [
    'a name of the language is no name of the file',
    page('P', 'observations:\n  - {model: constructor, setting: mmlu, printed: 1}'),
    ["p.yaml:13 observations[0].model: there is no model 'constructor' in this file (the file has no models)"],
  ],
  [
    'observations without their parts',
    page('P', 'observations:\n  - {id: a, evidence: VENDOR}\n  - {id: a, reportedName: M, setting: mmlu, printed: —}'),
    [
      "p.yaml:13 observations[0]: needs a 'model' or a 'reportedName'",
      "p.yaml:13 observations[0]: needs a 'setting'",
      "p.yaml:13 observations[0]: needs 'printed', the text of the value",
      "p.yaml:14 observations[1].id: another observation has the id 'a'",
      "p.yaml:14 observations[1].printed: '—' stands for a value that is not there, so nothing can refer to it as 'a'",
    ],
  ],
  [
    'cells that do not fit',
    page(
      'P',
      'tables:\n  t:\n    columns: [{name: a}, {setting: mmlu}]\n    rows:\n      - {name: M, cells: [1, 2]}\n      - {name: N, cells: [—], settings: {3: mmlu}}',
    ),
    [
      "p.yaml:16 tables.t.rows[0].cells[0]: '1' needs a setting: of its column, or of its row under 'settings: {1: …}'",
      "p.yaml:17 tables.t.rows[1].cells: 1 cells in a table of 2 columns (row 'N')",
      'p.yaml:17 tables.t.rows[1].settings.3: the table has the columns 1 to 2',
    ],
  ],
  [
    'settings that lead in a circle, or have no benchmark',
    page('P', '', { settings: 'a: {like: b}\nb: {like: a}\nc: {metric: x, min: low, higherIsBetter: yes}' }),
    [
      "p.yaml:11 settings.a.like: 'like' leads in a circle or nowhere",
      "p.yaml:12 settings.b.like: 'like' leads in a circle or nowhere",
      "p.yaml:13 settings.c: needs a 'benchmark', its own or that of a setting it is like",
      "p.yaml:13 settings.c.higherIsBetter: must be true, false or ~, not 'yes'",
      "p.yaml:13 settings.c.min: must be a plain number, not 'low'",
    ],
  ],
  [
    'an issue that is resolved by nobody, and bounds the wrong way round',
    page('P', 'notes:\n  - {issue: OTHER, code: c, text: t, state: RESOLVED, subjects: [{source: page}]}', {
      settings: 's: {like: mmlu, min: 1.0, max: 0.5}',
    }),
    [
      "p.yaml:11 settings.s: its 'min' of 1.0 is above its 'max' of 0.5",
      "p.yaml:13 notes[0]: is RESOLVED, so it needs a 'resolution'",
    ],
  ],
  [
    'one name for two models',
    page('P', 'models:\n  a: {name: Foo, aliases: [Bar]}\n  b: {name: Bar}'),
    ["p.yaml:14 models.b.name: 'Bar' is also a name of the model 'a'"],
  ],
  [
    'facts that say nothing, or lean on the wrong note',
    page(
      'P',
      'models:\n  a:\n    name: Foo\n    facts:\n      - {property: x}\n      - {property: y, missing: r}\nnotes:\n  - {id: r, remark: true, code: c, text: t, subjects: [{model: a}]}',
    ),
    [
      "p.yaml:16 models.a.facts[0]: needs a 'value', a 'number', or 'missing' with the note that stands in its place",
      "p.yaml:17 models.a.facts[1].missing: the note 'r' does not say that something is not published",
    ],
  ],
  [
    'characters that a database cannot hold',
    page('a\\0b', ''),
    ['p.yaml:4 sources.page.title: the text holds a NUL character'],
  ],
  ['no page', 'whence: 1\nsources: {}\n', ['p.yaml:1 page: is missing']],
  ['another version', page('P', '').replace('whence: 1', 'whence: 2'), ["p.yaml:1 whence: must be 1, not '2'"]],
  ['a list', '- a\n', ['p.yaml:1: must be a map of fields, not a list']],
]

describe('a bundle that can not be taken', () => {
  test.each(cases)('%s', (_, text, expected) => {
    expect(mistakes(text)).toEqual({ code: 'BAD_BUNDLE', lines: expected })
  })
})

describe('broken YAML', () => {
  test.each([
    ['the same key twice', 'whence: 1\npage: a\npage: b\n', 'p.yaml:3: the same key twice in one map'],
    [
      'an open bracket',
      'whence: 1\npage: [a\nsources: {}\n',
      'p.yaml:3: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'two documents',
      'whence: 1\n---\nwhence: 1\n',
      'p.yaml:2: more than one YAML document in the file ("---"); write one file a page',
    ],
    [
      'a tag',
      'whence: !!int 1\n',
      'p.yaml:1: Unresolved tag: tag:yaml.org,2002:int; every value is read as text, so tags have no place here',
    ],
    ['an alias of nothing', 'whence: *a\n', 'p.yaml: Unresolved alias (the anchor must be set before the alias): a'],
  ])('%s', (_, text, expected) => {
    const { code, lines } = mistakes(text)
    expect(code).toBe('BROKEN_YAML')
    expect(lines).toContain(expected)
  })

  test('anchors that multiply into billions are refused, not expanded', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(12)}]`,
    )
    expect(mistakes(`a0: &a0 x\n${levels.join('\n')}\n`).code).toBe('BROKEN_YAML')
  })
})

test('every value is the text in the file; anchors and merge keys serve to write things once', () => {
  const text = page(
    'P',
    `${rows('M = 63.40')}\nobservations:\n  - &one {reportedName: M, setting: mmlu, printed: .50, locator: {page: 010}}\n  - <<: *one\n    printed: 1e3`,
  )
  const { bundle, lineOf } = parseBundle(text, 'p.yaml')
  expect(bundle.tables.results?.rows[0]?.cells).toEqual(['63.40'])
  expect(bundle.observations).toMatchObject([
    { printed: '.50', locator: { page: '010' } },
    { printed: '1e3', reportedName: 'M', locator: { page: '010' } },
  ])
  expect(lineOf(['observations', 1, 'printed'])).toBe(21)
  // What is merged in stands where the anchor is.
  expect(lineOf(['observations', 1, 'locator', 'page'])).toBe(19)
})
