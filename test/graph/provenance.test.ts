// Provenance: walks from every kind of node against a plain search over edges read from the rest of the graph.
import { beforeAll, describe, expect, test } from 'vitest'
import { InputError } from '../../src/domain/input-error.ts'
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

  test('one statement a level, and one a kind of node, however many nodes there are', async () => {
    const source = await idOf('source(slug: "reward-modeling-on-rm-bench-test") { id }')
    const few = await idOf('observations(filter: { model: { equals: "ce-rm-4b" } }) { nodes { id } }')
    for (const [id, direction] of [
      [source, 'DOWNSTREAM'],
      [source, 'BOTH'],
      [few, 'UPSTREAM'],
      [few, 'BOTH'],
    ])
      for (const depth of [0, 1, 2, 3]) {
        const { data, statements } = await ask<{ provenance: Walk }>(db, query, { id, direction, depth })
        const levels = statements.filter((text) => text.includes('AS kind'))
        const kinds = new Set(data.provenance.nodes.map((node) => typeOf(node.id)))
        expect(levels.length).toBeLessThanOrEqual(depth + 1)
        // The three kinds of note are rows of one table.
        const notes = ['UnresolvedIssue', 'NotPublished', 'Remark'].filter((type) => kinds.has(type)).length
        const tables = kinds.size - Math.max(0, notes - 1)
        // One more to find the start by its natural key.
        expect(statements.length - levels.length).toBe(tables + 1)
      }
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
