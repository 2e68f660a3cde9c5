// Pages whose rows only point at the nodes that are shown: of several tables, each read with one statement.
import type { GraphContext } from '../context.ts'
import type { Columns, Row, TableName } from '../db/columns.ts'
import { groupBy } from '../domain/group-by.ts'
import type { Page } from '../loaders/list.ts'
import type { Connection } from './batched.ts'

/** A node by its table and id; a note by its key. */
export interface Pointer {
  table: TableName
  id: number | string
}

/** The nodes that pointers point at, in their order: one statement a table. */
export async function nodesAt(
  pointers: readonly Pointer[],
  { load }: GraphContext,
  columns: Columns = null,
): Promise<object[]> {
  const nodes = new Map<Pointer, object>()
  await Promise.all(
    Array.from(
      groupBy(pointers, ({ table }) => table),
      async ([table, alike]) => {
        const ids = alike.map(({ id }) => id)
        const rows = await (table === 'Note'
          ? load.byKey(table, ids as string[], columns)
          : load.rows(table, ids as number[], columns))
        for (const [i, pointer] of alike.entries()) nodes.set(pointer, rows[i] as object)
      },
    ),
  )
  return pointers.map((pointer) => nodes.get(pointer) as object)
}

const tables = {
  modelId: 'Model',
  benchmarkId: 'Benchmark',
  settingId: 'Setting',
  observationId: 'Observation',
  sourceId: 'Source',
  tableId: 'ResultTable',
  authorId: 'Author',
} as const satisfies Partial<Record<keyof Row<'NoteSubject'>, TableName>>

function pointerOf(subject: Row<'NoteSubject'>): Pointer {
  for (const [field, table] of Object.entries(tables)) {
    const id = subject[field as keyof typeof tables]
    if (id !== null) return { table, id }
  }
  throw new Error(`The subject ${subject.id} of note ${subject.noteKey} points at nothing`)
}

/** What the subjects on some pages point at, in one row of all pages. */
export const subjectNodes = (
  pages: readonly Page<Row<'NoteSubject'>>[],
  context: GraphContext,
  columns: Columns = null,
): Promise<object[]> =>
  nodesAt(
    pages.flatMap((page) => page.nodes.map(pointerOf)),
    context,
    columns,
  )

/** Connections of the pages, with the nodes (in one row of all pages) in the place of the rows that pointed at them. */
export function connectionsOf(
  pages: readonly Page<object>[],
  nodes: readonly object[],
  totalOf: (index: number) => unknown,
): Connection<never>[] {
  let next = 0
  return pages.map((page, i) => {
    const own = nodes.slice(next, next + page.nodes.length) as never[]
    next += own.length
    return {
      nodes: own,
      get edges() {
        return page.edges.map(({ cursor }, k) => ({ cursor, node: own[k] as never }))
      },
      get pageInfo() {
        return page.pageInfo
      },
      total: totalOf(i) as Connection<never>['total'],
    }
  })
}
