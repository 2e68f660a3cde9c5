// Places in PostgreSQL's log of changes: what a primary has written, and up to where a standby has followed.

/** Bytes since the beginning of the log. */
export type WalPosition = bigint

/** PostgreSQL's own way to write a position: "16/B374D848". */
const form = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

/** Undefined for a text that is no position. */
export function readWalPosition(text: string | null | undefined): WalPosition | undefined {
  const [, high, low] = form.exec(text ?? '') ?? []
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** How a reader names, and a writer is told, the position that an answer has to have seen. */
export const writtenHeader = 'x-whence-written'

/** Where a standby has to be: remembers what the primary had written, and when. */
export class PrimaryLog {
  /** In the order of time; the first is what a standby must have by now. */
  readonly #seen: { at: number; position: WalPosition }[] = []
  readonly #lagMs: number

  /** @param lagMs how far, in milliseconds, a standby may be behind */
  constructor(lagMs: number) {
    this.#lagMs = lagMs
  }

  saw(position: WalPosition, at = performance.now()): void {
    this.#seen.push({ at, position })
  }

  /**
   * The least position that is near enough; undefined while the primary has never been asked. By the primary's log
   * alone: clocks of servers differ, and a standby that has lost its primary does not know what it is missing.
   * At first, all that the primary had when it was first asked: it may just have been migrated.
   */
  required(now = performance.now()): WalPosition | undefined {
    while (this.#seen[1] && this.#seen[1].at <= now - this.#lagMs) this.#seen.shift()
    return this.#seen[0]?.position
  }
}
