// Rows of observations, of who measured them, and of how some follow from others.
import { parametersKey } from '../../src/domain/parameters.ts'
import type { Claims } from './claims.ts'
import {
  benchmarkOf,
  dateOf,
  developerOf,
  modelName,
  type Row,
  slugOfBenchmark,
  slugOfModel,
  type Table,
} from './node-rows.ts'
import { keyOf, seeded } from './random.ts'
import * as size from './size.ts'

const stated = (name: string, value: string) => ({ name, value, basis: 'STATED' as const })
const configurations = [
  ...Array.from({ length: 6 }, () => []),
  [stated('precision', 'bf16')],
  [stated('Judge Backbone', 'Larkspur-70B'), stated('samples', '8')],
  [stated('scaffold', 'tools'), stated('precision', 'int8')],
].map((parameters) => ({ json: JSON.stringify(parameters), key: parametersKey(parameters) }))
const labels = [[], [], [stated('Category', 'Generative')]].map((list) => JSON.stringify(list))
const evidences = ['VENDOR', 'BENCHMARK_MAINTAINER', 'OTHER_DEVELOPER', 'INDEPENDENT', 'UNKNOWN', 'UNKNOWN']
const statuses = [...Array.from({ length: 17 }, () => 'ACTIVE'), 'HISTORICAL', 'DISPUTED', 'RETRACTED']

/** The value as printed, and the interval of half a unit of its last place; two decimals or one. */
function printed(
  hundredths: number,
): [text: string, value: string | null, decimals: number | null, lower: string | null, upper: string | null] {
  if (hundredths < 0) return ['see text', null, null, null, null]
  const decimals = hundredths % 3 ? 2 : 1
  const text = decimals === 2 ? (hundredths / 100).toFixed(2) : (Math.round(hundredths / 10) / 10).toFixed(1)
  const half = decimals === 2 ? 0.005 : 0.05
  return [
    text,
    text,
    decimals,
    (Number(text) - half).toFixed(decimals + 1),
    (Number(text) + half).toFixed(decimals + 1),
  ]
}

/** One in ten is measured by somebody who is named: the developer or another organisation. */
const measurerOf = (i: number, model: number): number | null =>
  i % 10 ? null : i % 20 ? developerOf(model) : developerOf(model + 1)
const partyOf = (i: number) => (i % 10 ? 'UNKNOWN' : i % 20 ? 'FIRST' : 'THIRD')

function* observationRows(claims: Claims, openIssues: Int32Array): Iterable<Row> {
  const random = seeded(size.SEED + 4)
  for (let i = 0; i < claims.count; i++) {
    const [model = 1, setting = 1, source = 1] = [claims.model[i], claims.setting[i], claims.source[i]]
    const benchmark = benchmarkOf(setting)
    const deep = benchmark === size.deepBenchmark.id
    const configuration = random.pick(configurations)
    const readFrom = i % 10 === 3 ? (source % size.sources) + 1 : null
    const uncertainty = i % 15 === 4 ? ['± 0.8', '0.8'] : [null, null]
    yield [
      ...[i + 1, keyOf('observation', i), model, slugOfModel(model), benchmark, slugOfBenchmark(benchmark)],
      ...[setting, source, readFrom, modelName(model).name, ...printed(claims.value[i] ?? -1), ...uncertainty],
      ...[i % 6 ? null : 944, configuration.json, configuration.key, random.pick(labels)],
      ...[deep && random.below(5) ? 'VENDOR' : random.pick(evidences), i % 8 ? null : 'self-reported', partyOf(i)],
      ...[random.pick(statuses), `Table ${1 + (i % 5)}`, modelName(model).name, i % 7 ? 'Overall' : null],
      ...[i % 5 ? dateOf(source + (i % 3)) : null, '2026-02-17', openIssues[i] ?? 0, 1 + Math.floor(i / 5_000)],
    ]
  }
}
const columns =
  'id key model_id model_slug benchmark_id benchmark_slug setting_id source_id read_from_id reported_name printed value decimals lower upper uncertainty_text uncertainty_plus_minus sample_size configuration configuration_key labels evidence evidence_label party status locator_table locator_row locator_column published_at retrieved_at open_issue_count import_id'

function* measurerRows(claims: Claims): Iterable<Row> {
  for (let i = 0; i < claims.count; i += 10) {
    const author = measurerOf(i, claims.model[i] ?? 1)
    if (author !== null) yield [i + 1, 1, author]
  }
}

/** Claims that follow from earlier ones of their model: one in twenty, and three in four on the pages of models. */
function derived(claims: Claims): { claim: number; from: number[]; kind: string }[] {
  const { pageModels, hotSources } = size
  const pages = hotSources.count * hotSources.each
  const onPage = (i: number) => i >= pages && i < pages + pageModels.count * pageModels.each
  const found = []
  for (let i = 0; i < claims.count; i++) {
    const before = claims.before[i] ?? -1
    if (before < 0 || !(onPage(i) ? i % 4 : i % 20 === 7)) continue
    const earlier = claims.before[before] ?? -1
    const aggregated = i % 3 === 0 && earlier >= 0
    found.push({
      claim: i,
      from: aggregated ? [before, earlier] : [before],
      kind: aggregated ? 'AGGREGATED' : 'TRANSCRIBED',
    })
  }
  return found
}

function derivationTables(claims: Claims): Table[] {
  const all = derived(claims)
  const rows = all.map(({ claim, kind }, n) => [n + 1, keyOf('derivation', claim), claim + 1, kind, 'COMPUTED', 1])
  const inputs = all.flatMap(({ from }, n) => from.map((input, place) => [n + 1, place + 1, input + 1]))
  return [
    { name: 'derivation', columns: ['id', 'key', 'observation_id', 'kind', 'origin', 'import_id'], rows },
    { name: 'derivation_input', columns: ['derivation_id', 'position', 'observation_id'], rows: inputs },
  ]
}

function* importRows(claims: Claims): Iterable<Row> {
  for (let id = 1; id <= Math.ceil(claims.count / 5_000); id++) {
    const times = ['2026-02-17T09:00:00Z', '2026-02-17T09:01:00Z']
    yield [id, keyOf('import', id), 'bundle', `page-${id}.yaml`, keyOf('digest', id), ...times, 5_000]
  }
}

export const importTable = (claims: Claims): Table => ({
  name: 'import',
  columns: ['id', 'key', 'format', 'file', 'digest', 'started_at', 'finished_at', 'accepted'],
  rows: importRows(claims),
})

export const observationTables = (claims: Claims, openIssues: Int32Array): Table[] => [
  { name: 'observation', columns: columns.split(' '), rows: observationRows(claims, openIssues) },
  { name: 'observation_measurer', columns: ['observation_id', 'position', 'author_id'], rows: measurerRows(claims) },
  ...derivationTables(claims),
]
