// How a connection field is resolved: a page of a list, and its length when that is asked for.
import type { GraphContext } from '../context.ts'
import type { TableName } from '../db/columns.ts'
import type { List, PageArguments, Parent } from '../loaders/list.ts'

export const paged =
  <Name extends TableName, Arguments, Parented>(
    list: List<Name, Arguments>,
    parentOf: (row: Parented) => Parent | null,
  ) =>
  async (row: Parented, args: Arguments & PageArguments, context: GraphContext) => {
    const parent = parentOf(row)
    const page = await context.load.page(list, args, parent)
    return { ...page, totalCount: () => context.load.total(list, args, parent) }
  }

/** The id of a row, by which lists know their parent. */
export const byId = (row: { id: number }): number => row.id
/** The key of a note, by which lists know their parent. */
export const byKey = (row: { key: string }): string => row.key
/** A list of the root has no parent. */
export const atRoot = (): null => null
