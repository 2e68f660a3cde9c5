// Writes facts about models; facts that differ live side by side (rule 6).
import { factKey } from '../../domain/keys.ts'
import type { Parts } from './parts.ts'
import { insertRows, must, type Writing } from './writing.ts'

export async function writeFacts(
  writing: Writing,
  { authors, sources, models }: Parts,
  notes: ReadonlyMap<string, string>,
) {
  const { bundle, ledger, importId } = writing
  const records = Object.entries(bundle.models).flatMap(([local, { facts }]) =>
    facts.map((fact) => {
      const statedIn = fact.statedIn ?? bundle.page
      const statedBy = fact.statedBy === undefined ? null : authors.identityOf(fact.statedBy)
      const missing = fact.missing === undefined ? null : must(notes, fact.missing)
      const { property, value: valueText = null, number: valueNumber = null, unit = null, asOf = null } = fact
      return {
        key: factKey({
          ...{ model: models.identity(local), property, valueText, valueNumber, unit, asOf, statedBy, missing },
          statedIn: sources.ref(statedIn),
        }),
        model_id: models.id(local),
        property,
        // What is only given as a number is printed as that number.
        value_text: valueText ?? valueNumber,
        value_number: valueNumber,
        unit,
        as_of: asOf,
        stated_in_id: sources.id(statedIn),
        stated_by_id: statedBy === null ? null : must(authors.ids, statedBy),
        missing_key: missing,
        import_id: importId,
      }
    }),
  )
  const inserted = await insertRows<{ key: string }>(writing, 'fact', records, {
    conflict: ['key'],
    returning: ['key'],
  })
  const fresh = new Set(inserted.map(({ key }) => key))
  const owners = Object.entries(bundle.models).flatMap(([local, { facts }]) => facts.map(() => local))
  for (const [index, { key }] of records.entries())
    ledger.count('fact', fresh.delete(key) ? 'accepted' : 'duplicates', ['models', owners[index] ?? ''])
}
