// A long file of made-up records in the form of Every Eval Ever, to see whether time and memory stay in bounds.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** Writes `rows` results, six a record, one record a line; the same file for the same number. */
export async function writeRecords(path: string, rows: number): Promise<void> {
  const out = createWriteStream(path)
  const names = ['IFEval', 'BBH', 'MATH Level 5', 'GPQA', 'MUSR', 'MMLU-PRO']
  for (let record = 0; record * names.length < rows; record++) {
    const id = `maker-${record % 97}/model-${record}-${(record * 7) % 70}b`
    const results = names.map((name, index) => ({
      evaluation_name: name,
      source_data: { dataset_name: name },
      metric_config: {
        evaluation_description: `Accuracy on ${name}`,
        lower_is_better: false,
        min_score: 0,
        max_score: 1,
      },
      score_details: { score: ((record * 31 + index * 17) % 9973) / 9973 },
    }))
    const line = JSON.stringify({
      ...{ schema_version: '0.2.0', evaluation_id: `made-up/${id}/1760000000`, retrieved_timestamp: '1760000000' },
      source_metadata: {
        source_name: 'Made-up leaderboard',
        source_organization_name: 'Nobody',
        evaluator_relationship: 'third_party',
      },
      model_info: {
        name: id,
        id,
        developer: id.split('/')[0],
        additional_details: { precision: record % 2 ? 'bfloat16' : 'float16' },
      },
      evaluation_results: results,
    })
    if (!out.write(`${line}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}
