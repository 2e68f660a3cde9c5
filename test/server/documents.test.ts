// Known documents: asked for by hash, kept by caches, and the only ones where a setting says so.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/curation/tokens.ts'
import { hashOf } from '../../src/documents.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
const text = 'query Names($first: Int = 2) { models(first: $first) { nodes { slug } } }\n'
const hash = hashOf(text)
const ada = makeToken()
let folder = ''
let open: Awaited<ReturnType<typeof serveApp>>
let closed: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whence-documents-'))
  await writeFile(join(folder, 'names.graphql'), text)
  const curators = [{ name: 'ada', hash: ada.hash }]
  open = await serveApp({ db, config: { documents: folder, curators } })
  closed = await serveApp({ db, config: { documents: folder, documentsOnly: true } })
})
afterAll(async () => {
  await open.close()
  await closed.close()
  await rm(folder, { recursive: true })
})

const post = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}
const get = (url: string, parameters: Record<string, string>, headers = {}) =>
  fetch(`${url}/graphql?${new URLSearchParams(parameters)}`, { headers })
const apollo = { persistedQuery: { version: 1, sha256Hash: hash } }

describe('by hash', () => {
  test.each<[string, object]>([
    ['documentId', { documentId: hash }],
    ['documentId with its algorithm', { documentId: `sha256:${hash}` }],
    ['Apollo’s extension', { extensions: apollo }],
  ])('as %s, by POST and by GET, with variables', async (_what, named) => {
    const expected = await post(open.url, { query: text, variables: { first: 1 } })
    expect(expected.data.models.nodes).toHaveLength(1)
    expect(await post(open.url, { ...named, variables: { first: 1 } })).toEqual(expected)
    const parameters = Object.entries({ ...named, variables: { first: 1 } }).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    expect(await (await get(open.url, Object.fromEntries(parameters))).json()).toEqual(expected)
  })

  test('every example is known by what sha256sum says of its file', async () => {
    const file = await readFile(new URL('../../examples/queries/00-welcome.graphql', import.meta.url), 'utf8')
    const answer = await post(open.url, { documentId: hashOf(file) })
    expect(answer.errors).toBeUndefined()
    expect(answer).toEqual((await askGraph(open.url, file)).answer)
  })

  test('one that is not known is told, so that clients send the text; with the text it is answered', async () => {
    const unknown = { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } }
    const answer = await post(open.url, { extensions: unknown })
    expect(answer.errors[0].extensions).toEqual({ code: 'PERSISTED_QUERY_NOT_FOUND' })
    expect(await post(open.url, { extensions: unknown, query: '{ __typename }' })).toEqual({
      data: { __typename: 'Query' },
    })
    for (const id of [42, null, {}, '__proto__', ['a']])
      expect((await post(open.url, { documentId: id })).errors[0].extensions.code).toMatch(
        /^(PERSISTED_QUERY_NOT_FOUND|BAD_REQUEST)$/,
      )
  })
})

describe('caches', () => {
  test('may keep the answer, and are told when it is still the same', async () => {
    const response = await get(open.url, { documentId: hash })
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    const again = await get(open.url, { documentId: hash }, { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await get(open.url, { documentId: hash, variables: '{"first":3}' }, { 'if-none-match': etag })
    expect([other.status, (await other.json()).data.models.nodes.length]).toEqual([200, 3])
  })

  test('that are shared keep nothing that came with a token, and give none of theirs to who sends one', async () => {
    const vary = (response: Response) => response.headers.get('vary')?.split(/, */)
    const asked = ['accept', 'authorization', 'x-whence-cost', 'x-whence-written']
    const anonymous = await get(open.url, { documentId: hash })
    expect(vary(anonymous)).toEqual(expect.arrayContaining(asked))
    for (const authorization of [`Bearer ${ada.token}`, `Bearer ${makeToken().token}`, 'Basic YTpi']) {
      const response = await get(open.url, { documentId: hash }, { authorization })
      expect(await response.json()).toEqual({ data: expect.anything() })
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(vary(response)).toEqual(expect.arrayContaining(asked))
      const etag = response.headers.get('etag') ?? ''
      const again = await get(open.url, { documentId: hash }, { authorization, 'if-none-match': etag })
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
    }
  })

  test('may not keep what was refused, nor what came as a text', async () => {
    const refused = await get(open.url, { documentId: hash, variables: '{"first":0}' })
    expect((await refused.json()).errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(refused.headers.get('cache-control')).toBeNull()
    expect((await get(open.url, { query: text })).headers.get('etag')).toBeNull()
  })
})

describe('only those', () => {
  test('are answered, whether by hash or by text; all else is refused', async () => {
    expect((await post(closed.url, { documentId: hash })).errors).toBeUndefined()
    expect((await post(closed.url, { query: text })).errors).toBeUndefined()
    for (const body of [
      { query: '{ __typename }' },
      { query: `${text} ` },
      { query: '{ __typename }', extensions: { persistedQuery: { sha256Hash: 'f'.repeat(64) } } },
    ]) {
      const { data, errors } = await post(closed.url, body)
      expect(data).toBeUndefined()
      expect(errors[0].extensions.code).toMatch(/^(DOCUMENT_REQUIRED|PERSISTED_QUERY_NOT_FOUND)$/)
    }
    expect((await (await get(closed.url, { query: '{ __typename }' })).json()).errors[0].extensions.code).toBe(
      'DOCUMENT_REQUIRED',
    )
  })
})

test('a file that does not fit the schema is told before the server starts', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'whence-documents-'))
  try {
    await writeFile(join(broken, 'a.graphql'), '{ shoeSize }')
    await writeFile(join(broken, 'b.graphql'), '{')
    await expect(serveApp({ db, config: { documents: broken } })).rejects.toMatchObject({
      code: 'DOCUMENTS_INVALID',
      message: expect.stringMatching(/a\.graphql: Cannot query field "shoeSize"[\s\S]*b\.graphql: Syntax Error/),
    })
    await expect(serveApp({ db, config: { documents: join(broken, 'none') } })).rejects.toMatchObject({
      code: 'DOCUMENTS_INVALID',
    })
  } finally {
    await rm(broken, { recursive: true })
  }
})
