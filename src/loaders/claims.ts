// The batch functions of claims: observations as src/domain reasons over them.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Row } from '../db/columns.ts'
import { hidden, type Queryable, query } from '../db/query.ts'
import type { Claim, ClaimSetting } from '../domain/claim.ts'
import { type DerivationLink, type Derived, indexDerivations } from '../domain/derivation-links.ts'
import { groupBy } from '../domain/group-by.ts'
import type { Parameter } from '../domain/parameters.ts'
import type { Party } from '../domain/party.ts'
import { rowsBy } from './rows.ts'

/** A claim with the ids by which its nodes are found. */
export type StoredClaim = Claim & { id: number; modelId: number; settingId: number; sourceId: number; party: Party }

interface Found extends Omit<StoredClaim, 'setting' | 'source' | 'interval' | 'uncertainty'> {
  uncertaintyText: string | null
  plusMinus: string | null
  errorLower: string | null
  errorUpper: string | null
  errorKind: string | null
  lower: string | null
  upper: string | null
  sourceSlug: string
  title: string
  work: string
  version: string | null
}

export const claimSetting = (row: Row<'Setting'>, benchmark: string): ClaimSetting => ({
  key: row.key,
  label: row.label,
  benchmark,
  edition: row.edition,
  subset: row.subset,
  metric: row.metric,
  unit: row.unit,
  higherIsBetter: row.higherIsBetter,
  min: row.min,
  max: row.max,
  definition: row.definition as unknown as Parameter[],
  protocol: row.protocol as unknown as Parameter[],
})

type FoundClaim = Found & { benchmarkSlug: string }

const foundWhere = (db: Queryable, condition: Sql): Promise<FoundClaim[]> =>
  query<FoundClaim>(
    db,
    sql`SELECT o.id, o.key, o.model_id AS "modelId", o.model_slug AS model, m.name AS "modelName",
        o.reported_name AS "reportedName", o.configuration_key AS "configurationKey", o.setting_id AS "settingId",
        o.benchmark_slug AS "benchmarkSlug", o.source_id AS "sourceId", s.slug AS "sourceSlug", s.title, s.work,
        s.version, r.slug AS "readFrom", o.printed, o.value, o.decimals, o.lower, o.upper,
        o.uncertainty_text AS "uncertaintyText", o.uncertainty_plus_minus AS "plusMinus",
        o.uncertainty_lower AS "errorLower", o.uncertainty_upper AS "errorUpper", o.uncertainty_kind AS "errorKind",
        o.sample_size AS "sampleSize", o.status, o.evidence, o.party, o.measured_at AS "measuredAt",
        o.published_at AS "publishedAt", o.retrieved_at AS "retrievedAt", t.key AS "table", w.position::text AS "row",
        o.locator_table AS "locatorTable"
      FROM observation o JOIN model m ON m.id = o.model_id JOIN source s ON s.id = o.source_id
        LEFT JOIN source r ON r.id = o.read_from_id LEFT JOIN table_cell c ON c.id = o.cell_id
        LEFT JOIN table_row w ON w.id = c.row_id LEFT JOIN result_table t ON t.id = c.table_id
      WHERE ${condition} ORDER BY o.key`,
  )

/** The claims of the observations (alias `o`) that meet a condition, by key. */
export const claimsWhere = async (db: Queryable, condition: Sql): Promise<StoredClaim[]> =>
  asClaims(db, await foundWhere(db, condition))

async function asClaims(db: Queryable, found: readonly FoundClaim[]): Promise<StoredClaim[]> {
  const settings = await settingsOf(db, found)
  // Each row becomes its claim: copying is what would cost most here.
  return found.map((row) =>
    Object.assign(row, {
      interval: row.lower === null || row.upper === null ? null : { lower: row.lower, upper: row.upper },
      uncertainty:
        row.uncertaintyText === null
          ? null
          : {
              text: row.uncertaintyText,
              plusMinus: row.plusMinus,
              lower: row.errorLower,
              upper: row.errorUpper,
              kind: row.errorKind,
            },
      source: { slug: row.sourceSlug, title: row.title, work: row.work, version: row.version },
      setting: settings.get(row.settingId) as ClaimSetting,
    }),
  )
}

async function settingsOf(db: Queryable, found: readonly { settingId: number; benchmarkSlug: string }[]) {
  const benchmarks = new Map(found.map((row) => [row.settingId, row.benchmarkSlug]))
  const rows = await rowsBy(db, 'Setting', 'id', [...benchmarks.keys()])
  return new Map(
    rows.flatMap((row) => (row ? [[row.id, claimSetting(row, benchmarks.get(row.id) as string)] as const] : [])),
  )
}

/** The derivations of which one of the claims is the result or a part. */
export async function derivationsAmong(db: Queryable, claims: readonly { id: number }[]): Promise<DerivationLink[]> {
  if (claims.length === 0) return []
  const ids = hidden(
    claims.map((claim) => claim.id),
    raw('int'),
  )
  return query<DerivationLink & Record<string, unknown>>(
    db,
    sql`SELECT o.key AS observation, d.kind, array_agg(f.key ORDER BY i.position) AS "from"
      FROM (SELECT id FROM derivation WHERE observation_id = ANY(${ids})
          UNION SELECT derivation_id FROM derivation_input WHERE observation_id = ANY(${ids})) among
        JOIN derivation d ON d.id = among.id JOIN observation o ON o.id = d.observation_id
        JOIN derivation_input i ON i.derivation_id = d.id JOIN observation f ON f.id = i.observation_id
      GROUP BY d.id, o.key ORDER BY d.key`,
  )
}

/** The claims under each setting; with a condition on the observation `o` only those that meet it. */
export async function claimsOfSettings(
  db: Queryable,
  settings: readonly number[],
  condition: Sql | null = null,
): Promise<StoredClaim[][]> {
  const under = sql`o.setting_id = ANY(${settings}::int[])`
  const claims = await claimsWhere(db, condition ? sql`${under} AND ${condition}` : under)
  const groups = groupBy(claims, (claim) => claim.settingId)
  return settings.map((setting) => groups.get(setting) ?? [])
}

/** All claims of each model. */
export async function claimsOfModels(db: Queryable, models: readonly number[]): Promise<StoredClaim[][]> {
  const groups = groupBy(await claimsWhere(db, sql`o.model_id = ANY(${models}::int[])`), (claim) => claim.modelId)
  return models.map((model) => groups.get(model) ?? [])
}

/** The claims of an observation's model on its benchmark, its own among them, and what follows from what among these. */
export interface Company {
  claims: StoredClaim[]
  derived: Derived
}

const byModel = (row: Row<'Observation'>) => row.modelId
const byBenchmark = (row: Row<'Observation'>) => row.benchmarkSlug

export async function companyOf(db: Queryable, observations: readonly Row<'Observation'>[]): Promise<Company[]> {
  const pairs = [...new Map(observations.map((o) => [`${o.modelId} ${o.benchmarkSlug}`, o])).values()]
  const found = await foundWhere(
    db,
    sql`(o.model_id, o.benchmark_slug) IN (SELECT * FROM unnest(
      ${hidden(pairs.map(byModel), raw('int'))}, ${hidden(pairs.map(byBenchmark), raw('text'))}))`,
  )
  const [claims, links] = await Promise.all([asClaims(db, found), derivationsAmong(db, found)])
  const derived = indexDerivations(links)
  const groups = groupBy(claims, (claim) => `${claim.modelId} ${claim.setting.benchmark}`)
  return observations.map((o) => ({ claims: groups.get(`${o.modelId} ${o.benchmarkSlug}`) ?? [], derived }))
}
