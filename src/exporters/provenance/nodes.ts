// What PROV-JSON says of each kind of node.
import type { Loaders } from '../../loaders/loaders.ts'
import { nodeOf } from '../../loaders/provenance-edges.ts'
import type { Marked } from '../../loaders/rows.ts'
import { typeNameOf } from '../../schema/type-name.ts'
import { type ProvNode, typed } from './prov-json.ts'

type Attributes = ProvNode['attributes']
type Described = Pick<ProvNode, 'label' | 'attributes' | 'value' | 'person'>

const address = (url: string | null) => (url === null ? null : typed(url, 'xsd:anyURI'))
const decimal = (number: string | null) => (number === null ? null : typed(number, 'xsd:decimal'))

/** Printed text, licence and attribution travel with everything. */
const describe: Record<string, (row: never) => Described> = {
  Observation: (row: Marked<'Observation'>) => ({
    label: `${row.reportedName}: ${row.printed}`,
    value: row.value,
    attributes: {
      ...{ printed: row.printed, reportedName: row.reportedName, evidence: row.evidence, party: row.party },
      ...{ evidenceLabel: row.evidenceLabel, status: row.status, sampleSize: row.sampleSize },
      ...{ measuredAt: row.measuredAt, publishedAt: row.publishedAt, retrievedAt: row.retrievedAt },
      ...{ table: row.locatorTable, row: row.locatorRow, column: row.locatorColumn },
      ...{ page: row.locatorPage, place: row.locatorText, openIssues: row.openIssueCount },
    },
  }),
  Source: (row: Marked<'Source'>) => ({
    label: row.title,
    attributes: {
      ...{ sourceKind: row.kind, url: address(row.url), arxivId: row.arxivId, doi: row.doi, version: row.version },
      ...{ publishedAt: row.publishedAt, updatedAt: row.updatedAt, retrievedAt: row.retrievedAt },
      ...{ license: row.license, attribution: row.attribution },
    },
  }),
  Model: (row: Marked<'Model'>) => ({
    label: row.name,
    attributes: { family: row.family, huggingFaceId: row.huggingFaceId },
  }),
  Benchmark: (row: Marked<'Benchmark'>) => ({ label: row.name, attributes: { category: row.category } }),
  Setting: (row: Marked<'Setting'>) => ({
    label: row.label,
    attributes: {
      ...{ edition: row.edition, subset: row.subset, metric: row.metric, unit: row.unit },
      ...{ higherIsBetter: row.higherIsBetter, min: decimal(row.min), max: decimal(row.max) },
    },
  }),
  Author: (row: Marked<'Author'>) => ({
    label: row.name,
    person: row.kind === 'PERSON',
    attributes: { orcid: row.orcid },
  }),
  ResultTable: (row: Marked<'ResultTable'>) => ({
    label: row.heading ?? row.caption ?? `Table ${row.position}`,
    attributes: { caption: row.caption, position: row.position },
  }),
  Fact: (row: Marked<'Fact'>) => ({
    label: `${row.property}: ${row.valueText ?? 'not published'}`,
    attributes: {
      ...{ property: row.property, valueText: row.valueText, valueNumber: decimal(row.valueNumber) },
      ...{ unit: row.unit, asOf: row.asOf },
    },
  }),
  Note: (row: Marked<'Note'>) => ({
    label: row.text,
    attributes: { ...{ code: row.code, origin: row.origin }, ...ofNote(row) },
  }),
}

const ofNote = (row: Marked<'Note'>): Attributes => ({
  ...{ issueKind: row.kind, state: row.state, extent: row.extent, placeholder: row.placeholder },
  aspects: row.aspects.length > 0 ? row.aspects.join(' ') : null,
})

/** Tables whose rows are records that an import made, not things of the world that an import has heard of. */
const records = ['Observation', 'ResultTable', 'Fact', 'Note']

type Node = { $table: string; slug?: string; key?: string; id: number; importId?: number | null }

/** The nodes of these names ("Observation 12"), in their order. */
export async function provNodes(names: readonly string[], load: Loaders): Promise<Map<string, ProvNode>> {
  const nodes = await Promise.all(
    names.map(async (node): Promise<[string, ProvNode]> => {
      const { table, id } = nodeOf(node)
      const [one] = await (table === 'Note' ? load.byKey('Note', [id]) : load.rows(table, [Number(id)]))
      const row = one as unknown as Node
      const found = describe[row.$table]?.(row as never) ?? { label: node, attributes: {} }
      const [imported] = await load.rows('Import', records.includes(row.$table) ? [row.importId ?? null] : [])
      return [
        node,
        {
          ...found,
          type: typeNameOf(row),
          key: row.slug ?? row.key ?? String(row.id),
          ...(imported ? { recordedBy: imported } : {}),
        },
      ]
    }),
  )
  return new Map(nodes)
}
