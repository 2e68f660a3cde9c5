// What the benchmarks declare of their scores, as the audits take it.
import type { Transaction } from '../db/transaction.ts'
import type { AggregateStructure } from '../domain/audits/aggregate.ts'
import type { ScoreForm } from '../domain/derivation-forms.ts'
import { declaredBy, type ScoreRule } from '../domain/score-structure.ts'

export interface Declarations {
  forms: ScoreForm[]
  structures: AggregateStructure[]
}

/** Of all benchmarks that declare anything: few do. */
export async function declarations({ rows }: Pick<Transaction, 'rows'>): Promise<Declarations> {
  const found = await rows<{ slug: string; choices: number | null; structure: ScoreRule[] }>(
    `SELECT slug, choices, structure FROM benchmark WHERE choices IS NOT NULL OR structure <> '[]' ORDER BY slug`,
  )
  const declared = found.map(({ slug, ...rest }) => declaredBy(slug, rest))
  return { forms: declared.map(({ form }) => form), structures: declared.flatMap(({ structures }) => structures) }
}
