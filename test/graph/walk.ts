// Walks a connection to its end, for tests that look at all of it.
import type { Database } from '../../src/db/client.ts'
import { ask } from '../support/ask.ts'

interface Page<Node> {
  totalCount: number
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Every node of a connection of the root, page by page; a different number than its totalCount is an error. */
export async function walk<Node>(db: Database, field: string, selection: string, size = 100): Promise<Node[]> {
  const nodes: Node[] = []
  const [name, args] = field.split(/[()]/)
  for (let after: string | null = null; ; ) {
    const query = `query ($after: String) { list: ${name}(first: ${size}, after: $after${args ? `, ${args}` : ''}) {
      totalCount nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`
    const { list }: { list: Page<Node> } = (await ask<{ list: Page<Node> }>(db, query, { after })).data
    nodes.push(...list.nodes)
    after = list.pageInfo.endCursor
    if (list.pageInfo.hasNextPage) continue
    if (nodes.length !== list.totalCount) throw new Error(`${field} has ${nodes.length} nodes, not ${list.totalCount}`)
    return nodes
  }
}

/**
 * Whether the number of statements stays the same, whatever the size of the page. Two branches of a query that reach rows of
 * one kind share a statement or don't, as time will have it: that makes one more or less.
 */
export const steady = (costs: readonly number[]): boolean => Math.max(...costs) - Math.min(...costs) <= 1
