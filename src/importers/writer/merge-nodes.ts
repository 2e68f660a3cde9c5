// Brings nodes that are known by an identity into the graph: new ones are added, gaps of known ones filled, and what
// contradicts a known one is rejected.
import { canonicalJson } from '../../domain/content-hash.ts'
import type { ItemKind } from './ledger.ts'
import { insertRows, must, type Row, updateRows, type Writing } from './writing.ts'

export interface NodeItem {
  identity: string
  /** Column -> value of a property; null where the file says nothing. */
  properties: Row
  /** Columns for a new node only. */
  once: Row
  path: PropertyKey[]
  /** Field of the file by column, for messages, where it is another than the camel-case name. */
  fields?: Record<string, string>
  /** Not an item of its own in the file (an author printed on a paper, met before, say). */
  uncounted?: boolean
}

export interface NodeKind {
  kind: ItemKind
  table: string
  /** Properties that only one node may have: ORCID, Hugging Face id. */
  unique?: readonly string[]
  /** The name's column and how names are compared: spellings that compare equal are one, and the first by code unit stays. */
  spelling: { column: string; fold(name: string): string }
  /** Properties that several sources may state differently without contradiction, settled by the caller. */
  settled?: readonly string[]
  /**
   * Properties that later files add to: what stands where nothing is known, and how what is given joins it; undefined where
   * they contradict each other.
   */
  gathered?: Record<string, { blank: unknown; join(known: unknown, given: unknown): unknown }>
}

export interface MergedNodes {
  ids: Map<string, number>
  /** Identities that were not there before. */
  fresh: Set<string>
  /** Identities that were there, and of which something is known now that was not. */
  filled: Set<string>
}

const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export async function mergeNodes(writing: Writing, kind: NodeKind, items: readonly NodeItem[]): Promise<MergedNodes> {
  const columns = Object.keys(items[0]?.properties ?? {})
  const identities = [...new Set(items.map((item) => item.identity))]
  const known = await load(writing, kind, columns, identities)
  const owners = await loadOwners(writing, kind, items)
  const fresh = new Set(identities.filter((identity) => !known.has(identity)))
  const added = new Map<string, Row>()
  const changed = new Map<string, Row>()
  for (const item of items) {
    const before = known.get(item.identity)
    const present = before ?? added.get(item.identity) ?? {}
    const { conflicts, filled, respelled } = compare(kind, present, item, owners)
    for (const [column, value] of filled) {
      present[column] = value
      if (kind.unique?.includes(column)) owners.set(`${column} ${value}`, item.identity)
    }
    if (!before && !added.has(item.identity))
      added.set(item.identity, { ...item.once, ...emptied(columns, kind), ...present })
    else if (before && (filled.length > 0 || respelled)) changed.set(item.identity, before)
    if (item.uncounted) continue
    const isNew = !before && added.get(item.identity)?.counted === undefined
    if (conflicts.length > 0) writing.ledger.reject(kind.kind, conflicts)
    else writing.ledger.count(kind.kind, isNew || (before && filled.length > 0) ? 'accepted' : 'duplicates')
    const row = added.get(item.identity)
    if (row) row.counted = true
  }
  const records = [...added].map(([identity, { counted: _, ...row }]) => ({
    identity,
    ...row,
    import_id: writing.importId,
  }))
  await insertRows(writing, kind.table, records)
  await updateRows(
    writing,
    kind.table,
    'id',
    [...changed.values()].map(({ identity: _, ...row }) => row),
  )
  const ids = new Map<string, number>()
  for (const row of await load(writing, kind, [], identities)) ids.set(row[0], row[1].id as number)
  for (const identity of identities) must(ids, identity)
  return { ids, fresh, filled: new Set(changed.keys()) }
}

const emptied = (columns: string[], { gathered }: NodeKind): Row =>
  Object.fromEntries(columns.map((column) => [column, gathered?.[column]?.blank ?? null]))

async function load({ rows }: Writing, { table }: NodeKind, columns: string[], identities: string[]) {
  const list = ['id', 'identity', ...columns].map((column) => `"${column}"`).join(', ')
  const found = await rows<Row>(`SELECT ${list} FROM "${table}" WHERE identity = ANY($1::text[])`, identities)
  return new Map(found.map((row) => [row.identity as string, row]))
}

async function loadOwners({ rows }: Writing, { table, unique = [] }: NodeKind, items: readonly NodeItem[]) {
  const owners = new Map<string, string>()
  for (const column of unique) {
    const values = items.map((item) => item.properties[column]).filter((value) => value != null)
    if (values.length === 0) continue
    const found = await rows<{ value: string; identity: string }>(
      `SELECT "${column}" AS value, identity FROM "${table}" WHERE "${column}" = ANY($1::text[])`,
      values,
    )
    for (const { value, identity } of found) owners.set(`${column} ${value}`, identity)
  }
  return owners
}

function compare(
  { unique, spelling, settled, gathered }: NodeKind,
  present: Row,
  item: NodeItem,
  owners: Map<string, string>,
) {
  const conflicts: { path: PropertyKey[]; reason: string }[] = []
  const filled: [string, unknown][] = []
  let respelled = false
  for (const [column, value] of Object.entries(item.properties)) {
    const old = present[column]
    const gathering = gathered?.[column]
    if (gathering) {
      const known = old ?? gathering.blank
      const joined = value == null ? known : gathering.join(known, value)
      if (joined === undefined) {
        const reason = `says ${JSON.stringify(value)}, but ${JSON.stringify(known)} is known; what is known is not overwritten`
        conflicts.push({ path: [...item.path, item.fields?.[column] ?? camelCase(column)], reason })
      } else if (canonicalJson(joined) !== canonicalJson(known)) filled.push([column, joined])
      continue
    }
    if (value == null || value === old || settled?.includes(column)) {
      if (old == null && value != null) filled.push([column, value])
      continue
    }
    const path = [...item.path, item.fields?.[column] ?? camelCase(column)]
    const owner = unique?.includes(column) ? owners.get(`${column} ${value}`) : undefined
    if (owner !== undefined && owner !== item.identity) {
      conflicts.push({ path, reason: `'${value}' already belongs to '${owner}'` })
    } else if (old == null) filled.push([column, value])
    else if (column === spelling.column && spelling.fold(String(old)) === spelling.fold(String(value))) {
      if (String(value) < String(old)) {
        present[column] = value
        respelled = true
      }
    } else conflicts.push({ path, reason: `says '${value}', but '${old}' is known; what is known is not overwritten` })
  }
  return { conflicts, filled, respelled }
}
