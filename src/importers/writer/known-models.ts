// What the graph knows about the names of a file: models, all their names, and who lists which beside which.

import { groupBy } from '../../domain/group-by.ts'
import { foldName, tidyName } from '../../domain/names.ts'
import type { KnownModel } from './name-groups.ts'
import type { Writing } from './writing.ts'

export interface KnownNames {
  models: (KnownModel & { slug: string; baseSlug: string })[]
  /** For each source (database id), one spelling of each model that it names. */
  listed: Map<number, string[]>
  /** Every alias row of these models. */
  aliases: { id: number; modelId: number; name: string }[]
}

/** Everything known about models that some of `names` may mean, exactly or folded. */
export async function knownNames({ rows }: Writing, names: readonly string[]): Promise<KnownNames> {
  const folds = [...new Set(names.map((name) => foldName(name).folded))]
  const models = await rows<{ id: number; name: string; slug: string; base_slug: string }>(
    `SELECT id, name, slug, base_slug FROM model WHERE merged_into_id IS NULL
     AND id IN (SELECT model_id FROM alias WHERE folded = ANY($1::text[]))`,
    folds,
  )
  const aliases = await rows<{ id: number; model_id: number; source_id: number | null; name: string }>(
    'SELECT id, model_id, source_id, name FROM alias WHERE model_id = ANY($1::int[])',
    models.map(({ id }) => id),
  )
  const byModel = groupBy(aliases, (alias) => alias.model_id)
  const bySource = groupBy(
    aliases.filter((alias) => alias.source_id !== null),
    (alias) => alias.source_id ?? 0,
  )
  return {
    models: models.map(({ id, name, slug, base_slug }) => {
      const spellings = (byModel.get(id) ?? []).map((alias) => tidyName(alias.name))
      return { id, name, slug, baseSlug: base_slug, names: [...new Set([tidyName(name), ...spellings])] }
    }),
    listed: new Map(
      [...bySource].map(([source, ofSource]) => {
        const spellings = new Map<string, string>()
        for (const { model_id, name } of ofSource) {
          const key = `${model_id} ${foldName(name).folded}`
          const other = spellings.get(key)
          if (other === undefined || tidyName(name) < tidyName(other)) spellings.set(key, name)
        }
        return [source, [...spellings.values()]]
      }),
    ),
    aliases: aliases.map(({ id, model_id, name }) => ({ id, modelId: model_id, name })),
  }
}
