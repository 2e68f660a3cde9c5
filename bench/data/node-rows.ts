// Rows of authors, models, benchmarks, settings and sources. Nobody and nothing in them exists.
import { keyOf, seeded } from './random.ts'
import * as size from './size.ts'

export type Value = string | number | boolean | null
export type Row = Value[]
export interface Table {
  name: string
  columns: string[]
  rows: Iterable<Row>
}

const ORGANIZATIONS = 500
/** Organisations have the last ids of the authors. */
export const developerOf = (model: number): number => size.authors - (model % ORGANIZATIONS)
const importId = 1

function* authorRows(): Iterable<Row> {
  for (let id = 1; id <= size.authors; id++) {
    const organization = id > size.authors - ORGANIZATIONS
    const name = organization ? `Laboratory ${id}` : `Researcher ${id}`
    const slug = name.toLowerCase().replace(' ', '-')
    const kind = organization ? 'ORGANIZATION' : 'PERSON'
    yield [id, slug, `${kind}:${name.toLowerCase()}`, slug, kind, name, importId]
  }
}

const families = ['Larkspur', 'Basalt', 'Cormorant', 'Drumlin', 'Estuary', 'Fennel', 'Gabbro', 'Heron', 'Isthmus']
const sizes = ['1.5B', '3B', '7B', '13B', '34B', '70B']
const styles = ['Base', 'Chat', 'Instruct', 'Reward', 'Code', 'Math']

export function modelName(id: number): { name: string; family: string } {
  if (id >= size.firstModels.first && id < size.firstModels.first + size.firstModels.count)
    return { name: `Abax-${String(id).padStart(3, '0')}-7B`, family: 'Abax' }
  if (id < size.firstModels.first) return { name: `Larkspur-7B-${id}`, family: 'Larkspur' }
  const family = families[id % families.length] as string
  return { name: `${family}-${sizes[id % 5]}-${styles[id % 6]}-${id}`, family }
}
export const slugOfModel = (id: number): string => modelName(id).name.toLowerCase()

