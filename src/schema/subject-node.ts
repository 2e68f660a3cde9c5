// What a row of note_subject, or another row with one foreign key of several, points at.
import type { GraphContext } from '../context.ts'
import type { Row, TableName } from '../db/columns.ts'

const tables = {
  modelId: 'Model',
  benchmarkId: 'Benchmark',
  settingId: 'Setting',
  observationId: 'Observation',
  sourceId: 'Source',
  tableId: 'ResultTable',
  authorId: 'Author',
} as const satisfies Partial<Record<keyof Row<'NoteSubject'>, TableName>>

export function subjectNode(subject: Row<'NoteSubject'>, { load }: GraphContext) {
  for (const [field, table] of Object.entries(tables)) {
    const id = subject[field as keyof typeof tables]
    if (id !== null) return load.row(table).load(id)
  }
  throw new Error(`The subject ${subject.id} of note ${subject.noteKey} points at nothing`)
}
