// The edges of provenance as the other fields of the graph tell them, and a plain search over them.
import type { Database } from '../../src/db/client.ts'
import { walk } from './walk.ts'

export interface Edge {
  from: string
  to: string
  relation: string
}
type Id = { id: string }
type Ids = { nodes: Id[] }

/** The type of a node, from its id. */
export const typeOf = (id: string): string => Buffer.from(id, 'base64').toString().split(':')[0] as string

interface Note extends Id {
  statedIn: Id | null
  subjects: Ids
  aboutModel?: Id | null
  aboutSetting?: Id | null
}
const note = 'id statedIn { id } subjects(first: 100) { nodes { ... on Node { id } } }'
const noteEdges = (one: Note): [string, string, Id | null | undefined][] => [
  [one.id, 'HAD_PRIMARY_SOURCE', one.statedIn],
  [one.id, 'ABOUT_MODEL', one.aboutModel],
  [one.id, 'USED_SETTING', one.aboutSetting],
  ...one.subjects.nodes.map((node): [string, string, Id] => [one.id, 'ANNOTATES', node]),
]

/** All edges that the types of the graph show, field by field. */
export async function edgesOfGraph(db: Database): Promise<Edge[]> {
  const found: [string, string, Id | null | undefined][] = []
  const add = (from: Id, relation: string, to: readonly (Id | null)[]) => {
    for (const one of to) found.push([from.id, relation, one])
  }
  type Observed = Id & { model: Id; setting: Id; source: Id; readFrom: Id | null; measuredBy: Id[] } & {
    derivedFrom: { nodes: { from: Ids }[] }
  }
  const observation = `id model { id } setting { id } source { id } readFrom { id } measuredBy { id }
    derivedFrom { nodes { from(first: 100) { nodes { id } } } }`
  for (const one of await walk<Observed>(db, 'observations', observation)) {
    add(one, 'ABOUT_MODEL', [one.model])
    add(one, 'USED_SETTING', [one.setting])
    add(one, 'HAD_PRIMARY_SOURCE', [one.source])
    add(one, 'WAS_QUOTED_FROM', [one.readFrom])
    add(one, 'WAS_ATTRIBUTED_TO', one.measuredBy)
    for (const { from } of one.derivedFrom.nodes) add(one, 'WAS_DERIVED_FROM', from.nodes)
  }
  type Document = Id & { publisher: Id | null; derivedFromSources: Ids; tables: Ids; remarks: { nodes: Note[] } } & {
    authors: { nodes: { author: Id }[] }
  }
  const source = `id publisher { id } authors(first: 100) { nodes { author { id } } } tables { nodes { id } }
    derivedFromSources(first: 100) { nodes { id } } remarks(first: 100) { nodes { ${note} } }`
  for (const one of await walk<Document>(db, 'sources', source)) {
    add(one, 'WAS_ATTRIBUTED_TO', [one.publisher, ...one.authors.nodes.map(({ author }) => author)])
    add(one, 'WAS_DERIVED_FROM', one.derivedFromSources.nodes)
    for (const table of one.tables.nodes) add(table, 'HAD_PRIMARY_SOURCE', [one])
    found.push(...one.remarks.nodes.flatMap(noteEdges))
  }
  type Subject = Id & { baseModel: Id | null; mergedInto: Id | null; developers: Id[]; remarks: { nodes: Note[] } } & {
    facts: { nodes: (Id & { statedIn: Id | null })[] }
  }
  const model = `id baseModel { id } mergedInto { id } developers { id } facts(first: 100) { nodes { id statedIn { id } } }
    remarks(first: 100) { nodes { ${note} } }`
  for (const one of await walk<Subject>(db, 'models', model)) {
    add(one, 'WAS_DERIVED_FROM', [one.baseModel])
    add(one, 'SPECIALIZATION_OF', [one.mergedInto])
    add(one, 'WAS_ATTRIBUTED_TO', one.developers)
    for (const fact of one.facts.nodes) {
      add(fact, 'ABOUT_MODEL', [one])
      add(fact, 'HAD_PRIMARY_SOURCE', [fact.statedIn])
    }
    found.push(...one.remarks.nodes.flatMap(noteEdges))
  }
  for (const one of await walk<Id & { benchmark: Id }>(db, 'settings', 'id benchmark { id }'))
    add(one, 'SPECIALIZATION_OF', [one.benchmark])
  const issues = 'unresolvedIssues(filter: { state: [OPEN, RESOLVED] })'
  for (const one of await walk<Note>(db, issues, note)) found.push(...noteEdges(one))
  for (const one of await walk<Note>(db, 'notPublished', `${note} aboutModel { id } aboutSetting { id }`))
    found.push(...noteEdges(one))
  const edges = found.flatMap(([from, relation, to]) => (to ? [{ from, relation, to: to.id }] : []))
  return [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()]
}

/**
 * The nodes within `depth` steps of one, and the edges among them. `truncated`: some step leads out of them. `bounded`: some
 * node has more than `most` edges of one kind, so that a bounded walk may find less.
 */
export function search(edges: readonly Edge[], start: string, direction: string, depth: number, most: number) {
  const steps = edges.flatMap((edge) => [
    ...(direction === 'DOWNSTREAM' ? [] : [{ near: edge.from, far: edge.to, kind: `up ${edge.relation}` }]),
    ...(direction === 'UPSTREAM' ? [] : [{ near: edge.to, far: edge.from, kind: `down ${edge.relation}` }]),
  ])
  const byNear = new Map<string, typeof steps>()
  for (const step of steps) byNear.set(step.near, [...(byNear.get(step.near) ?? []), step])
  const nodes = new Set([start])
  let level = [start]
  for (let step = 0; step < depth; step++) {
    const next = level.flatMap((node) => (byNear.get(node) ?? []).map(({ far }) => far))
    level = [...new Set(next)].filter((node) => !nodes.has(node))
    for (const node of level) nodes.add(node)
  }
  const around = [...nodes].flatMap((node) => byNear.get(node) ?? [])
  const perKind = new Map<string, number>()
  for (const { near, far, kind } of around) {
    const type = typeOf(far).replace(/UnresolvedIssue|NotPublished|Remark/, 'Note')
    const key = `${near} ${kind} ${type}`
    perKind.set(key, (perKind.get(key) ?? 0) + 1)
  }
  return {
    nodes: [...nodes],
    edges: edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to)),
    truncated: around.some(({ far }) => !nodes.has(far)),
    bounded: Math.max(0, ...perKind.values()) > most || nodes.size > 1000,
  }
}
