// Provenance: walks from every kind of node against a plain search over edges read from the rest of the graph.
import type { GraphQLInterfaceType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { InputError } from '../../src/domain/input-error.ts'
import { buildGraph } from '../../src/graph.ts'
import { provenanceLimits } from '../../src/resolvers/provenance.ts'
import { importText, page } from '../importers/bundles.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { type Edge, edgesOfGraph, search, typeOf } from './provenance-edges.ts'
import { walk } from './walk.ts'

interface Walk {
  nodes: { id: string }[]
  edges: Edge[]
  truncated: boolean
}
const query = `query ($id: ID!, $direction: ProvenanceDirection! = UPSTREAM, $depth: Int! = 8) {
  provenance(id: $id, direction: $direction, depth: $depth) { nodes { id } edges { from to relation } truncated } }`
const tell = ({ from, to, relation }: Edge) => `${from} ${relation} ${to}`

describe('the catalogue', () => {
  const db = useDatabase('catalogue')
  let edges: Edge[] = []
  beforeAll(async () => {
    edges = await edgesOfGraph(db)
  })
  const provenance = async (id: string, direction = 'UPSTREAM', depth = 8) =>
    (await ask<{ provenance: Walk }>(db, query, { id, direction, depth })).data.provenance
  const idOf = async (field: string) => {
    const { data } = await ask<{ found: { id: string } | { nodes: { id: string }[] } }>(db, `{ found: ${field} }`)
    return 'nodes' in data.found ? (data.found.nodes[0]?.id as string) : data.found.id
  }

  /** Nodes of each kind that edges touch, `count` of each, spread over all of them. */
  const some = (count: number) => {
    const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort()
    return [...new Set(ids.map(typeOf))].flatMap((type) => {
      const list = ids.filter((id) => typeOf(id) === type)
      return Array.from({ length: Math.min(count, list.length) }, (_, i) => {
        return list[Math.floor((i * list.length) / count)] as string
      })
    })
  }

  test.each(['UPSTREAM', 'DOWNSTREAM', 'BOTH'] as const)(
    '%s: each node and edge once, as a plain search finds them',
    async (direction) => {
      const starts = some(direction === 'UPSTREAM' ? 5 : 2)
      expect(new Set(starts.map(typeOf)).size).toBeGreaterThanOrEqual(10)
      let whole = 0
      for (const id of starts)
        for (const depth of [0, 1, 2, 8]) {
          const found = await provenance(id, direction, depth)
          const nodes = found.nodes.map((node) => node.id)
          expect(nodes[0]).toBe(id)
          expect(new Set(nodes).size).toBe(nodes.length)
          expect(new Set(found.edges.map(tell)).size).toBe(found.edges.length)
          const expected = search(edges, id, direction, depth, provenanceLimits.maxPerNode)
          if (expected.bounded) {
            expect(found.truncated).toBe(true)
            expect(nodes.length).toBeLessThanOrEqual(provenanceLimits.maxNodes)
            const [known, listed] = [new Set(expected.nodes), new Set(nodes)]
            expect(nodes.filter((node) => !known.has(node))).toEqual([])
            expect(found.edges.filter(({ from, to }) => !listed.has(from) || !listed.has(to))).toEqual([])
            continue
          }
          whole++
          expect(nodes.sort()).toEqual(expected.nodes.sort())
          expect(found.edges.map(tell).sort()).toEqual(expected.edges.map(tell).sort())
          expect(found.truncated, `${id} ${depth}`).toBe(expected.truncated)
        }
      expect(whole).toBeGreaterThan(30)
    },
  )

  test('upstream of every observation are its source’s authors, its page, model, setting and benchmark', async () => {
    interface Observed {
      id: string
      model: { id: string }
      setting: { id: string; benchmark: { id: string } }
      source: { id: string; authors: { nodes: { author: { id: string } }[] } }
      readFrom: { id: string } | null
      measuredBy: { id: string }[]
    }
    const found = await walk<Observed>(
      db,
      'observations(filter: { hasReadFrom: true })',
      `id model { id } setting { id benchmark { id } } source { id authors { nodes { author { id } } } } readFrom { id } measuredBy { id }`,
    )
    for (const one of found) {
      const authors = [...one.source.authors.nodes.map(({ author }) => author), ...one.measuredBy]
      const near = [one, one.model, one.setting, one.setting.benchmark, one.source, one.readFrom, ...authors]
      const ids = (await provenance(one.id)).nodes.map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining(near.flatMap((node) => (node ? [node.id] : []))))
    }
    expect(found.length).toBeGreaterThan(25)
  })

  test('63.43% of the paper as the evidence page cites it: eight authors two steps up', async () => {
    const id = await idOf(
      'observations(filter: { value: { equals: "63.43" }, readFrom: { contains: "model-evidence" } }) { nodes { id } }',
    )
    const { nodes, edges, truncated } = await provenance(id)
    const authors = edges.filter(({ relation, from }) => relation === 'WAS_ATTRIBUTED_TO' && typeOf(from) === 'Source')
    const paper = edges.find(({ from, relation }) => from === id && relation === 'HAD_PRIMARY_SOURCE')?.to
    expect(authors.filter(({ from }) => from === paper)).toHaveLength(8)
    expect(new Set(nodes.map((node) => typeOf(node.id)))).toEqual(
      new Set(['Observation', 'Source', 'Setting', 'Model', 'Author', 'Benchmark']),
    )
    expect(truncated).toBe(false)
  })

  test('downstream of a source of a lost score are the note and the page that quotes it', async () => {
    const id = await idOf('sources(filter: { slug: { contains: "how-to-evaluate" } }) { nodes { id } }')
    const { edges } = await provenance(id, 'DOWNSTREAM', 1)
    const here = edges.filter(({ to }) => to === id)
    expect(here.map(({ from, relation }) => `${typeOf(from)} ${relation}`).sort()).toEqual([
      'NotPublished ANNOTATES',
      'Source WAS_DERIVED_FROM',
    ])
    // The page that quotes it is annotated by the same note: an edge between two nodes that are there anyway.
    expect(edges).toHaveLength(3)
  })

  test('depth 0 is the node alone, and truncated says whether there is more', async () => {
    const observation = await idOf('observations(first: 1) { nodes { id } }')
    expect(await provenance(observation, 'UPSTREAM', 0)).toEqual({
      nodes: [{ id: observation }],
      edges: [],
      truncated: true,
    })
    const author = await idOf('author(slug: "ion-stoica") { id }')
    expect(await provenance(author, 'UPSTREAM', 0)).toEqual({ nodes: [{ id: author }], edges: [], truncated: false })
  })

  test('a table of 512 scores is cut off at the bounds, and says so', async () => {
    const id = await idOf('source(slug: "reward-modeling-on-rm-bench-test") { id }')
    const { nodes, edges, truncated } = await provenance(id, 'DOWNSTREAM', 1)
    expect(truncated).toBe(true)
    const scores = edges.filter(
      ({ relation, from }) => relation === 'HAD_PRIMARY_SOURCE' && typeOf(from) === 'Observation',
    )
    expect(scores).toHaveLength(provenanceLimits.maxPerNode)
    expect(nodes.length).toBeLessThanOrEqual(provenanceLimits.maxNodes)
    const all = await provenance(id, 'BOTH', 20)
    expect([all.nodes.length <= provenanceLimits.maxNodes, all.truncated]).toEqual([true, true])
  })

  test('depths and ids that are none', async () => {
    const id = await idOf('observations(first: 1) { nodes { id } }')
    for (const depth of [-1, 21]) {
      const { errors } = await askRaw(db, query, { id, depth })
      expect(errors?.map(({ originalError }) => originalError)).toEqual([expect.any(InputError)])
    }
    const nobody = Buffer.from('Model:nobody').toString('base64')
    expect((await ask(db, query, { id: nobody })).data).toEqual({ provenance: null })
    expect((await askRaw(db, query, { id: 'nonsense' })).errors).toHaveLength(1)
  })

  test('a former slug leads where today’s does; the key of a note of another type leads nowhere', async () => {
    await db.pool.query(
      `INSERT INTO former_slug (slug, source_id) SELECT 'given-up', id FROM source WHERE slug = 'reward-modeling-on-rm-bench-test'`,
    )
    const id = await idOf('source(slug: "reward-modeling-on-rm-bench-test") { id }')
    const former = Buffer.from('Source:given-up').toString('base64')
    for (const direction of ['UPSTREAM', 'DOWNSTREAM'])
      expect(await provenance(former, direction, 2)).toEqual(await provenance(id, direction, 2))
    const issue = await idOf('unresolvedIssues(first: 1) { nodes { id } }')
    for (const direction of ['UPSTREAM', 'DOWNSTREAM', 'BOTH']) {
      expect((await provenance(issue, direction, 1)).nodes[0]).toEqual({ id: issue })
      const mistyped = Buffer.from(Buffer.from(issue, 'base64').toString().replace('UnresolvedIssue', 'Remark'))
      expect(await provenance(mistyped.toString('base64'), direction, 1)).toBeNull()
    }
  })

  const fewAndMany = async () => {
    const source = await idOf('source(slug: "reward-modeling-on-rm-bench-test") { id }')
    const few = await idOf('observations(filter: { model: { equals: "ce-rm-4b" } }) { nodes { id } }')
    const walks = [
      { id: source, direction: 'DOWNSTREAM' },
      { id: source, direction: 'BOTH' },
      { id: few, direction: 'UPSTREAM' },
      { id: few, direction: 'BOTH' },
    ]
    return walks.flatMap((walk) => [0, 1, 2, 3, 20].map((depth) => ({ ...walk, depth })))
  }

  test('one statement, however deep the walk goes', async () => {
    for (const variables of await fewAndMany())
      expect((await ask<{ provenance: Walk }>(db, query, variables)).statements).toHaveLength(1)
  })

  test('one more a kind of node where more is asked of nodes than what identifies them', async () => {
    const more = `query ($id: ID!, $direction: ProvenanceDirection!, $depth: Int!) {
      provenance(id: $id, direction: $direction, depth: $depth) { nodes { __typename id ...Shown } } }
      fragment Shown on Node { ... on Observation { key printed } ... on Author { slug name } ... on Remark { key text } }`
    type Shown = { __typename: string; id: string; printed?: string; name?: string; text?: string }
    for (const variables of await fewAndMany()) {
      const { data, statements } = await ask<{ provenance: { nodes: Shown[] } }>(db, more, variables)
      const { nodes } = data.provenance
      expect(nodes.map(({ id }) => id)).toEqual(
        (await provenance(variables.id, variables.direction, variables.depth)).nodes.map(({ id }) => id),
      )
      expect(nodes.map(({ __typename }) => __typename)).toEqual(nodes.map(({ id }) => typeOf(id)))
      for (const { __typename, printed, name, text } of nodes)
        if (['Observation', 'Author', 'Remark'].includes(__typename)) expect(printed ?? name ?? text).toMatch(/./)
      // The three kinds of note are rows of one table.
      const tables = new Set(nodes.map(({ id }) => typeOf(id).replace(/UnresolvedIssue|NotPublished|Remark/, 'Note')))
      expect(statements).toHaveLength(1 + tables.size)
    }
  })

  test('what identifies a node is the same with its row and without', async () => {
    const { schema } = buildGraph()
    const identifying = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map((type) => {
      const fields = ['slug', 'key'].filter((field) => field in type.getFields())
      return `... on ${type.name} { ${['id', ...fields].join(' ')} }`
    })
    const shown = (more: string) => `query ($id: ID!) {
      provenance(id: $id, direction: BOTH, depth: 2) { nodes { __typename ${identifying.join(' ')} ${more} } } }`
    const id = await idOf('source(slug: "reward-modeling-on-rm-bench-test") { id }')
    const known = await ask<{ provenance: { nodes: object[] } }>(db, shown(''), { id })
    const read = await ask<{ provenance: { nodes: { printed?: string }[] } }>(
      db,
      shown('... on Observation { printed }'),
      { id },
    )
    expect(known.data.provenance.nodes.length).toBeGreaterThan(100)
    expect(known.data.provenance.nodes).toEqual(read.data.provenance.nodes.map(({ printed, ...node }) => node))
  })
})

