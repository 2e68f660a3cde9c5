// What an import says about a file that it cannot take: every mistake at once, each with its place.

/** One mistake. `line` counts from 1; `field` is a path such as "notes[0].code"; both null where the whole file is meant. */
export interface Mistake {
  file: string
  line: number | null
  field: string | null
  reason: string
}

export type ImportErrorCode =
  | 'FILE_NOT_FOUND'
  | 'FILE_NOT_READABLE'
  | 'NOT_A_FILE'
  | 'FILE_TOO_LARGE'
  | 'FILE_EMPTY'
  | 'NOT_UTF8'
  | 'NUL_BYTE'
  | 'BROKEN_YAML'
  | 'BROKEN_FILE'
  | 'BAD_MAPPING'
  | 'BAD_BUNDLE'

/** A file that changes nothing, because it cannot be read or says things that cannot be taken. */
export class ImportError extends Error {
  readonly code: ImportErrorCode
  readonly items: readonly Mistake[]

  constructor(code: ImportErrorCode, items: readonly Mistake[]) {
    super(items.map(formatMistake).join('\n'))
    this.name = 'ImportError'
    this.code = code
    this.items = items
  }
}

/** "data/page.yaml:12 notes[0].code: must be …", the form that editors and terminals make clickable. */
export function formatMistake({ file, line, field, reason }: Mistake): string {
  return `${file}${line === null ? '' : `:${line}`}${field ? ` ${field}` : ''}: ${reason}`
}

/** A path into a file as text: ["notes", 0, "code"] -> "notes[0].code". */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}
