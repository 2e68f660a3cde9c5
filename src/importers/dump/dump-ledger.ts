// The account of a dump: what became of every row of the input (rule 9), in memory that does not grow with the dump.
import { formatPath, type Mistake } from '../import-error.ts'
import { type Counts, type ItemKind, LedgerBook, type Outcome } from '../writer/ledger.ts'
import type { BundleBuilder, Item } from './bundle-builder.ts'
import type { Place } from './format.ts'

/** So many rejections are kept for the account; all are in the database (table rejection). */
export const keptRejections = 10_000

type Items = Pick<BundleBuilder, 'observations' | 'notes' | 'models'>
const nothing: Items = { observations: [], notes: [], models: new Map() }

type RowOutcome = keyof Counts

/** Of one row: accepted where anything of it was new, else rejected where anything was rejected, else duplicate. */
const weight: Record<RowOutcome, number> = { accepted: 3, rejected: 2, duplicates: 1 }

export class DumpLedger extends LedgerBook {
  readonly rows: Counts = { accepted: 0, duplicates: 0, rejected: 0 }
  /** Reasons of rejections with how often each was given, figures and names in them left out. */
  readonly reasons = new Map<string, number>()
  rejectionCount = 0
  #pending: Mistake[] = []
  #items: Items = nothing
  #outcomes = new Map<number, RowOutcome>()
  #files = ''

  constructor(name: string) {
    super(name, () => null)
    this.#files = name
  }

  /** The items of the bundle that is about to be written: paths lead to them. */
  open(items: Items): void {
    this.#items = items
  }

  /** After a bundle: counts its rows, and hands over the rejections that came up, to be stored. */
  close(): Mistake[] {
    for (const outcome of this.#outcomes.values()) this.rows[outcome] += 1
    this.#outcomes.clear()
    this.#items = nothing
    const pending = this.#pending
    this.#pending = []
    return pending
  }

  override count(kind: ItemKind, outcome: Outcome, path?: readonly PropertyKey[]): void {
    super.count(kind, outcome)
    const item = path && this.#itemAt(path)
    if (item) this.#settle(item.row, outcome)
  }

  override reject(kind: ItemKind, reasons: readonly { path: readonly PropertyKey[]; reason: string }[]): void {
    this.kinds[kind].rejected += 1
    for (const { path, reason } of reasons) {
      const item = this.#itemAt(path)
      if (item) this.#settle(item.row, 'rejected')
      const place = item?.place ?? { file: this.#files, line: null, field: formatPath(path) }
      this.#keep({ ...place, reason })
    }
  }

  /** A row, or a file, that was refused before it came to a bundle. */
  refuse(place: Place, reason: string): void {
    this.rows.rejected += 1
    this.#keep({ ...place, reason })
  }

  #settle(row: number, outcome: RowOutcome): void {
    const before = this.#outcomes.get(row)
    if (before === undefined || weight[outcome] > weight[before]) this.#outcomes.set(row, outcome)
  }

  #itemAt([part, index]: readonly PropertyKey[]): Item | undefined {
    if (part === 'models') return this.#items.models.get(String(index))
    return part === 'observations' || part === 'notes' ? this.#items[part][Number(index)] : undefined
  }

  #keep(mistake: Mistake): void {
    this.rejectionCount += 1
    this.#pending.push(mistake)
    if (this.rejections.length < keptRejections) this.rejections.push(mistake)
    const kind = mistake.reason
      .replace(/'[^']*'/g, '…')
      .replace(/-?\d+(?:\.\d+)?/g, 'N')
      .slice(0, 200)
    if (this.reasons.has(kind) || this.reasons.size < 1000) this.reasons.set(kind, (this.reasons.get(kind) ?? 0) + 1)
  }
}
