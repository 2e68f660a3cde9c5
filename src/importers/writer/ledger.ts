// The account of one import: what became of every item of the file (rule 9).
import { formatPath, type Mistake } from '../import-error.ts'
import type { Disturbed } from './writing.ts'

export const itemKinds = [
  'author',
  'source',
  'benchmark',
  'model',
  'alias',
  'fact',
  'setting',
  'table',
  'cell',
  'observation',
  'note',
  'derivation',
] as const
export type ItemKind = (typeof itemKinds)[number]

export interface Counts {
  accepted: number
  duplicates: number
  rejected: number
}

export interface ImportLedger extends Counts {
  file: string
  /** The key of the import; it is in the database only where something was accepted. */
  key: string
  format: string
  /** SHA-256 of the bytes that were read. */
  digest: string
  rejections: Mistake[]
  kinds: Record<ItemKind, Counts>
  /** Nothing in the file was new, so nothing was written. */
  alreadyImported: boolean
  /** What audits have to look at beside the observations of this import. */
  disturbed: Disturbed
}

export type Outcome = 'accepted' | 'duplicates'

/** Counts items as they are written. Items that the file doesn't list (a name that follows from a row) are not counted. */
export class LedgerBook {
  readonly kinds = Object.fromEntries(
    itemKinds.map((kind) => [kind, { accepted: 0, duplicates: 0, rejected: 0 }]),
  ) as Record<ItemKind, Counts>
  readonly rejections: Mistake[] = []
  readonly #file: string
  readonly #lineOf: (path: readonly PropertyKey[]) => number | null

  constructor(file: string, lineOf: (path: readonly PropertyKey[]) => number | null) {
    this.#file = file
    this.#lineOf = lineOf
  }

  /** `path`: where the item stands, for accounts that count rows of the input. */
  count(kind: ItemKind, outcome: Outcome, _path?: readonly PropertyKey[]): void {
    this.kinds[kind][outcome] += 1
  }

  /** Counts an item as rejected; each reason with the field that it is about. */
  reject(kind: ItemKind, reasons: readonly { path: readonly PropertyKey[]; reason: string }[]): void {
    this.kinds[kind].rejected += 1
    for (const { path, reason } of reasons) {
      this.rejections.push({ file: this.#file, line: this.#lineOf(path), field: formatPath(path), reason })
    }
  }

  totals(): Counts {
    const total = { accepted: 0, duplicates: 0, rejected: 0 }
    for (const counts of Object.values(this.kinds)) {
      total.accepted += counts.accepted
      total.duplicates += counts.duplicates
      total.rejected += counts.rejected
    }
    return total
  }
}

const plurals: Record<ItemKind, string> = {
  ...{
    author: 'authors',
    source: 'sources',
    benchmark: 'benchmarks',
    model: 'models',
    alias: 'aliases',
    fact: 'facts',
  },
  ...{ setting: 'settings', table: 'tables', cell: 'table cells', observation: 'observations', note: 'notes' },
  derivation: 'derivations',
}

/** The account for people: one line a kind, then every rejection with its place. */
export function formatLedger(ledger: ImportLedger): string {
  const { file, accepted, duplicates, rejected } = ledger
  const sums = `${accepted} accepted, ${duplicates} duplicate, ${rejected} rejected`
  const lines = [`${file}: ${ledger.alreadyImported ? 'nothing new, nothing written' : 'imported'} (${sums})`]
  for (const kind of itemKinds) {
    const counts = ledger.kinds[kind]
    const parts = [
      counts.accepted > 0 ? `${counts.accepted} accepted` : '',
      counts.duplicates > 0 ? `${counts.duplicates} duplicate` : '',
      counts.rejected > 0 ? `${counts.rejected} rejected` : '',
    ].filter((part) => part !== '')
    if (parts.length > 0) lines.push(`  ${plurals[kind].padEnd(12)} ${parts.join(', ')}`)
  }
  for (const { line, field, reason } of ledger.rejections) {
    lines.push(`  rejected: ${file}${line === null ? '' : `:${line}`}${field ? ` ${field}` : ''}: ${reason}`)
  }
  return lines.join('\n')
}
