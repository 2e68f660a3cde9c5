// The format lm-eval: results files of EleutherAI's lm-evaluation-harness, old and new.
import { BundleBuilder } from '../dump/bundle-builder.ts'
import type { Format } from '../dump/format.ts'
import { mapMetric, page } from './map.ts'
import { type MetricRow, readRuns } from './parse.ts'

export const lmEval: Format<MetricRow> = {
  name: 'lm-eval',
  unit: () => 'TREE',
  recognise: (_, head) =>
    /^\s*(?:\ufeff)?\{/.test(head) && /"results"\s*:\s*\{/.test(head) && !/"evaluation_results"/.test(head),
  read: (dump, { asOf }) => ({
    rows: readRuns(dump.files),
    builder: () => new BundleBuilder(page),
    map: (row, builder) => mapMetric(row, builder, asOf),
  }),
}
