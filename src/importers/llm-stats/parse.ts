// Reads the tree of llm-stats: who the organisations are, what the models and benchmarks are called, and every score as a row.
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FileFault, type InputRow } from '../dump/format.ts'
import { type InputFile, kindOf, wholeText } from '../dump/input-file.ts'
import { ImportError } from '../import-error.ts'
import { describe, isObject, textIn } from '../text/json-fields.ts'
import { JsonFault, type JsonObject, type JsonValue, lineOf, parseJson } from '../text/json-text.ts'

/** What the scores refer to by id. */
export interface Catalogue {
  organizations: Map<string, JsonObject>
  models: Map<string, JsonObject>
  benchmarks: Map<string, JsonObject>
}

export interface ScoreRow {
  score: JsonObject
  /** "organizations/openai/models/o3/benchmarks.json": the same wherever the tree lies. */
  at: string
}

const KINDS = {
  scores: /(?:^|\/)benchmarks\.json(?:\.gz)?$/,
  model: /(?:^|\/)model\.json(?:\.gz)?$/,
  organization: /(?:^|\/)organization\.json(?:\.gz)?$/,
  benchmark: /(?:^|\/)benchmarks\/[^/]+\.json(?:\.gz)?$/,
} as const
export type FileKind = keyof typeof KINDS

export function kindOfFile(path: string): FileKind | undefined {
  const plain = path.replaceAll('\\', '/')
  return (Object.keys(KINDS) as FileKind[]).find((kind) => KINDS[kind].test(plain))
}

/** The path below the root of the tree, as far as it can be told from the path itself. */
export function placeInTree(path: string): string {
  const plain = path.replaceAll('\\', '/')
  return /(?:^|\/)((?:organizations|benchmarks)\/.*)$/.exec(plain)?.[1] ?? plain
}

export async function readJsonFile(file: InputFile): Promise<JsonValue | FileFault> {
  try {
    return parseJson(await wholeText(file))
  } catch (error) {
    if (error instanceof JsonFault) return new FileFault(file.name, error.line, `broken JSON: ${error.message}`)
    if (error instanceof ImportError)
      return new FileFault(file.name, error.items[0]?.line ?? null, error.items[0]?.reason ?? error.message)
    throw error
  }
}

/** Reads all but the scores; files that are broken, and entries whose id was there before, are given as faults. */
export async function readCatalogue(
  files: readonly InputFile[],
): Promise<{ catalogue: Catalogue; faults: FileFault[] }> {
  const catalogue: Catalogue = { organizations: new Map(), models: new Map(), benchmarks: new Map() }
  const faults: FileFault[] = []
  for (const file of [...files, ...(await neighbours(files))]) {
    const kind = kindOfFile(file.path)
    if (kind === undefined || kind === 'scores') continue
    const entry = await readJsonFile(file)
    if (entry instanceof FileFault) {
      faults.push(entry)
      continue
    }
    const [entries, field] =
      kind === 'model'
        ? ([catalogue.models, 'model_id'] as const)
        : kind === 'organization'
          ? ([catalogue.organizations, 'organization_id'] as const)
          : ([catalogue.benchmarks, 'benchmark_id'] as const)
    const id = textIn(entry, field)
    if (!isObject(entry) || id === undefined) faults.push(new FileFault(file.name, lineOf(entry), `has no '${field}'`))
    else if (entries.has(id))
      faults.push(
        new FileFault(
          file.name,
          lineOf(entry, field),
          `the ${field} '${id}' is also in another file; that one was taken`,
        ),
      )
    else entries.set(id, entry)
  }
  return { catalogue, faults }
}

/**
 * What the scores refer to and was not handed in itself, where the files lie in a tree: a part of it shall say the same as the
 * whole.
 */
async function neighbours(files: readonly InputFile[]): Promise<InputFile[]> {
  const given = new Set(files.map(({ path }) => resolve(path)))
  const wanted = new Set<string>()
  for (const { path } of files.filter((file) => kindOfFile(file.path) === 'scores')) {
    const [, root, model] =
      /^(.*\/)?organizations\/[^/]+\/models\/([^/]+)\/[^/]+$/.exec(resolve(path).replaceAll('\\', '/')) ?? []
    if (root === undefined || model === undefined) continue
    wanted.add(join(dirname(resolve(path)), 'model.json'))
    wanted.add(join(dirname(resolve(path)), '..', '..', 'organization.json'))
    wanted.add(join(root, 'benchmarks'))
  }
  const found: InputFile[] = []
  for (const path of wanted) {
    const names =
      (await kindOf(path)) === 'folder' ? (await readdir(path)).sort().map((name) => join(path, name)) : [path]
    for (const name of names) {
      if (given.has(name) || (await kindOf(name)) !== 'file' || kindOfFile(name) === undefined) continue
      found.push({ name, path: name, within: placeInTree(name) })
    }
  }
  return found
}

export async function* readScores(files: readonly InputFile[]): AsyncGenerator<InputRow<ScoreRow> | FileFault> {
  for (const file of files) {
    if (kindOfFile(file.path) !== 'scores') continue
    const list = await readJsonFile(file)
    if (list instanceof FileFault) yield list
    else if (!Array.isArray(list))
      yield new FileFault(file.name, lineOf(list), `must be a list of scores, not ${describe(list)}`)
    else {
      const at = placeInTree(file.path)
      for (const score of list) {
        if (isObject(score)) yield { file: file.name, line: lineOf(score), value: { score, at } }
        else yield new FileFault(file.name, lineOf(list), `a score must be an object, not ${describe(score)}`)
      }
    }
  }
}
