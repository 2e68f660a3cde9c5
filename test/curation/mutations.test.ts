// What curators do over HTTP: each act by its effect, its history, its refusals, and two people at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wrongCounters } from '../auditing/issues.ts'
import { clear, importText, page, rows, selectFrom } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'
import { history, idOf, serveCuration } from './curators.ts'

const db = useDatabase()
let server: Awaited<ReturnType<typeof serveCuration>>
beforeAll(async () => {
  server = await serveCuration(db)
})
afterAll(() => server.close())

const select = (statement: string, ...values: unknown[]) => selectFrom(db)(statement, ...values)
const bundles = { A: page('A', rows('Foo = 50.0', 'Bar = 7.0')), B: page('B', rows('Foo = 60.0')) }
/** Ids of the two observations of Foo and of the issue between them. */
let a: string
let b: string
let issue: string

beforeEach(async () => {
  await clear(db)
  for (const [name, text] of Object.entries(bundles)) await importText(db, text, `${name}.yaml`)
  const found = await select(`SELECT key, printed FROM observation WHERE reported_name = 'Foo' ORDER BY printed`)
  ;[a, b] = found.map(({ key }) => idOf('Observation', key)) as [string, string]
  issue = idOf('UnresolvedIssue', (await select('SELECT key FROM note'))[0].key)
})

const error = 'error { code message field }'
const state = `issue { id state resolution { by reason } ${history} }`
const resolve = `mutation ($issue: ID!, $reason: String! = "B has a typo.") { done: resolveIssue(input: {issue: $issue, reason: $reason}) { ${state} ${error} } }`
const reopen = `mutation ($issue: ID!) { done: reopenIssue(input: {issue: $issue, reason: "It was no typo."}) { ${state} ${error} } }`
const status = `mutation ($observation: ID!, $status: ObservationStatus!) { done: setStatus(input: {observation: $observation, status: $status, reason: "B says so."}) {
  observation { status printed ${history} unresolvedIssues(filter: {state: null}) { nodes { state } } } ${error} } }`
const file = `mutation ($about: [ID!]!, $kind: IssueKind! = AMBIGUOUS_SETTING) { done: fileIssue(input: {kind: $kind, code: "which-mmlu", text: "Which MMLU?", about: $about, reason: "Two exist."}) {
  issue { key origin text kind spread subjects { totalCount } ${history} } ${error} } }`
const alias = `mutation ($model: ID!, $name: String!) { done: addAlias(input: {model: $model, name: $name, reason: "The paper's name."}) {
  model { slug aliases { nodes { name source { slug } } } ${history} } ${error} } }`
const link = `mutation ($observation: ID!, $from: [ID!]!, $formula: String) { done: linkDerivation(input: {observation: $observation, from: $from, kind: CONVERTED, formula: $formula, reason: "Said in a footnote."}) {
  derivation { kind formula origin from { nodes { printed } } } ${error} } }`

describe('issues', () => {
  test('are settled and opened again, with who, when and why', async () => {
    const settled = await server.as('ada', resolve, { issue })
    expect(settled.done).toMatchObject({
      issue: { id: issue, state: 'RESOLVED', resolution: { by: 'ada', reason: 'B has a typo.' } },
      error: null,
    })
    expect(await select('SELECT issue_count FROM model ORDER BY slug')).toEqual([
      { issue_count: 0 },
      { issue_count: 0 },
    ])
    expect(await wrongCounters(db)).toEqual([])
    const again = (await server.as('bob', reopen, { issue })).done
    expect(again).toMatchObject({ issue: { state: 'OPEN', resolution: null } })
    const at = expect.stringContaining('"by":"ada"')
    const ada = { by: 'ada', kind: 'RESOLVE_ISSUE', reason: 'B has a typo.' }
    const bob = { by: 'bob', kind: 'REOPEN_ISSUE', reason: 'It was no typo.' }
    expect(again.issue.history.nodes).toEqual([
      { by: 'audit', kind: 'AUDIT', reason: null, field: 'state', before: null, after: 'OPEN' },
      { ...ada, field: 'state', before: 'OPEN', after: 'RESOLVED' },
      { ...ada, field: 'resolution', before: null, after: at },
      { ...bob, field: 'state', before: 'RESOLVED', after: 'OPEN' },
      { ...bob, field: 'resolution', before: at, after: null },
    ])
    expect(await wrongCounters(db)).toEqual([])
  })

  test('are filed about anything; one that says the same is refused', async () => {
    const model = idOf('Model', 'foo')
    expect((await server.as('ada', file, { about: [a, b, model] })).done).toMatchObject({
      issue: { origin: 'CURATED', kind: 'AMBIGUOUS_SETTING', spread: '10.0', subjects: { totalCount: 3 } },
      error: null,
    })
    expect(await select('SELECT open_issue_count FROM observation ORDER BY printed')).toMatchObject([
      ...[{ open_issue_count: 2 }, { open_issue_count: 2 }, { open_issue_count: 0 }],
    ])
    expect((await server.as('bob', file, { about: [a, b, model] })).done).toMatchObject({
      issue: null,
      error: { code: 'ALREADY_FILED', field: 'about' },
    })
    // The audit tells of the very same contradiction.
    expect((await server.as('bob', file, { about: [b, a], kind: 'DISAGREEMENT' })).done).toMatchObject({
      error: { code: 'ALREADY_FILED' },
    })
    expect(await wrongCounters(db)).toEqual([])
  })
})

