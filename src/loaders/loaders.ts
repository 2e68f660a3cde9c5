// The batch functions behind dataloaders, for one request.
import DataLoader from 'dataloader'
import type { Columns, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import { nodesByFormerSlug, type Slugged } from './by-slug.ts'
import { claimsOfModels, type StoredClaim } from './claims.ts'
import { modelMatches } from './model-matches.ts'
import { lossesOf } from './overviews.ts'
import { RowSource } from './row-source.ts'
import type { Marked } from './rows.ts'
import { leadsOf } from './standings.ts'

type Values<Value> = readonly (Value | Error)[]
type Batch<Key, Value> = (keys: readonly Key[]) => Promise<Values<Value>>

/** For one request: it remembers what it has read. */
export class Loaders {
  readonly #db: Queryable
  readonly #byId: RowSource<number>
  #bySlug: RowSource<string> | undefined
  #byKey: RowSource<string> | undefined
  /** One dataloader a batch function and arguments, made when it is first asked for. */
  readonly #members = new Map<unknown, Map<string, DataLoader<never, unknown>>>()

  constructor(db: Queryable) {
    this.#db = db
    this.#byId = new RowSource(db, 'id')
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
    return this.#byId.rows(table, ids, columns)
  }

  /** The same by key. */
  byKey<Name extends TableName>(table: Name, keys: readonly string[], columns: Columns = null) {
    this.#byKey ??= new RowSource(this.#db, 'key')
    return this.#byKey.rows(table, keys, columns)
  }

  /** Nodes by their slugs or former ones; an InputError in the place of one that is ambiguous. */
  async bySlug<Kind extends Slugged>(
    kind: Kind,
    slugs: readonly string[],
    columns: Columns = null,
  ): Promise<(Marked<Kind> | Error | null)[]> {
    this.#bySlug ??= new RowSource(this.#db, 'slug')
    const rows = await this.#bySlug.rows(kind, slugs, columns)
    const missing = slugs.filter((_, i) => rows[i] === null)
    if (missing.length === 0) return rows
    const former = this.#member<string, Marked<Kind> | null>(nodesByFormerSlug, kind, (given) =>
      nodesByFormerSlug(this.#db, kind, given),
    )
    const found = new Map((await former.loadMany(missing)).map((node, i) => [missing[i], node]))
    return slugs.map((slug, i) => rows[i] ?? found.get(slug) ?? null)
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
