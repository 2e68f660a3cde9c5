// A provenance graph as PROV-JSON (https://www.w3.org/submissions/prov-json/).
import type { ProvenanceEdge, ProvenanceRelation } from '../../domain/provenance.ts'

/** A node of the graph: what it is called, and what is said of it. */
export interface ProvNode {
  type: string
  /** Its natural key: a slug, or a key. */
  key: string
  label: string
  /** Attributes by their name in our own namespace; null ones are left out. */
  attributes: Record<string, string | number | boolean | Typed | null>
  /** Of an observation: its exact number. */
  value?: string | null
  /** Of an author. */
  person?: boolean
  /** The import that brought the record of it. */
  recordedBy?: ProvImport
}

export interface ProvImport {
  key: string
  format: string
  file: string
  startedAt: Date
  finishedAt: Date | null
}

export type Typed = { $: string; type: string }
type Value = string | number | boolean | Typed | Value[]
type Statement = Record<string, Value>
export type ProvDocument = Record<string, Record<string, Statement | string>>

export const typed = ($: string, type: string): Typed => ({ $, type })
const name = (text: string): Typed => typed(text, 'prov:QUALIFIED_NAME')

/** Prefixes of our identifiers, one a type; they are the same on every instance. */
const prefixes: Record<string, string> = {
  ...{ Observation: 'observation', Source: 'source', Model: 'model', Benchmark: 'benchmark', Setting: 'setting' },
  ...{ Author: 'author', ResultTable: 'table', Fact: 'fact', Import: 'import' },
  ...{ UnresolvedIssue: 'note', NotPublished: 'note', Remark: 'note' },
}

/** "source:judgebench-app". A dot at the end, which no qualified name has, is escaped as in a URI. */
export const qualifiedName = ({ type, key }: Pick<ProvNode, 'type' | 'key'>): string =>
  `${prefixes[type] ?? 'whence'}:${key.replace(/\.$/, '%2E')}`

/** How each relation of ours is written; `from` comes from, or is about, `to`. */
const written: Record<ProvenanceRelation, (from: string, to: string) => [string, Statement]> = {
  WAS_DERIVED_FROM: (from, to) => derivation(from, to),
  HAD_PRIMARY_SOURCE: (from, to) => derivation(from, to, 'prov:PrimarySource'),
  WAS_QUOTED_FROM: (from, to) => derivation(from, to, 'prov:Quotation'),
  WAS_ATTRIBUTED_TO: (from, to) => ['wasAttributedTo', { 'prov:entity': from, 'prov:agent': to }],
  SPECIALIZATION_OF: (from, to) => ['specializationOf', { 'prov:specificEntity': from, 'prov:generalEntity': to }],
  USED_SETTING: (from, to) => influence(from, to, 'whence:usedSetting'),
  ABOUT_MODEL: (from, to) => influence(from, to, 'whence:aboutModel'),
  ANNOTATES: (from, to) => influence(from, to, 'whence:annotates'),
}

function derivation(from: string, to: string, type?: string): [string, Statement] {
  const ends = { 'prov:generatedEntity': from, 'prov:usedEntity': to }
  return ['wasDerivedFrom', type ? { ...ends, 'prov:type': name(type) } : ends]
}

/** PROV has no word for these; influence is its most general relation between any two things. */
const influence = (from: string, to: string, type: string): [string, Statement] => [
  'wasInfluencedBy',
  { 'prov:influencee': from, 'prov:influencer': to, 'prov:type': name(type) },
]

/**
 * The document: authors are agents, all other nodes entities, and the imports that recorded claims, tables, facts and notes
 * activities. Relations keep their direction. `nodes` by the names that the edges use.
 */
export function provJson(nodes: ReadonlyMap<string, ProvNode>, edges: readonly ProvenanceEdge[]): ProvDocument {
  const entity: Record<string, Statement> = {}
  const agent: Record<string, Statement> = {}
  const activity: Record<string, Statement> = {}
  const relations: Record<string, Record<string, Statement>> = {}
  let count = 0
  const relate = ([relation, statement]: [string, Statement]) => {
    relations[relation] ??= {}
    count += 1
    relations[relation][`_:r${count}`] = statement
  }
  for (const node of nodes.values()) {
    const place = node.type === 'Author' ? agent : entity
    place[qualifiedName(node)] = described(node)
    const { recordedBy } = node
    if (!recordedBy) continue
    const record = qualifiedName({ type: 'Import', key: recordedBy.key })
    activity[record] = ofImport(recordedBy)
    relate(['wasGeneratedBy', { 'prov:entity': qualifiedName(node), 'prov:activity': record }])
  }
  for (const { from, to, relation } of edges) {
    const [near, far] = [nodes.get(from), nodes.get(to)]
    if (near && far) relate(written[relation](qualifiedName(near), qualifiedName(far)))
  }
  return {
    prefix: {
      whence: 'urn:whence:term:',
      ...Object.fromEntries(Object.values(prefixes).map((prefix) => [prefix, `urn:whence:${prefix}:`])),
    },
    ...Object.fromEntries(
      Object.entries({ entity, agent, activity }).filter(([, statements]) => Object.keys(statements).length > 0),
    ),
    ...relations,
  }
}

function described({ type, label, attributes, value, person }: ProvNode): Statement {
  const kinds = [name(`whence:${type}`)]
  if (person !== undefined) kinds.push(name(person ? 'prov:Person' : 'prov:Organization'))
  return {
    'prov:type': kinds.length === 1 ? (kinds[0] as Typed) : kinds,
    'prov:label': label,
    ...(value == null ? {} : { 'prov:value': typed(value, 'xsd:decimal') }),
    ...Object.fromEntries(
      Object.entries(attributes).flatMap(([attribute, known]) =>
        known === null ? [] : [[`whence:${attribute}`, known] as const],
      ),
    ),
  }
}

const ofImport = ({ format, file, startedAt, finishedAt }: ProvImport): Statement => ({
  'prov:type': name('whence:Import'),
  'prov:startTime': startedAt.toISOString(),
  ...(finishedAt ? { 'prov:endTime': finishedAt.toISOString() } : {}),
  'whence:format': format,
  'whence:file': file,
})
