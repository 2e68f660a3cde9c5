// Whether somebody still waits, and word to those who work for them when nobody does.

export class Patience {
  #reason: Error | undefined
  readonly #told = new Set<(reason: Error) => void>()

  /** Why it ended; undefined while somebody waits. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** Calls `tell` when it ends; the returned function takes that back. */
  onEnd(tell: (reason: Error) => void): () => void {
    this.#told.add(tell)
    return () => this.#told.delete(tell)
  }

  /** Only the first reason counts. */
  end(reason: Error): void {
    if (this.#reason) return
    this.#reason = reason
    for (const tell of this.#told) tell(reason)
    this.#told.clear()
  }
}

/** What those who work see of it. */
export type Waiting = Pick<Patience, 'reason' | 'onEnd'>

/** Ends when one of the two does. */
export const eitherPatience = (one: Waiting, other: Waiting): Waiting => ({
  get reason() {
    return one.reason ?? other.reason
  },
  onEnd(tell) {
    const stays = [one.onEnd(tell), other.onEnd(tell)]
    return () => {
      for (const stay of stays) stay()
    }
  },
})
