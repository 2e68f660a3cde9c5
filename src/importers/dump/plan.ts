// From files to dumps: which format each file has, and which files are read together.
import type { FoundFiles } from './find-files.ts'
import type { Dump, Format } from './format.ts'
import { headOf, type InputFile } from './input-file.ts'

/** A bundle is imported by its own importer. */
export const bundle = 'bundle'

export interface PlannedDump {
  format: Format<never> | typeof bundle
  dump: Dump
}

export interface Plan {
  dumps: PlannedDump[]
  /** Files that no format takes, and why. */
  unknown: { file: string; reason: string }[]
}

export const isBundle = (file: InputFile, head: string): boolean =>
  /\.ya?ml(?:\.gz)?$/i.test(file.path) && /^(?:\ufeff)?(?:#.*\r?\n|\s*\r?\n|---\s*\n)*whence:\s*['"]?1/.test(head)

/** Recognises every file by its path and its beginning. Throws ImportError for a file that cannot be read. */
export async function planAuto(found: FoundFiles['arguments'], formats: readonly Format<never>[]): Promise<Plan> {
  const plan: Plan = { dumps: [], unknown: [] }
  for (const argument of found) {
    const byFormat = new Map<PlannedDump['format'], InputFile[]>()
    for (const file of argument.files) {
      const head = await headOf(file)
      const format = isBundle(file, head) ? bundle : formats.find((candidate) => candidate.recognise(file, head))
      if (format === undefined) plan.unknown.push({ file: file.name, reason: whyNot(file, head, formats) })
      else byFormat.set(format, [...(byFormat.get(format) ?? []), file])
    }
    for (const [format, files] of byFormat) plan.dumps.push(...dumpsOf(format, argument.name, files))
  }
  return plan
}

/** All files are of this format, because the user says so. */
export function planAs(format: PlannedDump['format'], found: FoundFiles['arguments']): Plan {
  return { dumps: found.flatMap(({ name, files }) => dumpsOf(format, name, files)), unknown: [] }
}

function dumpsOf(format: PlannedDump['format'], name: string, files: InputFile[]): PlannedDump[] {
  if (format === bundle)
    return files.map((file) => ({ format, dump: { name: file.name, files: [file], whole: false } }))
  const tree = files.filter((file) => format.unit(file) === 'TREE')
  const single = files.filter((file) => format.unit(file) === 'FILE')
  return [
    ...(tree.length === 0 ? [] : [{ format, dump: { name, files: tree, whole: format.isWhole?.(tree) ?? false } }]),
    ...single.map((file) => ({ format, dump: { name: file.name, files: [file], whole: false } })),
  ]
}

function whyNot(file: InputFile, head: string, formats: readonly Format<never>[]): string {
  const shown = head.replace(/^\ufeff/, '').trimStart()
  const names = formats.map(({ name }) => name).join(', ')
  if (shown === '') return 'the file is empty'
  if (/"\$schema"\s*:/.test(head)) return 'a JSON Schema, which holds no scores'
  if (/^[[{]/.test(shown)) {
    const fields = [...head.matchAll(/"([A-Za-z_][\w ]{0,40})"\s*:/g)].map(([, name]) => name)
    return `JSON of no known format (its first fields: ${[...new Set(fields)].slice(0, 6).join(', ')}); known are ${names}`
  }
  const [first = ''] = shown.split('\n')
  if (/\.(?:csv|tsv)(?:\.gz)?$/i.test(file.path))
    return `a table whose columns no format knows (${first.trim().slice(0, 120)}); import it as csv with --mapping`
  return `begins with '${first.trim().slice(0, 60)}', which no format does; known are ${names}`
}