function* modelRows(): Iterable<Row> {
  for (let id = 1; id <= size.models; id++) {
    const { name, family } = modelName(id)
    const base = id > size.tail.firstModel && id % 3 === 0 ? id - 1 : null
    const hub = id % 4 === 0 ? `lab/${name}` : null
    yield [id, slugOfModel(id), name, slugOfModel(id), name, id % 10 === 9 ? null : family, hub, base, importId]
  }
}
function* developerRows(): Iterable<Row> {
  for (let id = 1; id <= size.models; id++) yield [id, 1, developerOf(id)]
}
function* aliasRows(): Iterable<Row> {
  const random = seeded(size.SEED + 1)
  for (let id = 1; id <= size.models; id++) {
    const { name } = modelName(id)
    const others = [name, ...(id % 2 ? [`lab/${name}`] : []), ...(id % 5 ? [] : [name.replaceAll('-', ' ')])]
    for (const alias of others)
      yield [id, alias, alias.toLowerCase().replace(/^lab\//, ''), 1 + random.below(size.sources), importId]
  }
}

const topics = ['Reasoning', 'Retrieval', 'Arithmetic', 'Translation', 'Dialogue', 'Planning', 'Code', 'Vision']
const categories = ['reasoning', 'knowledge', 'coding', 'safety', 'language']
export const slugOfBenchmark = (id: number): string => `benchmark-${id}`

function* benchmarkRows(): Iterable<Row> {
  for (let id = 1; id <= size.benchmarks; id++) {
    const slug = slugOfBenchmark(id)
    yield [id, slug, `benchmark ${id}`, slug, `Benchmark ${id}`, categories[id % 5] as string, importId]
  }
}

const { deepBenchmark } = size
export function benchmarkOf(setting: number): number {
  if (setting === size.hotSetting) return 1
  if (setting < deepBenchmark.firstSetting + deepBenchmark.settings) return deepBenchmark.id
  return 3 + (setting % (size.benchmarks - 2))
}
const subsets = ['Overall', 'Chat', 'Math', 'Code', 'Safety', 'Hard', 'Reasoning']
const stated = (name: string, value: string) => ({ name, value, basis: 'STATED' })

function* settingRows(): Iterable<Row> {
  for (let id = 1; id <= size.settings; id++) {
    const benchmark = benchmarkOf(id)
    const subset = subsets[id % subsets.length] as string
    const definition = [stated('subset', subset), stated('metric', 'accuracy'), stated('unit', '%')]
    const protocol = [
      ...(id % 3 ? [stated('shots', String(id % 6))] : [{ name: 'shots', value: null, basis: 'UNSTATED' }]),
      ...(id % 4 ? [] : [{ name: 'harness', value: 'lm-eval', basis: 'INFERRED', reason: 'the paper links to it' }]),
    ]
    const label = `Benchmark ${benchmark}, ${subset}, accuracy (%)`
    const fixed = [JSON.stringify(definition), JSON.stringify(protocol), importId]
    const edition = id % 7 ? null : 'v2'
    yield [id, keyOf('setting', id), label, benchmark, edition, subset, 'accuracy', '%', true, '0', '100', ...fixed]
  }
}

const kinds = ['PAPER', 'PAPER', 'PAPER', 'MODEL_CARD', 'LEADERBOARD', 'AGGREGATOR', 'BLOG']
const kindOf = (id: number) => (id <= size.hotSources.count ? 'LEADERBOARD' : (kinds[id % kinds.length] as string))
const year = (id: number) => 2021 + (id % 5)
const two = (n: number) => String(n).padStart(2, '0')
/** A day, a month or a year, as sources print it. */
export const dateOf = (n: number): string =>
  n % 9 === 0 ? `${year(n)}` : n % 4 === 0 ? `${year(n)}-${two(1 + (n % 12))}` : dayOf(n)
const dayOf = (n: number) => `${year(n)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`

function* sourceRows(): Iterable<Row> {
  for (let id = 1; id <= size.sources; id++) {
    const kind = kindOf(id)
    const title = `A Study of ${topics[id % topics.length]} in Language Models, Part ${id}`
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const paper = kind === 'PAPER'
    const arxiv = paper ? `${20 + (id % 6)}${two(1 + (id % 12))}.${String(id).padStart(5, '0')}` : null
    const identity = arxiv ? `arxiv:${arxiv}@v1` : `slug:${slug}`
    const url = arxiv ? `https://example.org/abs/${arxiv}` : `https://example.org/${slug}`
    const publisher = paper ? null : developerOf(id)
    const dates = [dateOf(id), '2026-02-17']
    const rights = [id % 3 ? 'CC-BY-4.0' : null, id % 3 ? title : null]
    yield [
      id,
      slug,
      identity,
      slug,
      kind,
      title,
      slug,
      url,
      arxiv,
      paper ? 'v1' : null,
      publisher,
      ...dates,
      ...rights,
      importId,
    ]
  }
}
/** Twelve for the prolific author's papers and the pages' ones, so that pages are wide; the rest share what is left. */
function* authorshipRows(): Iterable<Row> {
  const random = seeded(size.SEED + 2)
  const { prolific, pagePapers } = size
  const wide = (id: number) => id >= prolific.firstSource && id < pagePapers.first + pagePapers.count
  const ofProlific = (id: number) => id === 1 || (id >= prolific.firstSource && id < pagePapers.first)
  let left = size.authorships
  for (let source = 1; source <= size.sources; source++) {
    const share = Math.round(left / (size.sources - source + 1))
    const count = wide(source) ? 12 : Math.max(1, share + random.below(5) - 2)
    const chosen = new Set<number>(ofProlific(source) ? [prolific.author] : [])
    while (chosen.size < count) chosen.add(2 + random.skewed(size.authors - ORGANIZATIONS - 2, 1.3))
    left -= count
    let position = 0
    for (const author of chosen) yield [source, ++position, author, `Researcher ${author}`]
  }
}
function* sourceDerivationRows(): Iterable<Row> {
  for (let id = size.tail.firstSource + 1; id <= size.sources; id += 10) yield [id, id - 1]
}

const table = (name: string, columns: string, rows: Iterable<Row>): Table => ({
  name,
  columns: columns.split(' '),
  rows,
})

export const nodeTables = (): Table[] => [
  table('author', 'id slug identity base_slug kind name import_id', authorRows()),
  table('model', 'id slug identity base_slug name family hugging_face_id base_model_id import_id', modelRows()),
  table('model_developer', 'model_id position author_id', developerRows()),
  table('benchmark', 'id slug identity base_slug name category import_id', benchmarkRows()),
  table(
    'setting',
    'id key label benchmark_id edition subset metric unit higher_is_better min max definition protocol import_id',
    settingRows(),
  ),
  table(
    'source',
    'id slug identity base_slug kind title work url arxiv_id version publisher_id published_at retrieved_at license attribution import_id',
    sourceRows(),
  ),
  table('authorship', 'source_id position author_id printed_name', authorshipRows()),
  table('source_derivation', 'source_id from_id', sourceDerivationRows()),
  table('alias', 'model_id name folded source_id import_id', aliasRows()),
]
