// A walk of provenance as one would write it over a list of edges: what the statement is compared with.
import type { ProvenanceEdge, WalkBounds } from '../../src/domain/provenance.ts'
import { edgeKinds, nodeOf, type ProvenanceDirection } from '../../src/loaders/provenance-edges.ts'

/** An edge of one of edgeKinds. */
export interface KindEdge {
  kind: number
  from: number | string
  to: number | string
}

export interface NamedWalk {
  nodes: string[]
  edges: ProvenanceEdge[]
  truncated: boolean
}

interface Step {
  from: string
  to: string
  near: string
  far: string
  /** The kind and the way it is followed: what bounds and order go by first. */
  way: string
}

const nameOf = (table: string, id: number | string) => `${table} ${id}`
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
function byId(a: string, b: string) {
  const [x, y] = [nodeOf(a), nodeOf(b)]
  return x.table === 'Note' ? byText(x.id, y.id) : Number(x.id) - Number(y.id)
}

function stepsOf(edges: readonly KindEdge[], direction: ProvenanceDirection): Step[] {
  const steps = new Map<string, Step>()
  const add = (step: Step) => steps.set(`${step.way} ${step.near} ${step.far}`, step)
  for (const { kind, ...ends } of edges) {
    const { from: fromTable, to: toTable } = edgeKinds[kind] as (typeof edgeKinds)[number]
    const from = nameOf(fromTable, ends.from)
    const to = nameOf(toTable, ends.to)
    const number = String(kind).padStart(3, '0')
    if (direction !== 'UPSTREAM') add({ from, to, near: to, far: from, way: `${number} down` })
    if (direction !== 'DOWNSTREAM') add({ from, to, near: from, far: to, way: `${number} up` })
  }
  return [...steps.values()].sort((a, b) => byText(a.way, b.way) || byText(a.near, b.near) || byId(a.far, b.far))
}

export function walkLevelByLevel(
  edges: readonly KindEdge[],
  start: string,
  direction: ProvenanceDirection,
  { depth, maxNodes, maxPerNode }: WalkBounds,
): NamedWalk {
  const steps = stepsOf(edges, direction)
  const nodes = new Set([start])
  const found = new Map<string, ProvenanceEdge>()
  let truncated = false
  let level = new Set([start])
  for (let step = 0; step <= depth && level.size > 0; step++) {
    // The last level is looked at for edges between known nodes, and to tell whether anything is left out.
    const next = new Set<string>()
    const perNode = new Map<string, number>()
    for (const { from, to, near, far, way } of steps) {
      if (!level.has(near)) continue
      const count = (perNode.get(`${way} ${near}`) ?? 0) + 1
      perNode.set(`${way} ${near}`, count)
      const isNew = !nodes.has(far)
      if (count > maxPerNode || (isNew && (step === depth || nodes.size === maxNodes))) {
        truncated = true
        continue
      }
      if (isNew) next.add(far)
      nodes.add(far)
      const { relation } = edgeKinds[Number(way.slice(0, 3))] as (typeof edgeKinds)[number]
      found.set(`${from} ${relation} ${to}`, { from, to, relation })
    }
    level = next
  }
  return { nodes: [...nodes], edges: [...found.values()], truncated }
}
