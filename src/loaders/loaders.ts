// The batch functions behind dataloaders, for one request.
import DataLoader from 'dataloader'
import type { Columns, Row, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { nodesBySlug, type Slugged } from './by-slug.ts'
import { claimsOfModels, type StoredClaim } from './claims.ts'
import { modelMatches } from './model-matches.ts'
import { lossesOf } from './overviews.ts'
import { RowSource } from './row-source.ts'
import { type Marked, rowsBy } from './rows.ts'
import { type SourceIdentifier, sourcesByIdentifier } from './sources-by-identifier.ts'
import { leadsOf } from './standings.ts'

type Values<Value> = readonly (Value | Error)[]
type Batch<Key, Value> = (keys: readonly Key[]) => Promise<Values<Value>>

/** For one request: it remembers what it has read. */
export class Loaders {
  readonly #db: Queryable
  readonly #source: RowSource
  /** One dataloader a batch function and arguments, made when it is first asked for. */
  readonly #members = new Map<unknown, Map<string, DataLoader<never, unknown>>>()

  constructor(db: Queryable) {
    this.#db = db
    this.#source = new RowSource(db)
  }

  #member<Key, Value>(owner: unknown, name: string, batch: Batch<Key, Value>): DataLoader<Key, Value> {
    let named = this.#members.get(owner)
    if (!named) {
      named = new Map()
      this.#members.set(owner, named)
    }
    let member = named.get(name)
    if (!member) {
      member = new DataLoader(batch as Batch<never, unknown>)
      named.set(name, member)
    }
    return member as unknown as DataLoader<Key, Value>
  }

  /** A field with a batch function, for one row. The root has no row, and nothing to wait for. */
  async field<Owner, Args, Context, Value>(
    batch: (rows: readonly Owner[], args: Args, context: Context) => Promise<Values<Value>> | Values<Value>,
    row: Owner,
    args: Args,
    context: Context,
  ): Promise<Value> {
    if (row != null)
      return this.#member<Owner, Value>(batch, JSON.stringify(args), async (rows) => batch(rows, args, context)).load(
        row,
      )
    const [value] = await batch([row], args, context)
    if (value instanceof Error) throw value
    return value as Value
  }

  /** Rows by id, those that other fields have read already without a statement. */
  rows<Name extends TableName>(table: Name, ids: readonly (number | null)[], columns: Columns = null) {
    return this.#source.rows(table, ids, columns)
  }

  /** One row by a unique column. */
  row<Name extends TableName>(
    table: Name,
    column: keyof Row<Name> & string = 'id' as keyof Row<Name> & string,
  ): DataLoader<number | string, Marked<Name> | null> {
    return this.#member(rowsBy, `${table}.${column}`, (values: readonly (number | string)[]) =>
      rowsBy(this.#db, table, column, values),
    )
  }

  /** One node by its slug or a former one. */
  bySlug<Kind extends Slugged>(kind: Kind): DataLoader<string, Marked<Kind> | null> {
    return this.#member<string, Marked<Kind> | null>(nodesBySlug, kind, (slugs: readonly string[]) =>
      nodesBySlug(this.#db, kind, slugs),
    )
  }

  /** One source by an identifier that others know it by. */
  sourceBy(identifier: SourceIdentifier): DataLoader<string, Marked<'Source'> | null> {
    return this.#member<string, Marked<'Source'> | null>(sourcesByIdentifier, identifier, (values: readonly string[]) =>
      sourcesByIdentifier(this.#db, identifier, values),
    )
  }

  /** The claims of a model. */
  claimsOfModel(): DataLoader<number, StoredClaim[]> {
    return this.#member(claimsOfModels, '', (models: readonly number[]) => claimsOfModels(this.#db, models))
  }

  /** What a model leads, and its scores that were lost: coverage and statements both tell of them. */
  leads() {
    return this.#member(leadsOf, '', (models: readonly number[]) => leadsOf(this.#db, models))
  }

  losses() {
    return this.#member(lossesOf, '', (models: readonly number[]) => lossesOf(this.#db, models))
  }

  /** Models by a printed name. */
  modelMatches() {
    return this.#member(modelMatches, '', (names: readonly string[]) => modelMatches(this.#db, names))
  }
}
