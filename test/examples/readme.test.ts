// The README's query gives the README's answer.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

function block(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(readme) ?? []
  if (text === undefined) throw new Error(`the README has no block of ${language}`)
  return text
}

test('the query of the README gives the answer that stands below it', async () => {
  const server = await serveApp({ db })
  try {
    const { answer } = await askGraph(server.url, block('graphql'))
    expect(answer).toEqual(JSON.parse(block('json')))
  } finally {
    await server.close()
  }
})
