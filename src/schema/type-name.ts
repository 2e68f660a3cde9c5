// Which GraphQL type a row is of: rows know the table that they come from.
import type { Marked } from '../loaders/rows.ts'

type NoteRow = Marked<'Note'>
const noteTypeNames = { UNRESOLVED_ISSUE: 'UnresolvedIssue', NOT_PUBLISHED: 'NotPublished', REMARK: 'Remark' } as const

export const typeNameOf = (row: { $table: string; type?: unknown }): string =>
  row.$table === 'Note' ? noteTypeNames[(row as NoteRow).type] : row.$table

/** The same, for `resolveType` of interfaces and unions. */
export const resolveType = (row: unknown): never => typeNameOf(row as { $table: string }) as never
