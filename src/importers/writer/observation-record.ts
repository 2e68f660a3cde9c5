// The row of an observation: all that follows from a claim.
import { observationKey } from '../../domain/keys.ts'
import { parametersKey } from '../../domain/parameters.ts'
import { readPrinted, type Uncertainty } from '../../domain/printed-number.ts'
import { type Claim, locatorColumns } from './claims.ts'
import type { Parts } from './parts.ts'
import { must, type Writing } from './writing.ts'

export interface Slugs {
  models: ReadonlyMap<number, string>
  benchmarks: ReadonlyMap<number, string>
}

export async function slugsOf(
  { rows }: Writing,
  claims: readonly Claim[],
  { models, benchmarks }: Parts,
): Promise<Slugs> {
  const load = async (table: string, ids: number[]) => {
    const found = await rows<{ id: number; slug: string }>(
      `SELECT id, slug FROM "${table}" WHERE id = ANY($1::int[])`,
      ids,
    )
    return new Map(found.map(({ id, slug }) => [id, slug]))
  }
  const modelIds = [...new Set(claims.map((claim) => models.ofClaim(claim)))]
  return { models: await load('model', modelIds), benchmarks: await load('benchmark', [...benchmarks.values()]) }
}

export function recordOf(
  claim: Claim,
  { sources, models, settings, benchmarks, tables }: Parts,
  slugs: Slugs,
  importId: number,
) {
  const { reportedName, configuration, locator, printed, fields, readFrom } = claim
  const local = claim.setting ?? ''
  const setting = settings.content(local)
  const read = readPrinted(printed)
  const uncertainty = read.uncertainty ?? uncertaintyBeside(printed, fields.uncertainty)
  // Two local names may be one source.
  const sourceId = sources.id(claim.source)
  const readFromId = readFrom === null || sources.id(readFrom) === sourceId ? null : sources.id(readFrom)
  const [modelId, benchmarkId] = [models.ofClaim(claim), must(benchmarks, setting.benchmark)]
  return {
    key: observationKey({
      source: sources.ref(claim.source),
      readFrom: readFrom === null || readFromId === null ? null : sources.ref(readFrom),
      ...{ reportedName, configuration, setting, locator, printed },
    }),
    model_id: modelId,
    model_slug: slugs.models.get(modelId),
    benchmark_id: benchmarkId,
    benchmark_slug: slugs.benchmarks.get(benchmarkId),
    setting_id: settings.id(local),
    source_id: sourceId,
    read_from_id: readFromId,
    reported_name: reportedName,
    printed,
    value: read.value,
    decimals: read.decimals,
    lower: read.interval?.lower ?? null,
    upper: read.interval?.upper ?? null,
    uncertainty_text: uncertainty?.text ?? null,
    uncertainty_plus_minus: uncertainty?.plusMinus ?? null,
    uncertainty_lower: uncertainty?.lower ?? null,
    uncertainty_upper: uncertainty?.upper ?? null,
    uncertainty_kind: uncertainty?.kind ?? null,
    sample_size: fields.sampleSize ?? null,
    configuration,
    configuration_key: parametersKey(configuration),
    labels: claim.labels,
    evidence: fields.evidence ?? 'UNKNOWN',
    evidence_label: fields.evidenceLabel ?? null,
    status: fields.status ?? 'ACTIVE',
    ...locatorColumns(locator),
    measured_at: fields.measuredAt ?? null,
    published_at: claim.publishedAt,
    retrieved_at: claim.retrievedAt,
    methodology: fields.methodology ?? null,
    context: fields.context ?? null,
    cell_id: tables.cellOf(claim) ?? null,
    import_id: importId,
  }
}

/** An uncertainty that stands in a place of its own; one that can't be related to the value is kept as its text. */
function uncertaintyBeside(printed: string, text: string | undefined): Uncertainty | null {
  if (text === undefined) return null
  return (
    readPrinted(`${printed} ${text}`).uncertainty ?? { text, plusMinus: null, lower: null, upper: null, kind: null }
  )
}
