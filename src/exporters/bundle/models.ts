// Models of a bundle with their names and facts.
import type { Draft, Entry } from './draft.ts'
import { optional } from './draft.ts'
import type { ModelEntries } from './model-entries.ts'

const HUGGING_FACE_ID = /^[\w.-]+\/[\w.-]+$/

export function writtenModels(draft: Draft, entries: ModelEntries): Entry | undefined {
  const { page, models, developers, facts } = draft.captured
  if (entries.all.length === 0) return undefined
  return Object.fromEntries(
    entries.all.map(({ model: id, local, name, aliases }): [string, Entry] => {
      const model = models.get(id)
      // What is known of a model, and not by whom, stands on its first entry.
      const first = entries.entry(id)?.local === local
      const team = first ? developers.filter(({ modelId }) => modelId === id) : []
      const base = model?.baseModelId != null && first ? entries.entry(model.baseModelId)?.local : undefined
      const told = facts.filter((fact) => entries.facts.get(fact.id)?.local === local)
      const hub = model?.huggingFaceId ?? ''
      return [
        local,
        {
          name,
          aliases:
            aliases.length > 0
              ? aliases.map((alias) =>
                  alias.source === page.id ? alias.name : { name: alias.name, source: draft.source(alias.source) },
                )
              : undefined,
          developers: team.length > 0 ? team.map(({ authorId }) => draft.author(authorId)) : undefined,
          ...(first
            ? { family: optional(model?.family), huggingFaceId: HUGGING_FACE_ID.test(hub) ? hub : undefined }
            : {}),
          base,
          facts: told.length > 0 ? told.map((fact) => writtenFact(draft, entries, fact)) : undefined,
        },
      ]
    }),
  )
}

function writtenFact(draft: Draft, entries: ModelEntries, fact: Draft['captured']['facts'][number]): Entry {
  const { page } = draft.captured
  return {
    property: fact.property,
    value: optional(entries.facts.get(fact.id)?.valueText),
    number: optional(fact.valueNumber),
    ...{ unit: optional(fact.unit), asOf: optional(fact.asOf) },
    statedIn: fact.statedInId === null || fact.statedInId === page.id ? undefined : draft.source(fact.statedInId),
    statedBy: fact.statedById === null ? undefined : draft.author(fact.statedById),
    missing: fact.missingKey === null ? undefined : draft.note(fact.missingKey),
  }
}
