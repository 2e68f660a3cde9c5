// Where a value stands in the response, and what an error at it makes null.

/** A position in the response: a key of an object, or an index of a list. */
export interface Place {
  container: Record<string, unknown> | unknown[]
  key: string | number
  /** Whether null may stand there. */
  nullable: boolean
  /** The position of the container; null at the top. */
  parent: Place | null
  /** An error further down made it null, so nothing below it counts any more. */
  nulled?: boolean
}

export function put(place: Place, value: unknown): void {
  ;(place.container as Record<string | number, unknown>)[place.key] = value
}

export function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Place | null = place; at; at = at.parent) path.push(at.key)
  return path.reverse()
}

/** Whether the place is part of something that an error has made null. */
export function isNulled(place: Place): boolean {
  for (let at: Place | null = place; at; at = at.parent) if (at.nulled) return true
  return false
}

/** Makes null what an error at the place must: itself, or the nearest place around it that may be. False: everything. */
export function nullAt(place: Place): boolean {
  for (let at: Place | null = place; at; at = at.parent) {
    if (!at.nullable) continue
    put(at, null)
    at.nulled = true
    return true
  }
  return false
}
