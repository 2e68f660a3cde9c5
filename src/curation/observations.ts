// What curators do with observations: say how one stands today, and that one follows from others.
import type { Act } from '../auditing/act.ts'
import { told } from '../auditing/sync-derivations.ts'
import type { Database } from '../db/client.ts'
import { derivationKey } from '../domain/keys.ts'
import type { DerivationKind, ObservationStatus } from '../generated/prisma/enums.ts'
import { insertRows } from '../importers/writer/writing.ts'
import { perform } from './perform.ts'
import { given, Refusal } from './refusal.ts'

/** Sets how a claim stands; what is printed never changes. Audits look again at what it takes part in. */
export function setStatus(
  db: Pick<Database, 'pool'>,
  by: string | null,
  { observation, status, reason }: { observation: string; status: ObservationStatus; reason: string },
): Promise<string> {
  const work = async (act: Act) => {
    const [row] = await act.rows<{ id: number; status: ObservationStatus }>(
      'SELECT id, status FROM observation WHERE key = $1 FOR UPDATE',
      observation,
    )
    if (!row) throw new Refusal('NOT_FOUND', 'There is no such observation.', 'observation')
    if (row.status === status) throw new Refusal('ALREADY_KNOWN', `Its status is ${status}.`, 'status')
    await act.run('UPDATE observation SET status = $2::observation_status WHERE id = $1', row.id, status)
    act.record({ observation: row.id, field: 'status', before: row.status, after: status })
    return { result: observation, touched: { observations: [row.id] } }
  }
  return perform(db, { kind: 'SET_STATUS', by, reason, work })
}

export interface DerivationToLink {
  /** Keys of observations. */
  observation: string
  from: readonly string[]
  kind: DerivationKind
  formula: string | null
  reason: string
}

/** Says that an observation follows from others; gives the key of the derivation. */
export function linkDerivation(db: Pick<Database, 'pool'>, by: string | null, link: DerivationToLink): Promise<string> {
  const work = async (act: Act) => {
    const { observation, kind } = link
    const from = [...new Set(link.from)]
    const formula = link.formula === null ? null : given(link.formula, 'formula', 500)
    if (from.length === 0) throw new Refusal('INVALID_INPUT', 'It follows from at least one observation.', 'from')
    const ids = await lockAll(act, [observation, ...from])
    const id = ids.get(observation)
    if (id === undefined) throw new Refusal('NOT_FOUND', 'There is no such observation.', 'observation')
    const inputs = from.map((key) => ids.get(key))
    if (inputs.some((input) => input === undefined))
      throw new Refusal('NOT_FOUND', 'There is no such observation.', 'from')
    await refuseCycle(act, id, inputs as number[])
    const key = derivationKey({ observation, from, kind, formula, origin: 'CURATED' })
    await refuseLinked(act, id, inputs as number[])
    const { id: act_id } = await act.begun()
    const row = { key, observation_id: id, kind, formula, origin: 'CURATED', act_id }
    const [inserted] = await insertRows<{ id: number }>(act, 'derivation', [row], { returning: ['id'] })
    await insertRows(
      act,
      'derivation_input',
      inputs.map((input, place) => ({ derivation_id: inserted?.id, position: place + 1, observation_id: input })),
    )
    act.record({ observation: id, field: 'derivation', before: null, after: told({ kind, formula, from }) })
    return { result: key, touched: { observations: [id, ...(inputs as number[])] } }
  }
  return perform(db, { kind: 'LINK_DERIVATION', by, reason: link.reason, work })
}

async function lockAll({ rows }: Act, keys: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ key: string; id: number }>(
    'SELECT key, id FROM observation WHERE key = ANY($1::text[]) ORDER BY id FOR UPDATE',
    keys,
  )
  return new Map(found.map(({ key, id }) => [key, id]))
}

async function refuseCycle({ rows }: Act, id: number, inputs: readonly number[]): Promise<void> {
  const [cycle] = await rows(
    `WITH RECURSIVE upstream(id) AS (
       SELECT unnest($2::int[])
       UNION SELECT i.observation_id FROM upstream u JOIN derivation d ON d.observation_id = u.id
         JOIN derivation_input i ON i.derivation_id = d.id)
     SELECT FROM upstream WHERE id = $1`,
    id,
    inputs,
  )
  if (cycle) throw new Refusal('CYCLE', 'One of these follows from that observation itself.', 'from')
}

/** One that an audit found gives way to what a curator says. */
async function refuseLinked({ rows }: Act, id: number, inputs: readonly number[]): Promise<void> {
  const [linked] = await rows<{ key: string }>(
    `SELECT d.key FROM derivation d WHERE d.observation_id = $1 AND d.origin <> 'COMPUTED'
     AND (SELECT array_agg(i.observation_id ORDER BY i.observation_id) FROM derivation_input i WHERE i.derivation_id = d.id) = $2::int[]`,
    id,
    [...inputs].sort((a, b) => a - b),
  )
  if (linked) throw new Refusal('ALREADY_KNOWN', 'That it follows from these is known already.', 'from')
}
