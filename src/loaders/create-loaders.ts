// The batch functions behind dataloaders, for one request.
import DataLoader from 'dataloader'
import type { Columns, Row, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import type { InputError } from '../domain/input-error.ts'
import { nodesBySlug, type Slugged } from './by-slug.ts'
import { claimsOfModels, type StoredClaim } from './claims.ts'
import { modelMatches } from './model-matches.ts'
import { lossesOf } from './overviews.ts'
import { RowSource } from './row-source.ts'
import { type Marked, rowsBy } from './rows.ts'
import { type SourceIdentifier, sourcesByIdentifier } from './sources-by-identifier.ts'
import { leadsOf } from './standings.ts'

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>

/** One dataloader a batch function and arguments, made when it is first asked for. */
function family() {
  const members = new Map<unknown, Map<string, DataLoader<never, unknown>>>()
  return <Key, Value>(owner: unknown, name: string, batch: Batch<Key, Value>): DataLoader<Key, Value> => {
    let named = members.get(owner)
    if (!named) {
      named = new Map()
      members.set(owner, named)
    }
    let member = named.get(name)
    if (!member) {
      member = new DataLoader(batch as Batch<never, unknown>)
      named.set(name, member)
    }
    return member as unknown as DataLoader<Key, Value>
  }
}

export function createLoaders(db: Queryable) {
  const member = family()
  const source = new RowSource(db)
  return {
    /** A field with a batch function, for one row. The root has no row, and nothing to wait for. */
    field: async <Owner, Args, Context, Value>(
      batch: (rows: readonly Owner[], args: Args, context: Context) => Promise<readonly (Value | Error)[]>,
      row: Owner,
      args: Args,
      context: Context,
    ): Promise<Value> => {
      if (row != null)
        return member<Owner, Value>(batch, JSON.stringify(args), (rows) => batch(rows, args, context)).load(row)
      const [value] = await batch([row], args, context)
      if (value instanceof Error) throw value
      return value as Value
    },
    /** Rows by id, those that other fields have read already without a statement. */
    rows: <Name extends TableName>(table: Name, ids: readonly (number | null)[], columns: Columns = null) =>
      source.rows(table, ids, columns),
    /** One row by a unique column. */
    row: <Name extends TableName>(table: Name, column: keyof Row<Name> & string = 'id' as keyof Row<Name> & string) =>
      member<number | string, Marked<Name> | null>(rowsBy, `${table}.${column}`, (values) =>
        rowsBy(db, table, column, values),
      ),
    /** One node by its slug or a former one. */
    bySlug: <Kind extends Slugged>(kind: Kind) =>
      member<string, Marked<Kind> | null>(
        nodesBySlug,
        kind,
        (slugs) => nodesBySlug(db, kind, slugs) as Promise<(Marked<Kind> | InputError | null)[]>,
      ),
    /** One source by an identifier that others know it by. */
    sourceBy: (identifier: SourceIdentifier) =>
      member<string, Marked<'Source'> | null>(
        sourcesByIdentifier,
        identifier,
        (values) => sourcesByIdentifier(db, identifier, values) as Promise<(Marked<'Source'> | InputError | null)[]>,
      ),
    /** The claims of a model. */
    claimsOfModel: () => member<number, StoredClaim[]>(claimsOfModels, '', (models) => claimsOfModels(db, models)),
    /** What a model leads, and its scores that were lost: coverage and statements both tell of them. */
    leads: () => member(leadsOf, '', (models: readonly number[]) => leadsOf(db, models)),
    losses: () => member(lossesOf, '', (models: readonly number[]) => lossesOf(db, models)),
    /** Models by a printed name. */
    modelMatches: () => member(modelMatches, '', (names: readonly string[]) => modelMatches(db, names)),
  }
}

export type Loaders = ReturnType<typeof createLoaders>
