// The batch function of models by printed name: every candidate, with how it matched.
import sql from 'sql-template-tag'
import { columnsOf } from '../db/columns.ts'
import { type Queryable, query } from '../db/query.ts'
import { foldName, matchName, tidyName } from '../domain/names.ts'
import { type Marked, mark } from './rows.ts'

export interface ModelMatch {
  model: Marked<'Model'>
  matchedName: string
  how: 'SLUG' | 'ALIAS' | 'FOLDED'
}

/** Slug matches first, then exact names, then folded ones (rule 8); each model once. */
export async function modelMatches(db: Queryable, names: readonly string[]): Promise<ModelMatch[][]> {
  const possible = names.filter((name) => !name.includes('\0'))
  const found = await query<{ $alias: string; $folded: string; id: number; slug: string }>(
    db,
    sql`SELECT a.name AS "$alias", a.folded AS "$folded", ${columnsOf('Model', 'r')} FROM model r JOIN alias a ON a.model_id = r.id AND r.merged_into_id IS NULL
      WHERE r.slug = ANY(${possible}::text[]) OR a.folded = ANY(${possible.map((name) => foldName(name).folded)}::text[])
      ORDER BY r.slug, a.name`,
  )
  const models = new Map(found.map((row) => [row.id, mark(row, 'Model')]))
  return names.map((name) => {
    const { folded } = foldName(name)
    const bySlug = [...models.values()].filter((model) => model.slug === name)
    const candidates = found.filter((row) => row.$folded === folded)
    const byName = matchName(
      name,
      candidates.map((row) => ({ name: row.$alias, model: row.id })),
    ).filter((match) => !bySlug.some((model) => model.id === match.model))
    const nameThatMatched = (id: number, exact: boolean) => {
      const aliases = candidates.filter((row) => row.id === id).map((row) => row.$alias)
      return aliases.find((alias) => exact && tidyName(alias) === tidyName(name)) ?? aliases[0] ?? name
    }
    return [
      ...bySlug.map((model): ModelMatch => ({ model, matchedName: model.slug, how: 'SLUG' })),
      ...byName.map(({ model, how }) => ({
        model: models.get(model) as Marked<'Model'>,
        matchedName: nameThatMatched(model, how === 'ALIAS'),
        how,
      })),
    ]
  })
}
