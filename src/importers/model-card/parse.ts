// Reads evaluation results of model cards: the model-index of a README.md, and the files of .eval_results.
import { isEntry } from '../bundle/schema-walk.ts'
import { type Path, readYaml } from '../bundle/yaml-document.ts'
import { FileFault, type InputRow } from '../dump/format.ts'
import { type InputFile, wholeText } from '../dump/input-file.ts'
import { ImportError } from '../import-error.ts'

export type Entry = Record<string, unknown>

export interface CardResult {
  /** The model as the card names it. */
  model: string
  /** "README.md", or ".eval_results/gpqa.yaml". */
  at: string
  field: string
  task: Entry
  dataset: Entry
  metric: Entry
  source: Entry
  /** Of .eval_results: when it was run, and what is noted beside it. */
  date?: string
  notes?: string
}

export const isEvalResults = (path: string): boolean =>
  /(?:^|[\\/])\.eval_results[\\/][^\\/]+\.ya?ml(?:\.gz)?$/i.test(path)

/** "…/internlm/internlm2-20b/README.md" -> "internlm/internlm2-20b"; of what lies in fewer folders, what there is. */
function repositoryOf(path: string): string | undefined {
  const folders = path
    .replaceAll('\\', '/')
    .replace(/\/\.eval_results\/.*$/, '')
    .replace(/\/?[^/]*\.(?:md|ya?ml)(?:\.gz)?$/i, '')
    .split('/')
  const named = folders.filter((part) => part !== '' && part !== '.' && part !== '..')
  return named.length >= 2 ? named.slice(-2).join('/') : undefined
}

const inside = (entry: unknown, field: string): Entry => {
  const value = isEntry(entry) ? entry[field] : undefined
  return isEntry(value) ? value : {}
}
export const textIn = (entry: Entry, field: string): string | undefined => {
  const value = entry[field]
  return typeof value === 'string' && value.trim() !== '' && value !== '~' && value !== 'null'
    ? value.trim()
    : undefined
}

export async function readCard(file: InputFile): Promise<(InputRow<CardResult> | FileFault)[]> {
  const text = (await wholeText(file)).replace(/^\ufeff/, '')
  if (isEvalResults(file.path) || /\.ya?ml(?:\.gz)?$/i.test(file.path)) return readEvalResults(file, text)
  const front = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1]
  if (front === undefined) throw refusal(file, 'the card has no front matter (a part between two lines of ---)')
  const { value, lineOf } = readYaml(`\n${front}`, file.name)
  const index = isEntry(value) ? value['model-index'] : undefined
  if (!Array.isArray(index)) throw refusal(file, 'the front matter has no model-index')
  return index.flatMap((model, place) => resultsOf(file, model, place, lineOf))
}

const refusal = (file: InputFile, reason: string) =>
  new ImportError('BROKEN_FILE', [{ file: file.name, line: null, field: null, reason }])

function resultsOf(
  file: InputFile,
  model: unknown,
  place: number,
  lineOf: (path: Path) => number,
): (InputRow<CardResult> | FileFault)[] {
  const at = ['model-index', place]
  const name = isEntry(model) ? textIn(model, 'name') : undefined
  const results = isEntry(model) && Array.isArray(model.results) ? model.results : []
  if (name === undefined) return [new FileFault(file.name, lineOf(at), `model-index[${place}] has no name`)]
  return results.flatMap((result, index): (InputRow<CardResult> | FileFault)[] => {
    const metrics = isEntry(result) && Array.isArray(result.metrics) ? result.metrics : []
    const here = [...at, 'results', index]
    const field = `model-index[${place}].results[${index}]`
    if (metrics.length === 0) return [new FileFault(file.name, lineOf(here), `${field} has no metrics`)]
    return metrics.map((metric, number) => ({
      file: file.name,
      line: lineOf([...here, 'metrics', number]),
      value: {
        ...{ model: name, at: 'README.md', field: `${field}.metrics[${number}]` },
        ...{ task: inside(result, 'task'), dataset: inside(result, 'dataset'), source: inside(result, 'source') },
        metric: isEntry(metric) ? metric : {},
      },
    }))
  })
}

function readEvalResults(file: InputFile, text: string): (InputRow<CardResult> | FileFault)[] {
  const { value, lineOf } = readYaml(text, file.name)
  const model = repositoryOf(file.path)
  if (!Array.isArray(value)) throw refusal(file, 'must be a list of results, each with dataset and value')
  if (model === undefined)
    throw refusal(
      file,
      'the file lies in no folder organisation/model/.eval_results, so whose results these are is not known',
    )
  const name = file.path.split(/[\\/]/).at(-1) ?? file.path
  return value.map((result, index): InputRow<CardResult> => {
    const entry = isEntry(result) ? result : {}
    const [date, notes] = [textIn(entry, 'date'), textIn(entry, 'notes')]
    return {
      file: file.name,
      line: lineOf([index]),
      value: {
        ...{ model, at: `.eval_results/${name}`, field: `[${index}]`, task: {}, metric: entry },
        ...{ dataset: inside(entry, 'dataset'), source: inside(entry, 'source') },
        ...(date ? { date } : {}),
        ...(notes ? { notes } : {}),
      },
    }
  })
}
