// Before anything is measured: all peers must give the same data.
import { isDeepStrictEqual } from 'node:util'
import type { Data, Query } from '../queries/query.ts'
import type { Client } from './client.ts'
import type { Peer } from './peers.ts'

/** The first place where two values differ, as a path with both of them; undefined where they don't. */
export function difference(left: Data, right: Data, path = 'data'): string | undefined {
  if (isDeepStrictEqual(left, right)) return undefined
  const nested = (value: Data) => typeof value === 'object' && value !== null
  if (!nested(left) || !nested(right) || Array.isArray(left) !== Array.isArray(right))
    return `${path}: ${JSON.stringify(left)?.slice(0, 300)} against ${JSON.stringify(right)?.slice(0, 300)}`
  for (const field of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = difference(left[field], right[field], `${path}.${field}`)
    if (found) return found
  }
  return undefined
}

/** How many leaves an answer has: an empty one proves nothing. */
const leaves = (value: Data): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0)
    : 1

/** @throws where two answers differ, with the query, the peers and the first difference */
export async function assertSame(query: Query, peers: readonly { peer: Peer; client: Client }[]): Promise<number> {
  const compared = query.compared ?? ((data: Data) => data)
  let first: { name: string; data: Data } | undefined
  for (const { peer, client } of peers) {
    const body = peer.bodyOf(query)
    if (body === undefined) continue
    const answer = await client.ask(body)
    const data = compared(peer.name === 'postgraphile' ? (query.likeWhence?.(answer) ?? answer) : answer)
    // A prototype-free copy, so that only the data counts.
    const plain = JSON.parse(JSON.stringify(data))
    const found = first && difference(first.data, plain)
    if (found) throw new Error(`${query.id}: ${first?.name} and ${peer.name} differ at ${found}`)
    first ??= { name: peer.name, data: plain }
  }
  return leaves(first?.data ?? null)
}
