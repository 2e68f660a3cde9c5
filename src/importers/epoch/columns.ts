// What the columns of Epoch's tables are: which describe the row, which hold scores, and of what.

/** Names of the benchmarks as Epoch writes them (its list of benchmarks), by the file's name. */
const NAMES: Record<string, string> = {
  ...{
    anli: 'ANLI',
    arc_agi: 'ARC-AGI',
    arc_ai2: 'ARC AI2',
    balrog: 'Balrog',
    bbh: 'BBH',
    boolq: 'BoolQ',
    cadeval: 'CadEval',
  },
  ...{ csqa2: 'CSQA2', cybench: 'Cybench', deepresearch: 'DeepResearch Bench', fictionlivebench: 'Fiction.LiveBench' },
  ...{ factorio_learning_environment: 'Factorio learning environment', geobench: 'GeoBench', gsm8k: 'GSM8K' },
  ...{ gso_bench: 'GSO-Bench', hellaswag: 'HellaSwag', lambada: 'LAMBADA', lech_mazur_writing: 'Lech Mazur Writing' },
  ...{ livebench: 'LiveBench', mcbench: 'MCBench', mmlu: 'MMLU', openbookqa: 'OpenBookQA', os_world: 'OSWorld' },
  ...{
    osuniverse: 'OSUniverse',
    piqa: 'PIQA',
    scienceqa: 'ScienceQA',
    simple_bench: 'SimpleBench',
    superglue: 'SuperGLUE',
  },
  ...{
    terminal_bench: 'Terminal Bench',
    the_agent_company: 'The Agent Company',
    triviaqa: 'TriviaQA',
    videomme: 'VideoMME',
  },
  ...{ vpct: 'VPCT', weirdml: 'WeirdML', winogrande: 'Winogrande' },
}

/** "external_benchmark_arc_ai2.csv" -> "ARC AI2"; a file that is not known goes by its own name. */
export function benchmarkOf(file: string): string {
  const stem = fileName(file).replace(/\.csv(?:\.gz)?$/i, '')
  const short = stem.replace(/^external_benchmark_/, '')
  return NAMES[short] ?? short.replaceAll('_', ' ')
}

export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

export type Column =
  | { is: 'score'; metric: string; subset?: string; uncertainty?: string }
  | { is: 'id' | 'version' | 'name' | 'shots' | 'source' | 'link' | 'notes' | 'sample' | 'aside' }
  /** How the evaluated system was set up. */
  | { is: 'configuration'; name: string }

const FIXED: Record<string, Column> = {
  ...{
    id: { is: 'id' },
    uuid: { is: 'id' },
    'model version': { is: 'version' },
    name: { is: 'name' },
    model: { is: 'name' },
  },
  ...{ shots: { is: 'shots' }, source: { is: 'source' }, 'source link': { is: 'link' }, notes: { is: 'notes' } },
  ...{
    'source link (site from table)': { is: 'link' },
    'notes (details)': { is: 'notes' },
    'total tasks': { is: 'sample' },
  },
  ...{ agent: { is: 'configuration', name: 'agent' }, scaffold: { is: 'configuration', name: 'scaffold' } },
  ...{ tools: { is: 'configuration', name: 'tools' }, frames: { is: 'configuration', name: 'frames' } },
  ...{
    prompt: { is: 'configuration', name: 'prompt' },
    'environment model': { is: 'configuration', name: 'environment model' },
  },
  ...{
    'date added': { is: 'aside' },
    date: { is: 'aside' },
    organization: { is: 'aside' },
    trajectories: { is: 'aside' },
  },
  ...{ 'most complex item': { is: 'aside' }, automation: { is: 'aside' } },
}

/** Headings that name a part of the benchmark together with the metric. */
const PARTS: Record<string, RegExp[]> = {
  'ARC AI2': [/^(?<subset>Challenge|Easy) (?<metric>score)$/],
  Balrog: [/^(?<subset>\w+) (?<metric>progress)$/],
  'Fiction.LiveBench': [/^(?<subset>\w+ token) (?<metric>score)$/],
  GeoBench: [/^(?<subset>ACW|AVW|Rural|Urban|Photos) (?<metric>.+)$/],
  ANLI: [/^(?<subset>R[123])$/],
  OSUniverse: [/^(?<subset>Paper|Wood|Bronze|Silver|Gold)$/],
  VideoMME: [/^(?<subset>(?:Overall|Short videos|Medium videos|Long videos) \(.+\))$/],
}
const ERROR_OF = /^(?<what>.+?) (?:Standard error|SE)$/

/** Reads the heading of a table. */
export function readColumns(benchmark: string, heading: readonly string[]): Map<string, Column> {
  const columns = new Map<string, Column>()
  for (const name of heading) {
    const fixed = FIXED[name.toLowerCase()]
    const error = ERROR_OF.exec(name)?.groups?.what
    if (fixed) columns.set(name, fixed)
    else if (error !== undefined) columns.set(name, { is: 'aside' })
    else columns.set(name, scoreColumn(benchmark, name, heading))
  }
  // Where no column names the model, the agent is what was evaluated.
  if (![...columns.values()].some(({ is }) => is === 'name') && !heading.includes('id')) {
    const agent = heading.find((name) => name.toLowerCase() === 'agent')
    if (agent !== undefined) columns.set(agent, { is: 'name' })
  }
  return columns
}

function scoreColumn(benchmark: string, name: string, heading: readonly string[]): Column {
  const groups = PARTS[benchmark]?.map((pattern) => pattern.exec(name)?.groups).find((found) => found)
  const part = groups?.subset === 'Average' ? undefined : groups?.subset
  const what = (column: string) => ERROR_OF.exec(column)?.groups?.what
  const uncertainty = heading.find((column) => {
    const of = what(column)
    return of !== undefined && (name === of || name === `${of} mean` || name === `${of} progress`)
  })
  return {
    is: 'score',
    metric: groups ? (groups.metric ?? 'Score') : name,
    ...(part === undefined ? {} : { subset: part }),
    ...(uncertainty === undefined ? {} : { uncertainty }),
  }
}