describe('status', () => {
  test('is set, with its history, and audits look again at once', async () => {
    const before = await select('SELECT key, printed, value, locator_table FROM observation ORDER BY key')
    expect((await server.as('ada', status, { observation: b, status: 'RETRACTED' })).done).toEqual({
      observation: {
        ...{ status: 'RETRACTED', printed: '60.0', unresolvedIssues: { nodes: [{ state: 'RESOLVED' }] } },
        history: {
          totalCount: 1,
          nodes: [
            {
              ...{ by: 'ada', kind: 'SET_STATUS', reason: 'B says so.', field: 'status' },
              ...{ before: 'ACTIVE', after: 'RETRACTED' },
            },
          ],
        },
      },
      error: null,
    })
    expect(await select('SELECT key, printed, value, locator_table FROM observation ORDER BY key')).toEqual(before)
    expect(await wrongCounters(db)).toEqual([])
    // The page still prints it as it did: the same file is no contradiction to what a curator knows.
    expect(await importText(db, bundles.B, 'B.yaml')).toMatchObject({ rejected: 0, alreadyImported: true })
    expect((await server.as('ada', status, { observation: b, status: 'RETRACTED' })).done).toMatchObject({
      error: { code: 'ALREADY_KNOWN', field: 'status' },
    })
    expect((await server.as('bob', status, { observation: b, status: 'ACTIVE' })).done).toMatchObject({
      observation: { unresolvedIssues: { nodes: [{ state: 'OPEN' }] }, history: { totalCount: 2 } },
    })
  })
})

describe('derivations', () => {
  test('explain a difference; cycles and repetitions are refused', async () => {
    expect((await server.as('ada', link, { observation: b, from: [a], formula: '1.2 * x' })).done).toEqual({
      derivation: {
        kind: 'CONVERTED',
        formula: '1.2 * x',
        origin: 'CURATED',
        from: { nodes: [{ printed: '50.0' }] },
      },
      error: null,
    })
    expect(await select('SELECT state FROM note')).toEqual([{ state: 'RESOLVED' }])
    const refused = async (observation: string, from: string[]) =>
      ((await server.as('bob', link, { observation, from })).done as { error: unknown }).error
    expect(await refused(b, [a])).toMatchObject({ code: 'ALREADY_KNOWN', field: 'from' })
    expect(await refused(a, [b])).toMatchObject({ code: 'CYCLE', field: 'from' })
    expect(await refused(a, [a])).toMatchObject({ code: 'CYCLE', field: 'from' })
    expect(await refused(a, [])).toMatchObject({ code: 'INVALID_INPUT', field: 'from' })
    const asked = `query ($id: ID!) { node(id: $id) { ... on Observation { ${history} } } }`
    expect(((await server.as(null, asked, { id: b })).node as { history: unknown }).history).toMatchObject({
      totalCount: 1,
      nodes: [{ field: 'derivation', by: 'ada', before: null, after: expect.stringContaining('1.2 * x') }],
    })
  })
})

describe('aliases', () => {
  test('match what is imported afterwards, and never take another model’s name', async () => {
    const model = idOf('Model', 'foo')
    expect((await server.as('ada', alias, { model, name: ' Foo-7B  chat ' })).done).toMatchObject({
      model: { slug: 'foo', history: { nodes: [{ field: 'alias', after: '{"name":"Foo-7B chat","source":null}' }] } },
    })
    await importText(db, page('C', rows('foo-7b Chat = 51.0')), 'c.yaml')
    expect(await select(`SELECT model_slug FROM observation WHERE printed = '51.0'`)).toEqual([{ model_slug: 'foo' }])
    for (const name of ['Bar', 'BAR', 'org/bar'])
      expect((await server.as('ada', alias, { model, name })).done).toMatchObject({
        error: { code: 'ALIAS_TAKEN', message: expect.stringContaining('the model bar'), field: 'name' },
      })
    expect((await server.as('bob', alias, { model, name: 'Foo-7B chat' })).done).toMatchObject({
      error: { code: 'ALREADY_KNOWN' },
    })
    expect((await server.as('bob', alias, { model, name: ' ' })).done).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    })
  })
})

