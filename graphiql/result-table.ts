// Turns the shown result of a list query into a table: one row a node, nested fields as columns of their own
import { field, guarded } from '../src/exporters/observations/csv.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Row = Map<string, Json>

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The nodes of a connection, by `nodes` or `edges`; the list itself where it is one of objects; null for anything else. */
function nodesOf(value: Json | undefined): { [name: string]: Json }[] | null {
  if (Array.isArray(value))
    return value.length > 0 && value.every(isObject) ? (value as { [name: string]: Json }[]) : null
  if (!isObject(value)) return null
  if (Array.isArray(value.nodes)) return value.nodes.filter(isObject)
  if (Array.isArray(value.edges))
    return value.edges.flatMap((edge) => (isObject(edge) && isObject(edge.node) ? [edge.node] : []))
  return null
}

/** The first list in the result, level by level, with the field that it stands under. */
function firstList(data: Json): { name: string; nodes: { [name: string]: Json }[] } | null {
  let level: [string, Json][] = [['', data]]
  while (level.length > 0) {
    for (const [name, value] of level) {
      const nodes = nodesOf(value)
      if (nodes) return { name, nodes }
    }
    level = level.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))
  }
  return null
}

function flatten(value: Json, path: string, row: Row): Row {
  const nodes = nodesOf(value)
  if (nodes) row.set(path, listText(nodes))
  else if (Array.isArray(value)) row.set(path, listText(value))
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) flatten(inner, path === '' ? name : `${path}.${name}`, row)
  else row.set(path, value)
  return row
}

/** "OpenAI; Anthropic": plain values, or objects with one such field; anything else as JSON. */
function listText(items: readonly Json[]): string {
  const plain = items.map((item) => {
    const fields = isObject(item) ? Object.values(item) : [item]
    return fields.length === 1 && typeof fields[0] !== 'object' ? String(fields[0]) : null
  })
  return plain.every((text) => text !== null) ? plain.join('; ') : JSON.stringify(items)
}

const cell = (value: Json | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? field(guarded(value)) : String(value)

/**
 * The first list of a GraphQL answer as CSV (RFC 4180, safe in spreadsheets), with the field's name and its number of rows;
 * null where the answer holds no list. Columns are those of all rows, in the order in which they come.
 */
export function resultAsCsv(answer: string): { name: string; rows: number; csv: string } | null {
  let parsed: Json
  try {
    parsed = JSON.parse(answer)
  } catch {
    return null
  }
  const list = isObject(parsed) && isObject(parsed.data) ? firstList(parsed.data) : null
  if (!list) return null
  const rows = list.nodes.map((node) => flatten(node, '', new Map()))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const lines = [
    columns.map((column) => field(guarded(column))),
    ...rows.map((row) => columns.map((column) => cell(row.get(column)))),
  ]
  return { name: list.name, rows: rows.length, csv: lines.map((line) => `${line.join(',')}\r\n`).join('') }
}
