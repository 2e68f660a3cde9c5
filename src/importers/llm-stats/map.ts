// What a score of llm-stats says: the page it links to claims it, llm-stats is where we read it.
import { parsePartialDate } from '../../domain/partial-date.ts'
import { citedSource } from '../cited-source.ts'
import type { BundleBuilder, SourceEntry } from '../dump/bundle-builder.ts'
import { dumpDate, today } from '../dump/dump-date.ts'
import { type InputRow, Refusal } from '../dump/format.ts'
import { spelledAlike } from '../names-alike.ts'
import { protocolOfText } from '../protocol.ts'
import { describe, textIn } from '../text/json-fields.ts'
import { JsonNumber, type JsonObject } from '../text/json-text.ts'
import type { Catalogue, ScoreRow } from './parse.ts'

/** The page as its makers publish it (github.com/JonathanChavezTamales/llm-leaderboard). */
export const page: SourceEntry = {
  kind: 'AGGREGATOR',
  title: 'LLM Stats',
  slug: 'llm-stats',
  url: 'https://llm-stats.com',
  license: 'CC BY 4.0',
  attribution: 'LLM Stats, llm-stats.com',
}

/** Models that go by no organisation there: "Default organization for missing data". */
const NOBODY = 'unknown'

export function mapScore(
  { value: { score, at } }: InputRow<ScoreRow>,
  builder: BundleBuilder,
  catalogue: Catalogue,
  asOf: string | undefined,
): void {
  const modelId = needed(score, 'model_id')
  const benchmarkId = needed(score, 'benchmark_id')
  const printed = score.score
  if (!(printed instanceof JsonNumber) && typeof printed !== 'string' && printed !== null)
    throw new Refusal('score', `must be a number, not ${describe(printed)}`)
  const benchmark = catalogue.benchmarks.get(benchmarkId)
  const name = textIn(benchmark, 'name') ?? textIn(score, 'benchmark_name') ?? benchmarkId
  const category = Array.isArray(benchmark?.categories)
    ? benchmark.categories.find((word) => typeof word === 'string')
    : undefined
  const max = textIn(benchmark, 'max_score')
  const method = textIn(score, 'analysis_method')
  const setting = builder.setting({
    benchmark: builder.benchmark(name, category as string | undefined),
    metric: 'score',
    ...(max === undefined ? {} : { max }),
    protocol: protocolOfText(method),
  })
  const link = textIn(score, 'self_reported_source_link')
  const cited = citedSource(link)
  const source = cited ? builder.source(cited) : 'page'
  const seen = asOf ?? dumpDate(textIn(score, 'updated_at')) ?? today()
  builder.observation(
    {
      ...{ model: modelOf(modelId, builder, catalogue), reportedName: modelId, setting, source },
      printed: printed instanceof JsonNumber ? printed.text : (printed ?? ''),
      ...(source === 'page' ? {} : { readFrom: 'page' }),
      locator: { table: at, row: modelId, column: benchmarkId, ...(cited || !link ? {} : { text: link }) },
      // Their word; who measured is not stated by it (rule: no proof).
      ...(score.is_self_reported === true ? { evidenceLabel: 'self-reported' } : {}),
      ...(textIn(score, 'verification_notes') ? { context: textIn(score, 'verification_notes') } : {}),
    },
    { series: at, asOf: seen, nativeId: textIn(score, 'model_benchmark_id') },
    'score',
  )
}

function needed(score: JsonObject, field: string): string {
  const text = textIn(score, field)
  if (text === undefined) throw new Refusal(field, `must name one, not ${describe(score[field])}`)
  return text
}

function modelOf(id: string, builder: BundleBuilder, { models, organizations }: Catalogue): string {
  const model = models.get(id)
  const known = builder.hasModel(id)
  const organization = textIn(model, 'organization_id')
  const developer =
    organization === undefined || organization === NOBODY
      ? undefined
      : (textIn(organizations.get(organization), 'name') ?? organization)
  const display = textIn(model, 'name')
  const local = builder.model({
    name: id,
    // "GPT-4o" is the name of two of their models: only another spelling of the id is a name that means this one.
    aliases: display !== undefined && spelledAlike(display, id) ? [display] : [],
    developers: developer === undefined ? [] : [builder.organization(developer)],
  })
  if (known || model === undefined) return local
  const fact = (property: string, value: string | undefined, number?: string) =>
    value === undefined ? undefined : builder.fact(local, { property, value, ...(number ? { number } : {}) })
  const date = (field: string) => parsePartialDate(textIn(model, field) ?? '') ?? undefined
  const count = (field: string) => textIn(model, field)
  fact('displayName', display)
  fact('releaseDate', date('release_date'))
  fact('knowledgeCutoff', date('knowledge_cutoff'))
  fact('license', textIn(model, 'license_id'))
  for (const [property, field] of [
    ['parameters', 'param_count'],
    ['trainingTokens', 'training_tokens'],
  ] as const) {
    const value = count(field)
    // They write 0 where they don't know.
    if (value !== undefined && Number(value) > 0) fact(property, value, /^\d+$/.test(value) ? value : undefined)
  }
  return local
}
