// Fields that are read for many rows at once: one batch function each, and two ways to run it.
import type { GraphContext } from '../context.ts'
import { type Columns, joinedColumn, type TableName } from '../db/columns.ts'
import { type Group, groups } from '../loaders/groups.ts'
import { type List, type Page, type PageArguments, type Parent, pages, totals } from '../loaders/list.ts'
import type { Marked } from '../loaders/rows.ts'

/** One value a row, in their order; an Error in the place of a value fails that row's field alone. */
export type Batch<Row, Args, Value> = (
  rows: readonly Row[],
  args: Args,
  context: GraphContext,
  /** What is read of the rows that it gives; null (or nothing) for all of their columns. */
  columns?: Columns,
) => Promise<readonly (Value | Error)[]> | readonly (Value | Error)[]

/**
 * The options of a field with a batch function. The ordinary resolver goes through a dataloader; the executor finds the
 * function in the field's extensions and calls it once a level.
 */
export const batched = <Row, Args, Value>(batch: Batch<Row, Args, Value>, columns?: readonly string[]) => ({
  extensions: { batch, columns },
  resolve: (row: Row, args: Args, context: GraphContext): Promise<Value> =>
    context.load.field(batch, row, args, context),
})

/** The columns that a plain accessor reads, found by letting it read them. */
function columnsReadBy<Row>(accessor: (row: Row) => unknown): string[] {
  const read: string[] = []
  const spy = new Proxy({}, { get: (_, name) => void read.push(String(name)) })
  accessor(spy as Row)
  return read
}

/** The options of a field that reads these columns of its row and nothing else. */
export const reads = <Field extends string>(...columns: Field[]) => ({ extensions: { columns } })

/** The row of another table that a row points at; null for one that points at none. */
export const one = <Name extends TableName, Row>(table: Name, idOf: (row: Row) => number | null) =>
  batched<Row, object, Marked<Name> | null>(
    (rows, _, { load }, columns) => load.rows(table, rows.map(idOf), columns),
    columnsReadBy(idOf),
  )

/** The same for a row that always points at one. */
export const must = <Name extends TableName, Row>(table: Name, idOf: (row: Row) => number) =>
  one(table, idOf) as unknown as ReturnType<typeof batched<Row, object, Marked<Name>>>

/**
 * The same where rows of one list seldom point at the same: such a row is read together with the row that points, by a
 * list that is told so (see joinsIn in src/db/columns.ts), and by itself otherwise.
 */
export const mustJoined = <Name extends TableName, Row extends object>(table: Name, column: keyof Row & string) => {
  const joined = `$${column}` as keyof Row
  const options = batched<Row, object, Marked<Name>>(
    (rows, _, { load }, columns) => {
      const read = rows.map((row) => row[joined] as Marked<Name> | undefined)
      if (read.every((row) => row !== undefined)) return read
      const ids = rows.map((row) => row[column] as number)
      return load.rows(table, ids, columns) as Promise<Marked<Name>[]>
    },
    [column],
  )
  return { ...options, extensions: { ...options.extensions, joined: joinedColumn.bind(null, column, table) } }
}

/** A short list that is always given whole. */
export const whole = <Name extends TableName>(group: Group<Name>) =>
  batched<{ id: number }, object, Marked<Name>[]>(
    (rows, _, { db }, columns) => groups(db.pool, group, rows.map(byId), columns),
    ['id'],
  )

/** What a connection field gives: a page, and what its length is counted by when that is asked for. */
export interface Connection<Node> extends Pick<Page<Node>, 'nodes' | 'edges' | 'pageInfo'> {
  total: number | { list: List<TableName, never>; args: object; parent: Parent | null }
}

/** A page of a list under a parent. One page may be that of several places, so each has its own. */
class ListConnection<Node> implements Connection<Node> {
  readonly #page: Page<Node>
  readonly total: Connection<Node>['total']

  constructor(page: Page<Node>, total: Connection<Node>['total']) {
    this.#page = page
    this.total = total
  }
  get nodes() {
    return this.#page.nodes
  }
  get edges() {
    return this.#page.edges
  }
  get pageInfo() {
    return this.#page.pageInfo
  }
}

/** A page of a list. */
export const paged = <Name extends TableName, Args extends object, Row>(
  list: List<Name, Args>,
  parentOf: (row: Row) => Parent | null,
) =>
  batched<Row, Args & PageArguments, Connection<Marked<Name>>>(async (rows, args, { db }, columns) => {
    const parents = rows.map(parentOf)
    const found = await pages(db.pool, list, args, list.scope ? (parents as Parent[]) : null, columns)
    const counted = list as unknown as List<TableName, never>
    return found.map((page, i) => new ListConnection(page, { list: counted, args, parent: parents[i] ?? null }))
  }, columnsReadBy(parentOf))

/** The lengths of lists: all that share list and arguments with one statement. */
export const totalsOf: Batch<Connection<unknown>, object, number> = async (connections, _, { db }) => {
  const counted = new Map<object, Map<object, Promise<Map<Parent | null, number>>>>()
  for (const { total } of connections) {
    if (typeof total === 'number') continue
    const byArgs = counted.get(total.list) ?? new Map()
    counted.set(total.list, byArgs)
    if (byArgs.has(total.args)) continue
    const alike = connections.flatMap((one) =>
      typeof one.total === 'object' && one.total.list === total.list && one.total.args === total.args
        ? [one.total.parent]
        : [],
    )
    const parents = total.list.scope ? (alike as Parent[]) : null
    const counts = totals(db.pool, total.list, total.args as never, parents)
    byArgs.set(
      total.args,
      counts.then((numbers) => new Map(alike.map((parent, i) => [parent, numbers[i] as number]))),
    )
  }
  return Promise.all(
    connections.map(async ({ total }) =>
      typeof total === 'number'
        ? total
        : ((await counted.get(total.list)?.get(total.args))?.get(total.parent) as number),
    ),
  )
}

/** The id of a row, by which lists know their parent. */
export const byId = (row: { id: number }): number => row.id
/** The key of a note, by which lists know their parent. */
export const byKey = (row: { key: string }): string => row.key
/** A list of the root has no parent. */
export const atRoot = (): null => null
