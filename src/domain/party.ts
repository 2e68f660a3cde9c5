// Whether a score was measured by those who made the model: computed from who is stated, never typed in.

export type Party = 'FIRST' | 'THIRD' | 'UNKNOWN'

/**
 * FIRST when some measurer is among the model's developers; THIRD when measurers are stated, developers are known and none
 * is both; UNKNOWN when no source states who measured, or nobody knows who developed the model.
 * Both lists hold the same kind of id (database ids, identities or slugs).
 */
export function partyOf<Id extends string | number>(measurers: readonly Id[], developers: readonly Id[]): Party {
  if (measurers.length === 0 || developers.length === 0) return 'UNKNOWN'
  const makers = new Set(developers)
  return measurers.some((measurer) => makers.has(measurer)) ? 'FIRST' : 'THIRD'
}
