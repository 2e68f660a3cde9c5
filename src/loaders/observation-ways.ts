// Ways to observations through the nodes that a filter means, for where their own order would lead past many others.
import sql, { raw } from 'sql-template-tag'
import { missingOfRow, type ObservationFilter, observationMatches, waysFromNotes } from './observation-filter.ts'
import { type AnyWay, aFirstLook, few, fewAsked, type WayOfNodes, type Ways } from './page-rows.ts'
import { every, idsOf, mayMatch, type Named, named, namesOne, type TextFilter, textMatches } from './text-filter.ts'

type Field = keyof ObservationFilter
/** Which fields of a filter a way answers, by which column, and what may stand there. */
type Lead = Omit<WayOfNodes, 'rest'> & { fields: Field[] }

const references = {
  model: ['model_id', named.model],
  source: ['source_id', named.source],
  readFrom: ['read_from_id', named.source],
  setting: ['setting_id', named.setting],
  benchmark: ['benchmark_id', named.benchmark],
} satisfies Partial<Record<Field, [string, Named]>>

/** Kept beside an order by key alone: no index has the others. */
const enumerations = { status: 'observation_status', party: 'evidence_party', evidence: 'evidence' } satisfies Partial<
  Record<Field, string>
>

function leadsOfReferences(filter: ObservationFilter): Lead[] {
  return Object.entries(references).flatMap(([name, [column, node]]) => {
    const field = name as keyof typeof references
    const asked = filter[field]
    const among = asked && idsOf(node, asked)
    return among ? [{ fields: [field], column: raw(`r.${column}`), among, few }] : []
  })
}

/** Through the authors of sources and the developers of models. */
function leadsOfAuthors({ author, developer }: ObservationFilter): Lead[] {
  const of = (field: Field, column: string, pairs: string, asked: TextFilter | null | undefined): Lead[] => {
    const ids = asked && idsOf(named.author, asked)
    if (!ids) return []
    const among = sql`SELECT x.${raw(column)} FROM ${raw(pairs)} x WHERE x.author_id IN (${ids})`
    return [{ fields: [field], column: raw(`r.${column}`), among, few }]
  }
  return [
    ...of('author', 'source_id', 'authorship', author),
    ...of('developer', 'model_id', 'model_developer', developer),
  ]
}

function leadsOfSettings({ subset, metric }: ObservationFilter): Lead[] {
  const matches = every([
    mayMatch(named.setting, 'n', [subset, metric]),
    textMatches(subset, sql`lower(n.subset)`),
    textMatches(metric, sql`lower(n.metric)`),
  ])
  const among = sql`SELECT n.id FROM setting n WHERE ${matches}`
  return matches ? [{ fields: ['subset', 'metric'], column: sql`r.setting_id`, among, few }] : []
}

const leadsOfEnumerations = (filter: ObservationFilter): Lead[] =>
  Object.entries(enumerations).flatMap(([name, type]) => {
    const field = name as keyof typeof enumerations
    const asked = filter[field]
    const among = sql`SELECT unnest(${asked}::${raw(type)}[])`
    return asked ? [{ fields: [field], column: raw(`r.${field}`), among, few }] : []
  })

const leadsOf = (filter: ObservationFilter): Lead[] => [
  ...leadsOfReferences(filter),
  ...leadsOfAuthors(filter),
  ...leadsOfSettings(filter),
]

/** What an index of its own answers, where it is asked alone. */
const indexed: Field[] = ['value', 'publishedAt', 'retrievedAt']

const askedOf = (filter: ObservationFilter): Field[] =>
  (Object.keys(filter) as Field[]).filter((field) => filter[field] != null)

/** The rows of one node are in order already. */
const namesOneNode = (filter: ObservationFilter): boolean =>
  Object.keys(references).some((field) => {
    const asked = filter[field as keyof typeof references]
    return asked && namesOne(asked)
  })

function wayOfLead({ fields, ...lead }: Lead, filter: ObservationFilter): WayOfNodes {
  const rest = observationMatches({ ...filter, ...Object.fromEntries(fields.map((field) => [field, null])) })
  return { ...lead, few: rest ? fewAsked : lead.few, rest }
}

/** Of more alternatives than this the ways are not worth planning: each is a part of the statement. */
const mostAlternatives = 10

/** The ways of alternatives, if there is a good one for each. */
function waysOfAlternatives(alternatives: readonly ObservationFilter[]): (WayOfNodes | AnyWay)[] | null {
  if (alternatives.length > mostAlternatives) return null
  const ways = alternatives.map((one) => {
    const [lead] = leadsOf(one)
    if (lead) return wayOfLead(lead, one)
    return askedOf(one).every((field) => indexed.includes(field)) ? { rest: observationMatches(one) } : null
  })
  return ways.every((way) => way !== null) ? ways : null
}

/**
 * Ways that together lead to all rows of a filter; null where there are none, or none better than the order of the list.
 * `byKey`: the list is in the order of keys.
 */
export function observationWays(filter: ObservationFilter | null | undefined, byKey: boolean): Ways | null {
  if (!filter || namesOneNode(filter)) return null
  const [lead] = [...leadsOf(filter), ...(byKey ? leadsOfEnumerations(filter) : [])]
  if (lead) return { ways: [wayOfLead(lead, filter)] }
  if (askedOf(filter).length > 1) return null
  if (filter.notPublished) {
    const firstLook = { at: aFirstLook, where: missingOfRow(filter.notPublished) }
    return { ways: waysFromNotes(filter.notPublished), firstLook }
  }
  const ways = filter.or?.length ? waysOfAlternatives(filter.or) : null
  return ways && { ways, firstLook: { at: aFirstLook, where: observationMatches(filter) } }
}
