// What curators do with names: say that a printed name means a model.
import type { Act } from '../auditing/act.ts'
import type { Database } from '../db/client.ts'
import { foldName, tidyName } from '../domain/names.ts'
import { perform } from './perform.ts'
import { given, Refusal } from './refusal.ts'

export interface AliasToAdd {
  /** Database ids. */
  model: number
  source: number | null
  name: string
  reason: string
}

/**
 * Adds a name, so that later imports match it (rule 8). Refuses one that another model goes by, as printed or folded: to join two
 * models is more than to add a name.
 */
export function addAlias(db: Pick<Database, 'pool'>, by: string | null, alias: AliasToAdd): Promise<number> {
  const work = async (act: Act) => {
    const name = tidyName(given(alias.name, 'name', 300))
    const { folded } = foldName(name)
    const [model] = await act.rows<{ id: number }>(
      'SELECT id FROM model WHERE id = $1 AND merged_into_id IS NULL FOR UPDATE',
      alias.model,
    )
    if (!model) throw new Refusal('NOT_FOUND', 'There is no such model.', 'model')
    const known = await act.rows<{ modelId: number; slug: string; name: string; sourceId: number | null }>(
      `SELECT a.model_id AS "modelId", m.slug, a.name, a.source_id AS "sourceId" FROM alias a JOIN model m ON m.id = a.model_id
       WHERE a.folded = $1 AND m.merged_into_id IS NULL`,
      folded,
    )
    const own = known.filter(({ modelId }) => modelId === model.id)
    const others = known.filter(({ modelId }) => modelId !== model.id)
    const taken = others.find((other) => tidyName(other.name) === name) ?? (own.length === 0 ? others[0] : undefined)
    if (taken) throw new Refusal('ALIAS_TAKEN', `"${taken.name}" is a name of the model ${taken.slug}.`, 'name')
    if (own.some((other) => other.name === name && other.sourceId === alias.source))
      throw new Refusal('ALREADY_KNOWN', 'The model has that name already.', 'name')
    const { id } = await act.begun()
    await act.run(
      'INSERT INTO alias (model_id, name, folded, source_id, act_id) VALUES ($1, $2, $3, $4, $5)',
      ...[model.id, name, folded, alias.source, id],
    )
    const [source] = await act.rows<{ slug: string }>('SELECT slug FROM source WHERE id = $1', alias.source)
    act.record({ model: model.id, field: 'alias', before: null, after: { name, source: source?.slug ?? null } })
    return { result: model.id }
  }
  return perform(db, { kind: 'ADD_ALIAS', by, reason: alias.reason, work })
}
