// The format every-eval-ever: records of schema 0.2 and 0.3, a JSON file each or one a line.
import { BundleBuilder } from '../dump/bundle-builder.ts'
import type { Format } from '../dump/format.ts'
import { mapResult, page } from './map.ts'
import { type ResultRow, readRecords } from './parse.ts'

export const everyEvalEver: Format<ResultRow> = {
  name: 'every-eval-ever',
  // Many small files are one dump; lines of records are streamed, one file a dump.
  unit: ({ path, within }) => (within === '-' || /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path) ? 'FILE' : 'TREE'),
  recognise: (_, head) =>
    /"evaluation_id"\s*:/.test(head) && /"schema_version"\s*:/.test(head) && !/"\$schema"\s*:/.test(head),
  read: (dump, { asOf }) => ({
    rows: readRecords(dump.files),
    builder: () => new BundleBuilder({ ...page, ...(asOf ? { retrievedAt: asOf.slice(0, 10) } : {}) }),
    map: (row, builder) => mapResult(row, builder, asOf),
  }),
}
