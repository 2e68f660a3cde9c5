// Writes which observations follow from which.
import { derivationKey } from '../../domain/keys.ts'
import type { Observations } from './write-observations.ts'
import { insertRows, type Writing } from './writing.ts'

export async function writeDerivations(writing: Writing, observations: Observations): Promise<void> {
  const { bundle, ledger, importId, disturbed } = writing
  const prepared = bundle.derivations.map(({ observation, from, kind, formula = null, origin }) => {
    const result = observations.named(observation)
    const inputs = [
      ...new Map(from.map((local) => observations.named(local)).map((input) => [input.key, input])).values(),
    ]
    const key = derivationKey({
      observation: result.key,
      from: inputs.map((input) => input.key),
      kind,
      formula,
      origin,
    })
    return { inputs, row: { key, observation_id: result.id, kind, formula, origin, import_id: importId } }
  })
  const rows = prepared.map(({ row }) => row)
  const inserted = await insertRows<{ id: number; key: string }>(writing, 'derivation', rows, {
    conflict: ['key'],
    returning: ['id', 'key'],
  })
  const fresh = new Map(inserted.map(({ id, key }) => [key, id]))
  const links = []
  for (const { row, inputs } of prepared) {
    const id = fresh.get(row.key)
    ledger.count('derivation', id === undefined ? 'duplicates' : 'accepted')
    fresh.delete(row.key)
    if (id === undefined) continue
    for (const observation of [row.observation_id, ...inputs.map((input) => input.id)])
      disturbed.observations.add(observation)
    links.push(...inputs.map((input, place) => ({ derivation_id: id, position: place + 1, observation_id: input.id })))
  }
  await insertRows(writing, 'derivation_input', links)
}
