// The observations of a bundle one by one: what a group writes once is laid under each of its members.
import type { Bundle, BundleObservation } from './format.ts'

export interface SingleObservation {
  observation: BundleObservation
  /** Where it stands in the file. */
  path: PropertyKey[]
}

/** All observations outside of tables, in the order of the file. A member's own fields win; maps are not merged. */
export function singleObservations({ observations }: Pick<Bundle, 'observations'>): SingleObservation[] {
  return observations.flatMap((entry, index): SingleObservation[] => {
    if (!('each' in entry)) return [{ observation: entry, path: ['observations', index] }]
    return entry.each.map((member, place) => ({
      observation: { ...entry.common, ...member },
      path: ['observations', index, 'each', place],
    }))
  })
}
