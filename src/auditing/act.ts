// An act on the graph while it happens: its row is written with its first change, so that what changes nothing leaves nothing.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '../db/transaction.ts'
import { hashKey } from '../domain/content-hash.ts'
import type { ActKind } from '../generated/prisma/enums.ts'
import { insertRows } from '../importers/writer/writing.ts'

/** What changed on one node: `before` is null for something new, `after` for something that is gone. */
export type Change = { field: string; before: unknown; after: unknown } & (
  | { note: string }
  | { model: number }
  | { observation: number }
)

export interface Act extends Transaction {
  readonly by: string
  /** Database id of the act and its time; makes its row. */
  begun(): Promise<{ id: number; at: string }>
  /** Remembers a change; `end` writes it. */
  record(change: Change): void
  /** Writes what was recorded. Gives the key of the act, or null where nothing changed. */
  end(): Promise<string | null>
}

export function startAct(
  transaction: Transaction,
  { kind, by, reason = null, importId = null }: Pick<ActRow, 'kind' | 'by'> & Partial<ActRow>,
): Act {
  const key = hashKey({ of: 'act', kind, by, once: randomUUID() })
  const changes: Change[] = []
  let begun: Promise<{ id: number; at: string }> | undefined
  const begin = async () => {
    const [row] = await transaction.rows<{ id: number; at: Date }>(
      `INSERT INTO act (key, kind, at, by, reason, import_id)
       VALUES ($1, $2::act_kind, clock_timestamp(), $3, $4, $5) RETURNING id, at`,
      ...[key, kind, by, reason, importId],
    )
    if (!row) throw new Error('the act was not written')
    return { id: row.id, at: row.at.toISOString() }
  }
  const act: Act = {
    ...transaction,
    by,
    begun: () => {
      begun ??= begin()
      return begun
    },
    record: (change) => void changes.push(change),
    async end() {
      if (changes.length > 0) {
        const { id } = await act.begun()
        await insertRows(
          transaction,
          'change',
          changes.map((change) => rowOf(change, id)),
        )
      }
      return begun ? key : null
    },
  }
  return act
}

interface ActRow {
  kind: ActKind
  /** A curator's name, or "audit". */
  by: string
  reason: string | null
  importId: number | null
}

function rowOf(change: Change, act: number) {
  const { field, before, after } = change
  return {
    act_id: act,
    note_key: 'note' in change ? change.note : null,
    model_id: 'model' in change ? change.model : null,
    observation_id: 'observation' in change ? change.observation : null,
    ...{ field, before, after },
  }
}
