// Writes the names that sources print for models.
import { foldName } from '../../domain/names.ts'
import { claimsOf } from './claims.ts'
import type { Models } from './write-models.ts'
import type { Sources } from './write-sources.ts'
import type { Writing } from './writing.ts'

interface Alias {
  model_id: number
  name: string
  folded: string
  source_id: number
}

/** The aliases that the file lists are counted; names that follow from entries and rows are not. */
export async function writeAliases(writing: Writing, sources: Sources, models: Models): Promise<void> {
  const { bundle, ledger } = writing
  const aliases = new Map<string, Alias>()
  const counted: string[] = []
  const add = (modelId: number, name: string, source: string): string => {
    const alias = { model_id: modelId, name, folded: foldName(name).folded, source_id: sources.id(source) }
    const key = JSON.stringify([modelId, name, alias.source_id])
    if (!aliases.has(key)) aliases.set(key, alias)
    return key
  }
  for (const [local, model] of Object.entries(bundle.models)) {
    for (const alias of model.aliases) {
      const { name, source } = typeof alias === 'string' ? { name: alias, source: bundle.page } : alias
      if (!models.refused.has(JSON.stringify([local, name]))) counted.push(add(models.id(local), name, source))
    }
  }
  if (!writing.dump) {
    for (const [local, { name }] of Object.entries(bundle.models)) add(models.id(local), name, bundle.page)
    for (const claim of claimsOf(bundle)) add(models.ofClaim(claim), claim.reportedName, claim.source)
  }
  const inserted = await writing.rows<Pick<Alias, 'model_id' | 'name' | 'source_id'>>(
    `INSERT INTO alias (model_id, name, folded, source_id, import_id)
     SELECT x.model_id, x.name, x.folded, x.source_id, $2 FROM json_populate_recordset(null::alias, $1::json) x
     WHERE NOT EXISTS (SELECT FROM alias a WHERE a.model_id = x.model_id AND a.name = x.name AND a.source_id = x.source_id)
     RETURNING model_id, name, source_id`,
    JSON.stringify([...aliases.values()]),
    writing.importId,
  )
  const fresh = new Set(inserted.map(({ model_id, name, source_id }) => JSON.stringify([model_id, name, source_id])))
  for (const key of counted) ledger.count('alias', fresh.delete(key) ? 'accepted' : 'duplicates')
}
