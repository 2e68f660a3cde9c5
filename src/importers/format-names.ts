// The formats by name, with what files each takes: for help texts, which shall not load the importers.

export const formatSummaries = {
  auto: 'recognises the format of every file, or says why it can’t',
  bundle: 'captured pages, transcribed into YAML (docs/bundle.md)',
  'llm-stats': 'the tree of LLM Stats: model.json, benchmarks.json, benchmarks/*.json',
  epoch: 'Epoch AI’s tables: external_benchmark_*.csv, benchmarks_runs.csv, model_versions.csv',
  'every-eval-ever': 'records of schema 0.2 and 0.3: JSON, or NDJSON of {path, record}',
  'papers-with-code': 'tasks of Papers with Code in JSON',
  'lm-eval': 'results of the lm-evaluation-harness in JSON, old and new',
  'model-card': 'README.md with a model-index, .eval_results/*.yaml',
  'benchmark-radar': 'curated YAML of benchmark_id, instrument, protocol and value',
  benchlm: 'a profile of BenchLM, saved as Markdown',
  'leaderboard-table': 'a saved leaderboard page with a table headed Method',
  csv: 'any table, with --mapping FILE (docs/importing.md)',
} as const

export type FormatName = keyof typeof formatSummaries
