// The batch functions behind dataloaders, for one request.
import DataLoader from 'dataloader'
import type { Row, TableName } from '../db/columns.ts'
import type { Queryable } from '../db/query.ts'
import type { InputError } from '../domain/input-error.ts'
import { nodesBySlug, type Slugged } from './by-slug.ts'
import { type Company, claimsAroundModels, companyOf, type StoredClaim } from './claims.ts'
import { type Group, groups } from './groups.ts'
import { leaderboardsOf, type SettingBoard } from './leaderboards.ts'
import { type List, type Page, type PageArguments, type Parent, pages, totals } from './list.ts'
import { modelMatches } from './model-matches.ts'
import type { ObservationFilter } from './observations.ts'
import { benchmarkNatures, conflictsOf, lossesOf } from './overviews.ts'
import { type Marked, rowsBy } from './rows.ts'

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>

/** One dataloader a batch function and arguments, made when it is first asked for. */
function family() {
  const members = new Map<string, DataLoader<never, unknown>>()
  return <Key, Value>(name: string, batch: Batch<Key, Value>): DataLoader<Key, Value> => {
    let member = members.get(name)
    if (!member) {
      member = new DataLoader(batch as Batch<never, unknown>)
      members.set(name, member)
    }
    return member as unknown as DataLoader<Key, Value>
  }
}

export function createLoaders(db: Queryable) {
  const member = family()
  const rootKey = '$root'
  const underRoot = (keys: readonly Parent[]) => (keys[0] === rootKey ? null : keys)
  return {
    /** One row by a unique column. */
    row: <Name extends TableName>(table: Name, column: keyof Row<Name> & string = 'id' as keyof Row<Name> & string) =>
      member<number | string, Marked<Name> | null>(`row ${table}.${column}`, (values) =>
        rowsBy(db, table, column, values),
      ),
    /** One node by its slug or a former one. */
    bySlug: <Kind extends Slugged>(kind: Kind) =>
      member<string, Marked<Kind> | null>(
        `slug ${kind}`,
        (slugs) => nodesBySlug(db, kind, slugs) as Promise<(Marked<Kind> | InputError | null)[]>,
      ),
    /** All rows of a short list under a parent. */
    group: <Name extends TableName>(group: Group<Name>) =>
      member<number, Marked<Name>[]>(`group ${group.name}`, (parents) => groups(db, group, parents)),
    /** A page of a list, under a parent or (null) at the root. */
    page: <Name extends TableName, Arguments>(
      list: List<Name, Arguments>,
      args: Arguments & PageArguments,
      parent: Parent | null,
    ): Promise<Page<Marked<Name>>> =>
      member<Parent, Page<Marked<Name>>>(`page ${list.name} ${JSON.stringify(args)}`, (keys) =>
        pages(db, list, args, underRoot(keys)),
      ).load(parent ?? rootKey),
    /** The length of a list, whatever page of it is shown. */
    total: <Name extends TableName, Arguments>(
      list: List<Name, Arguments>,
      { first, last, after, before, ...args }: Arguments & PageArguments,
      parent: Parent | null,
    ): Promise<number> =>
      member<Parent, number>(`total ${list.name} ${JSON.stringify(args)}`, (keys) =>
        totals(db, list, args as Arguments, underRoot(keys)),
      ).load(parent ?? rootKey),
    /** The claims of every setting that a model has one in. */
    claimsAroundModel: () =>
      member<number, StoredClaim[]>('claims around model', (models) => claimsAroundModels(db, models)),
    /** The open disagreements of a model, and its scores that were lost. */
    conflicts: () => member('conflicts', (models: readonly number[]) => conflictsOf(db, models)),
    losses: () => member('losses', (models: readonly number[]) => lossesOf(db, models)),
    /** The benchmarks left out of similarity. */
    natures: () =>
      member('natures', async (keys: readonly 'all'[]) => {
        const natures = await benchmarkNatures(db)
        return keys.map(() => natures)
      }).load('all'),
    /** The claims of a setting, ranked; with a filter only those that it leaves in. */
    leaderboard: (filter?: ObservationFilter | null) =>
      member<number, SettingBoard>(`leaderboard ${JSON.stringify(filter ?? null)}`, (settings) =>
        leaderboardsOf(db, settings, filter),
      ),
    /** The claims that an observation can be held against. */
    company: () => member<Row<'Observation'>, Company>('company', (observations) => companyOf(db, observations)),
    /** Models by a printed name. */
    modelMatches: () => member('model matches', (names: readonly string[]) => modelMatches(db, names)),
  }
}

export type Loaders = ReturnType<typeof createLoaders>
