// The check of breaking changes: what counts as one, and that the changelog must name it.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { breakingChanges, unannounced } from '../../scripts/breaking-changes.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const before = `type Query { model(slug: String!): Model }
  type Model { slug: String! name: String! family: String }
  enum Kind { A B }`

test.each([
  ['a field that is gone', 'name: String! family: String }', 'name: String! }', ['Model.family']],
  ['a field that may be null now', 'name: String!', 'name: String', ['Model.name']],
  ['a field of another type', 'family: String', 'family: Int', ['Model.family']],
  ['an argument that is needed now', '(slug: String!)', '(slug: String!, kind: Kind!)', ['Query.model.kind']],
  ['an enum value that is gone', 'A B', 'A', ['Kind.B']],
  ['a new field', 'family: String', 'family: String maker: String', []],
  ['a new argument with a default', '(slug: String!)', '(slug: String!, kind: Kind = A)', []],
  ['a field that is never null now', 'family: String', 'family: String!', []],
])('%s', async (_, from, to, paths) => {
  const changes = await breakingChanges(before, before.replace(from, to))
  expect(changes.map(({ path }) => path)).toEqual(paths)
})

test.each([
  ['no entry', '## [Unreleased]\n\n### Added\n\n- `Model.family` is gone.\n', ['Model.family', 'Model.name']],
  ['an entry for one', '## [Unreleased]\n\n### Breaking\n\n- `Model.family` is gone.\n', ['Model.name']],
  [
    'entries for both',
    '## [Unreleased]\n\n### Breaking\n\n- `Model.family`: gone.\n- `Model.name`: may be null.\n',
    [],
  ],
  [
    'an entry of an older release',
    '## [Unreleased]\n\n## [1.0.0]\n\n### Breaking\n\n- `Model.family`\n- `Model.name`\n',
    ['Model.family', 'Model.name'],
  ],
  ['a longer path', '## [Unreleased]\n\n### Breaking\n\n- `Model.familyName`, `Model.name`\n', ['Model.family']],
])('%s in the changelog', (_, changelog, paths) => {
  const changes = ['Model.family', 'Model.name'].map((path) => ({ path, message: '' }))
  expect(unannounced(changes, `# Changelog\n\n${changelog}`).map(({ path }) => path)).toEqual(paths)
})

test('what has changed since the last release is in the changelog', async () => {
  const changes = await breakingChanges(read('released/schema.graphql'), read('schema.graphql'))
  expect(unannounced(changes, read('CHANGELOG.md'))).toEqual([])
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/check-breaking.ts'])
})
