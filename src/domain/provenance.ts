// Following provenance: a walk over typed edges, level by level, bounded and safe with cycles.

/** PROV's name where PROV has one (https://www.w3.org/TR/prov-o/). */
export type ProvenanceRelation =
  | 'WAS_DERIVED_FROM'
  | 'HAD_PRIMARY_SOURCE'
  | 'WAS_QUOTED_FROM'
  | 'WAS_ATTRIBUTED_TO'
  | 'USED_SETTING'
  | 'ABOUT_MODEL'
  | 'SPECIALIZATION_OF'
  | 'ANNOTATES'

/** `from` comes from, or is about, `to`. Nodes are named by their table and id: "Observation 12". */
export type ProvenanceEdge = { from: string; to: string; relation: ProvenanceRelation }

/** Edges at these nodes, at most `limit` a node and relation, and whether there were more. */
export type Expand = (
  nodes: readonly string[],
  limit: number,
) => Promise<{ edges: ProvenanceEdge[]; truncated: boolean }>

export type ProvenanceWalk = { nodes: string[]; edges: ProvenanceEdge[]; truncated: boolean }

/**
 * From `start` to at most `depth` steps and `maxNodes` nodes; every node and edge once, in the order of discovery.
 * `truncated` is true exactly when a bound left something out that would belong to the walk.
 */
export async function walkProvenance(
  start: string,
  expand: Expand,
  { depth, maxNodes, maxPerNode }: { depth: number; maxNodes: number; maxPerNode: number },
): Promise<ProvenanceWalk> {
  const nodes = new Set([start])
  const edges = new Map<string, ProvenanceEdge>()
  let truncated = false
  let level = [start]
  for (let step = 0; level.length > 0; step++) {
    // One level beyond the last is looked at for edges between known nodes, and to tell whether anything is left out.
    const found = await expand(level, maxPerNode)
    truncated ||= found.truncated
    const next: string[] = []
    for (const edge of found.edges) {
      const news = [edge.from, edge.to].filter((node) => !nodes.has(node))
      if (news.length > 0 && (step >= depth || nodes.size + news.length > maxNodes)) {
        truncated = true
        continue
      }
      for (const node of news) {
        nodes.add(node)
        next.push(node)
      }
      edges.set(`${edge.from} ${edge.relation} ${edge.to}`, edge)
    }
    if (step >= depth) break
    level = next
  }
  return { nodes: [...nodes], edges: [...edges.values()], truncated }
}
