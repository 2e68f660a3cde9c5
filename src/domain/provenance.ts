// The words of provenance: typed edges between nodes, and how far a walk over them goes.

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

/** At most `depth` steps, `maxNodes` nodes, and `maxPerNode` edges of a kind and direction at one node. */
export type WalkBounds = { depth: number; maxNodes: number; maxPerNode: number }
