// Three subgraphs behind Hive Gateway, on both of its runtimes: queries that cross all of them, and what they cost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Runtime, startGateway } from '../../examples/federation/gateway.ts'
import { folder, install, type Program, start } from '../../examples/federation/programs.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph } from '../support/request.ts'
import { type Cost, startSubgraphs } from './subgraphs.ts'

const db = useDatabase('catalogue')
let outOfReach: string | undefined

beforeAll(async () => {
  for (const name of ['model-registry', 'reading-list', 'gateway']) {
    await install(name).catch((error) => {
      // Only a registry that can't be reached is a reason to skip; anything else is a fault.
      if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(String(error.stderr))) throw error
      outOfReach = `SKIPPED: the packages of examples/federation/${name} could not be fetched: ${error.stderr}`
      console.error(outOfReach)
    })
  }
}, 600_000)
beforeEach(({ skip }) => skip(outOfReach !== undefined, outOfReach))

const threads = 'notes of every type, each with its thread'
const queries = {
  'from Whence to the registry and the reading list': `{ model(slug: "internlm2-chat-20b") {
    name bestOffer endpoints { provider inputPrice }
    observations(first: 20) { nodes { printed source { title arxivVersionedId reading { read note } } } } } }`,
  'from the registry through Whence to the reading list': `{ endpoints { provider model {
    name sources(first: 10) { nodes { slug reading { addedOn } } } } } }`,
  'from the reading list through Whence to the registry': `{ readingList { addedOn source {
    title sourceKind observations(first: 20) { nodes { printed model { slug bestOffer endpoints { provider } } } } } } }`,
  [threads]: `{ unresolvedIssues(first: 1) { nodes { key thread } }
    notPublished(first: 1) { nodes { key thread } } }`,
  'a hundred models, each with its endpoints': '{ models(first: 100) { nodes { slug endpoints { provider } } } }',
  'what the reading list provides itself': '{ readingList { source { title } } }',
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several queries
type Data = any

describe.each<Runtime>(['default', 'router'])('on the %s runtime', (runtime) => {
  let subgraphs: Awaited<ReturnType<typeof startSubgraphs>> | undefined
  let gateway: Program | undefined
  const costs: Record<string, Cost> = {}

  beforeAll(async () => {
    if (outOfReach) return
    subgraphs = await startSubgraphs(db)
    gateway = await startGateway(subgraphs.urls, runtime)
  }, 120_000)
  afterAll(async () => {
    await gateway?.close()
    await subgraphs?.close()
  })

  async function ask(name: keyof typeof queries): Promise<Data> {
    if (!subgraphs || !gateway) throw new Error('nothing runs')
    const { url } = gateway
    const { result, cost } = await subgraphs.counted(() => askGraph(url, queries[name]))
    expect(result.answer.errors).toBeUndefined()
    costs[name] = cost
    return result.answer.data
  }

  test('the runtime is the one that was asked for', () => {
    expect(/router/i.test(gateway?.output() ?? '')).toBe(runtime === 'router')
  })

  test('from Whence to the registry and the reading list', async () => {
    const { model } = await ask('from Whence to the registry and the reading list')
    expect(model).toMatchObject({
      name: 'InternLM2-Chat-20B',
      bestOffer: 'InternLM2-Chat-20B at south.example: $0.15 a million input tokens',
      endpoints: [
        { provider: 'south.example', inputPrice: 0.15 },
        { provider: 'north.example', inputPrice: 0.2 },
      ],
    })
    const sources = model.observations.nodes.map((node: Data) => node.source)
    const report = sources.find((source: Data) => source.arxivVersionedId === '2403.17297v1')
    expect(report.reading.read).toBe(false)
    // A source without a versioned arXiv id has no key there: no entry, and no error.
    const others = sources.filter((source: Data) => source.arxivVersionedId === null)
    expect(others.length).toBeGreaterThan(0)
    expect(others.every((source: Data) => source.reading === null)).toBe(true)
  })

  test('from the registry through Whence to the reading list', async () => {
    const { endpoints } = await ask('from the registry through Whence to the reading list')
    expect(endpoints.map((endpoint: Data) => [endpoint.provider, endpoint.model.name])).toEqual([
      ['north.example', 'InternLM2-20B-Reward'],
      ['south.example', 'InternLM2-Chat-20B'],
      ['north.example', 'InternLM2-Chat-20B'],
    ])
    const read = endpoints.map(({ model }: Data) =>
      model.sources.nodes.flatMap(({ reading }: Data) => (reading ? [reading.addedOn] : [])),
    )
    expect(read).toEqual([['2026-03-02'], ['2026-03-09'], ['2026-03-09']])
  })

  test('from the reading list through Whence to the registry', async () => {
    const { readingList } = await ask('from the reading list through Whence to the registry')
    expect(readingList.map(({ source }: Data) => [source.title, source.sourceKind])).toEqual([
      ['InternLM2 Technical Report', 'PAPER'],
      ['JudgeBench: A Benchmark for Evaluating LLM-Based Judges', 'PAPER'],
    ])
    const models = new Map<string, Data>(
      readingList.flatMap(({ source }: Data) =>
        source.observations.nodes.map(({ model }: Data) => [model.slug, model]),
      ),
    )
    expect(models.get('internlm2-chat-20b').endpoints).toEqual([
      { provider: 'south.example' },
      { provider: 'north.example' },
    ])
    expect(models.get('internlm2-20b-reward').bestOffer).toContain('north.example')
  })

  // Hive Gateway's default runtime does not ask the subgraph of an interface object for concrete types.
  test.runIf(runtime === 'default')(
    'a field given to notes of every type is an error, not a wrong answer',
    async () => {
      const { answer } = await askGraph(gateway?.url ?? '', queries[threads])
      expect(answer).toMatchObject({ data: null, errors: [{ path: ['unresolvedIssues', 'nodes', 0, 'thread'] }] })
    },
  )

  test.runIf(runtime === 'router')('a field given to notes of every type', async () => {
    const { unresolvedIssues, notPublished } = await ask(threads)
    for (const { key, thread } of [...unresolvedIssues.nodes, ...notPublished.nodes])
      expect(thread).toBe(`https://talk.example/notes/${key}`)
    expect([unresolvedIssues.nodes.length, notPublished.nodes.length]).toEqual([1, 1])
  })

  test('a hundred models cost one call', async () => {
    const { models } = await ask('a hundred models, each with its endpoints')
    const name = 'a hundred models, each with its endpoints'
    expect(costs[name]?.entities).toEqual({ registry: { calls: 1, references: models.nodes.length } })
    expect(models.nodes.filter(({ endpoints }: Data) => endpoints.length > 0)).toHaveLength(2)
  })

  test('what a subgraph provides itself is not asked for elsewhere', async () => {
    await ask('what the reading list provides itself')
    expect(costs['what the reading list provides itself']).toEqual({ entities: {}, requests: 1, statements: 0 })
  })

  test('an error of a reference stays with it', async () => {
    const { answer } = await askGraph(
      gateway?.url ?? '',
      '{ a: model(slug: "nobody") { endpoints { url } } __typename }',
    )
    expect(answer).toEqual({ data: { a: null, __typename: 'Query' } })
  })

  test('a field that is inaccessible is not in the supergraph', async () => {
    const { answer } = await askGraph(gateway?.url ?? '', '{ endpoints { contract } }')
    expect(answer.errors?.[0]?.message).toContain('contract')
  })

  test('what all this cost is as recorded', async () => {
    const asked = Object.keys(queries).filter((name) => runtime === 'router' || name !== threads)
    expect(Object.keys(costs).sort()).toEqual(asked.sort())
    await expect(`${JSON.stringify(costs, null, 2)}\n`).toMatchFileSnapshot(`recorded/${runtime}-runtime.json`)
  })
})

describe('npm run federation', () => {
  test('starts all of it, says where, and stops all of it', async () => {
    const env = { DATABASE_URL: db.url, GATEWAY_PORT: '0', WHENCE_LOG_LEVEL: 'warn' }
    const args = ['--import', 'tsx', 'examples/federation/main.ts']
    const running = await start(folder('../..'), args, env, /supergraph is at (http:\S+)\/graphql/)
    const query = '{ model(slug: "internlm2-20b-reward") { endpoints { url } } }'
    expect((await askGraph(running.url, query)).answer.data).toEqual({
      model: { endpoints: [{ url: 'https://north.example/v1/internlm2-20b-reward' }] },
    })
    const urls = [...running.output().matchAll(/http:\/\/\S+\/graphql/g)].map(([url]) => url)
    expect(urls).toHaveLength(4)
    await running.close()
    for (const url of urls) await expect(fetch(url), url).rejects.toThrow()
  }, 120_000)
})
