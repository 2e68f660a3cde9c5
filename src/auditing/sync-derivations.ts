// Brings the derivations that audits found into line with what they find now.
import type { FoundDerivation } from '../domain/audits/finding.ts'
import { derivationKey } from '../domain/keys.ts'
import { insertRows } from '../importers/writer/writing.ts'
import type { Act } from './act.ts'

interface Stored {
  key: string
  observationId: number
  observation: string
  kind: string
  formula: string | null
  origin: string
  from: string[]
}

/**
 * `found` is all that holds of these observations (`aggregated`: means of parts; else everything but these), and `claims` has the
 * ids of all that it names. What a source or a curator says already is not repeated. What no longer holds is taken away, and
 * stays readable in the history of its observation. Gives the observations that something changed for.
 */
export async function syncDerivations(
  act: Act,
  { observations, aggregated }: { observations: readonly number[]; aggregated: boolean },
  found: readonly FoundDerivation[],
  claims: readonly { key: string; id: number }[],
): Promise<number[]> {
  const ids = new Map(claims.map(({ key, id }) => [key, id]))
  const known = await load(act, observations)
  const said = new Set(known.filter(({ origin }) => origin !== 'COMPUTED').map(sameness))
  const wanted = new Map(
    found
      .filter((derivation) => !said.has(sameness(derivation)))
      .map((derivation) => [derivationKey({ ...derivation, origin: 'COMPUTED' }), derivation]),
  )
  const own = known.filter(({ origin, kind }) => origin === 'COMPUTED' && (kind === 'AGGREGATED') === aggregated)
  const there = new Set(own.map(({ key }) => key))
  const gone = own.filter(({ key }) => !wanted.has(key))
  const added = [...wanted].filter(([key]) => !there.has(key))
  if (gone.length === 0 && added.length === 0) return []
  await remove(act, gone)
  const links = await add(act, added, ids)
  for (const { observationId, ...derivation } of gone)
    act.record({ observation: observationId, field: 'derivation', before: told(derivation), after: null })
  for (const [, derivation] of added)
    act.record({
      observation: idOf(ids, derivation.observation),
      field: 'derivation',
      before: null,
      after: told(derivation),
    })
  const inputs = await inputsOf(act, gone)
  return [...new Set([...gone.map(({ observationId }) => observationId), ...inputs, ...links])]
}

/** The same inputs are the same statement, however it is worded. */
function sameness({ observation, from }: Pick<FoundDerivation, 'observation' | 'from'>): string {
  return JSON.stringify([observation, [...from].sort()])
}

/** As history shows it. */
export const told = ({ kind, formula, from }: { kind: string; formula: string | null; from: readonly string[] }) => ({
  kind,
  formula,
  from,
})

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the audit lost the observation ${key}`)
  return id
}

function load({ rows }: Act, observations: readonly number[]): Promise<Stored[]> {
  return rows<Stored>(
    `SELECT d.key, d.observation_id AS "observationId", o.key AS observation, d.kind, d.formula, d.origin,
       array_agg(f.key ORDER BY i.position) AS "from"
     FROM derivation d JOIN observation o ON o.id = d.observation_id
       JOIN derivation_input i ON i.derivation_id = d.id JOIN observation f ON f.id = i.observation_id
     WHERE d.observation_id = ANY($1::int[]) GROUP BY d.id, o.key ORDER BY d.key`,
    observations,
  )
}

async function remove({ run }: Act, gone: readonly Stored[]): Promise<void> {
  if (gone.length === 0) return
  const keys = gone.map(({ key }) => key)
  await run(
    'DELETE FROM derivation_input WHERE derivation_id IN (SELECT id FROM derivation WHERE key = ANY($1::text[]))',
    keys,
  )
  await run('DELETE FROM derivation WHERE key = ANY($1::text[])', keys)
}

async function add(
  act: Act,
  added: readonly (readonly [string, FoundDerivation])[],
  ids: ReadonlyMap<string, number>,
): Promise<number[]> {
  if (added.length === 0) return []
  const { id: act_id } = await act.begun()
  const rows = added.map(([key, { observation, kind, formula }]) => ({
    ...{ key, kind, formula, act_id },
    observation_id: idOf(ids, observation),
    origin: 'COMPUTED',
  }))
  const inserted = await insertRows<{ id: number; key: string }>(act, 'derivation', rows, { returning: ['id', 'key'] })
  const derivations = new Map(inserted.map(({ id, key }) => [key, id]))
  const inputs = added.flatMap(([key, { from }]) =>
    from.map((input, place) => ({
      derivation_id: derivations.get(key),
      position: place + 1,
      observation_id: idOf(ids, input),
    })),
  )
  await insertRows(act, 'derivation_input', inputs)
  return [...rows, ...inputs].map(({ observation_id }) => observation_id)
}

async function inputsOf({ rows }: Act, gone: readonly Stored[]): Promise<number[]> {
  if (gone.length === 0) return []
  const found = await rows<{ id: number }>(
    'SELECT id FROM observation WHERE key = ANY($1::text[])',
    gone.flatMap(({ from }) => from),
  )
  return found.map(({ id }) => id)
}