describe('refusals change nothing', () => {
  test.each([null, 'nobody'] as const)('without a known token (%s)', async (who) => {
    for (const [query, variables] of [
      [resolve, { issue }],
      [file, { about: [a] }],
      [status, { observation: idOf('Observation', 'none'), status: 'DISPUTED' }],
    ] as const)
      expect((await server.as(who, query, variables)).done).toMatchObject({
        error: { code: 'UNAUTHENTICATED', message: expect.stringContaining('whence token'), field: null },
      })
    expect(await select(`SELECT kind FROM act WHERE kind <> 'AUDIT'`)).toEqual([])
  })

  test.each([
    ['no id', 'INVALID_INPUT'],
    [idOf('UnresolvedIssue', 'f'.repeat(32)), 'NOT_FOUND'],
    [idOf('Model', 'foo'), 'INVALID_INPUT'],
  ])('of an issue that is %s', async (id, code) => {
    expect((await server.as('ada', resolve, { issue: id })).done).toMatchObject({
      issue: null,
      error: { code, field: 'issue' },
    })
  })

  test('without a reason', async () => {
    expect((await server.as('ada', resolve, { issue, reason: ' \n' })).done).toMatchObject({
      error: { code: 'INVALID_INPUT', field: 'reason' },
    })
    expect(await select('SELECT state FROM note')).toEqual([{ state: 'OPEN' }])
  })
})

describe('two people at once', () => {
  test('settle one issue once; the other one is told by whom', async () => {
    const answers = await Promise.all([server.as('ada', resolve, { issue }), server.as('bob', resolve, { issue })])
    const errors = answers.flatMap(({ done }) => (done as { error: { code: string } | null }).error ?? [])
    expect(errors).toMatchObject([
      { code: 'ALREADY_RESOLVED', message: expect.stringMatching(/^(ada|bob) has settled it/) },
    ])
    expect(await select(`SELECT count(*)::int AS acts FROM act WHERE kind = 'RESOLVE_ISSUE'`)).toEqual([{ acts: 1 }])
  })

  test('lose nothing: every act is in the history, each upon the one before', async () => {
    const statuses = ['DISPUTED', 'RETRACTED', 'HISTORICAL', 'SUPERSEDED', 'ACTIVE']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        server.as(i % 2 ? 'ada' : 'bob', status, { observation: b, status: statuses[i % 5] }),
      ),
    )
    const done = answers.filter(({ done }) => (done as { error: unknown }).error === null).length
    const changes = await select(`SELECT before, after FROM change WHERE field = 'status' ORDER BY id`)
    expect(changes).toHaveLength(done)
    expect(changes.map(({ before }) => before)).toEqual(['ACTIVE', ...changes.slice(0, -1).map(({ after }) => after)])
    const [{ status: now }] = await select(`SELECT status FROM observation WHERE printed = '60.0'`)
    expect(now).toBe(changes.at(-1).after)
    expect(await wrongCounters(db)).toEqual([])
  })

  test('and an import at the same time: all of it is there', async () => {
    const others = Array.from({ length: 5 }, (_, i) =>
      importText(db, page(`P${i}`, rows(`Foo = ${i + 1}0.5`)), `${i}.yaml`),
    )
    const acts = [
      server.as('ada', resolve, { issue }),
      server.as('bob', status, { observation: a, status: 'DISPUTED' }),
    ]
    const [ledgers, answers] = await Promise.all([Promise.all(others), Promise.all(acts)])
    expect(ledgers.every(({ rejected, alreadyImported }) => rejected === 0 && !alreadyImported)).toBe(true)
    expect(answers.map(({ done }) => (done as { error: unknown }).error)).toEqual([null, null])
    expect(await wrongCounters(db)).toEqual([])
  })
})

test('an import that takes long is not waited for without end', async () => {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(4206918273)')
    expect((await server.as('ada', resolve, { issue })).done).toMatchObject({ error: { code: 'BUSY' } })
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}, 15_000)

test('where no curator is configured there are no mutations, but history can be read', async () => {
  const plain = await serveApp({ db })
  try {
    const { answer } = await askGraph(plain.url, '{ __schema { mutationType { name } types { name } } }')
    const schema = answer.data?.__schema as { mutationType: null; types: { name: string }[] }
    expect(schema.mutationType).toBeNull()
    expect(schema.types.filter(({ name }) => /Curation|Payload|Mutation|IssueInput/.test(name))).toEqual([])
    const { answer: refused } = await askGraph(plain.url, resolve, { issue })
    expect(refused.errors?.[0]?.message).toMatch(/mutation/i)
    const { answer: read } = await askGraph(plain.url, `{ unresolvedIssues { nodes { ${history} } } }`)
    expect(read.data?.unresolvedIssues).toMatchObject({ nodes: [{ history: { totalCount: 1 } }] })
  } finally {
    await plain.close()
  }
})
