// Fails when the schema breaks clients of the last release and the changelog does not say so; `--release` takes today's
// schema for that of a release.
import { readFile, writeFile } from 'node:fs/promises'
import { breakingChanges, unannounced } from './breaking-changes.ts'

const file = (name: string) => new URL(`../${name}`, import.meta.url)
const read = (name: string) => readFile(file(name), 'utf8')

if (process.argv.includes('--release')) {
  await writeFile(file('released/schema.graphql'), await read('schema.graphql'))
} else {
  const changes = await breakingChanges(await read('released/schema.graphql'), await read('schema.graphql'))
  const silent = unannounced(changes, await read('CHANGELOG.md'))
  for (const { path, message } of changes) console.log(`breaking: ${path}: ${message}`)
  if (silent.length > 0) {
    console.error(
      `CHANGELOG.md does not name ${silent.map(({ path }) => `\`${path}\``).join(', ')}. Keep the old field beside the ` +
        'new one and deprecate it; or say under "### Breaking" of "## [Unreleased]", with the path in backticks, what to do.',
    )
    process.exitCode = 1
  }
}
