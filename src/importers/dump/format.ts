// What an importer of one format provides: how it knows its files, how it reads them, and what they mean.
import type { FormatName } from '../format-names.ts'
import type { JsonValue } from '../text/json-text.ts'
import type { BundleBuilder } from './bundle-builder.ts'
import type { InputFile } from './input-file.ts'

/** Where something stands in the file that was handed in. */
export interface Place {
  file: string
  line: number | null
  field: string | null
}

/** One row of the input: what ends as accepted, duplicate or rejected. */
export interface InputRow<T = unknown> {
  file: string
  line: number | null
  value: T
}

/** Files that are read in one transaction and have one row in the ledger. */
export interface Dump {
  /** As the account names it. */
  name: string
  files: InputFile[]
  /** Whether these are all files of the page: then a file that is not there any more has lost its rows. */
  whole: boolean
}

/** What the one who imports may say about a dump. */
export interface DumpOptions {
  /** The date of the dump, where the files don't state it, or against what they state. */
  asOf?: string
  /** Path of a mapping file (format csv). */
  mapping?: string
}

/** A row that cannot be taken: what is wrong with which field. */
export class Refusal extends Error {
  readonly field: string | null
  constructor(field: string | null, reason: string) {
    super(reason)
    this.name = 'Refusal'
    this.field = field
  }
}

/** A file of a dump that cannot be read; the others of the dump can. */
export class FileFault extends Error {
  readonly file: string
  readonly line: number | null
  constructor(file: string, line: number | null, reason: string) {
    super(reason)
    this.file = file
    this.line = line
  }
}

export interface Reading<T> {
  /**
   * The rows of the dump. A file that is one record is read whole before its first row is given out: if it is broken, a
   * FileFault is given instead. A file that is a long table is streamed; if it breaks, an ImportError is thrown, and nothing
   * of the dump is kept.
   */
  rows: AsyncIterable<InputRow<T> | FileFault>
  /** Adds what a row says to the bundle. Throws Refusal for a row that cannot be taken; then nothing of it is kept. */
  map(row: InputRow<T>, builder: BundleBuilder): void
  /** A new, empty bundle of the page; called anew for each portion. */
  builder(): BundleBuilder
  /** Series that were read and may have no rows; known after the last row. */
  emptySeries?(): { series: string; asOf: string }[]
}

export interface Format<T = unknown> {
  /** As the command line and the ledger name it: "llm-stats". */
  name: Exclude<FormatName, 'auto' | 'bundle'>
  /** Whether this is one of its files, by its path and the beginning of its text. */
  recognise(file: InputFile, head: string): boolean
  /** TREE: all such files of one argument are one dump. FILE: each file is a dump. */
  unit(file: InputFile): 'TREE' | 'FILE'
  /** Whether the files of a tree are all there (see Dump.whole). */
  isWhole?(files: readonly InputFile[]): boolean
  read(dump: Dump, options: DumpOptions): Promise<Reading<T>> | Reading<T>
}

export type JsonRow = InputRow<JsonValue>