describe('cycles', () => {
  const db = useDatabase()

  test('sources and scores that come from each other are walked once', async () => {
    const score = (id: string, printed: string) =>
      `  - {id: ${id}, reportedName: M, setting: mmlu, printed: "${printed}", locator: {row: ${id}}}`
    const body = `observations:\n${score('one', '50.1')}\n${score('two', '50.10')}
derivations:
  - {observation: one, from: [two], kind: ROUNDED, origin: CURATED}
  - {observation: two, from: [one], kind: OTHER, origin: CURATED}
`
    const sources = 'a: {kind: PAPER, title: A, derivedFrom: [b]}\nb: {kind: PAPER, title: B, derivedFrom: [a]}'
    const { rejections } = await importText(db, page('Page', body, { sources }))
    expect(rejections).toEqual([])
    const ids = (
      await ask<{ sources: { nodes: { id: string }[] }; observations: { nodes: { id: string }[] } }>(
        db,
        '{ sources(filter: { sourceKind: [PAPER] }) { nodes { id } } observations { nodes { id } } }',
      )
    ).data
    for (const [list, relation] of [
      [ids.sources.nodes, 'WAS_DERIVED_FROM'],
      [ids.observations.nodes, 'WAS_DERIVED_FROM'],
    ] as const)
      for (const { id } of list)
        for (const direction of ['UPSTREAM', 'DOWNSTREAM', 'BOTH']) {
          const { data } = await ask<{ provenance: Walk }>(db, query, { id, direction, depth: 20 })
          const between = data.provenance.edges.filter((edge) => edge.relation === relation)
          expect(new Set(between.map(tell)).size).toBe(2)
          expect(between).toHaveLength(2)
          expect(data.provenance.truncated).toBe(false)
        }
  })
})
