// What each format makes of its files: as printed, settings from what is stated, and every row accounted for.
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { formats } from '../../src/importers/dump/formats.ts'
import { formatSummaries } from '../../src/importers/format-names.ts'
import { useDatabase } from '../support/database.ts'
import { clear, selectFrom } from './bundles.ts'
import { importAll, importOne, score, tree, useFolders } from './dumps.ts'

const db = useDatabase()
const select = selectFrom(db)
const folder = useFolders()
beforeEach(() => clear(db))
const quiet = { withoutAudits: true, asOf: '2026-01-05' }

const observed = () =>
  select(`SELECT m.name AS model, o.reported_name AS reported, b.name AS benchmark, t.edition, t.subset, t.metric, t.unit, o.printed,
    o.value::text, o.uncertainty_text AS uncertainty, s.title AS source, o.read_from_id IS NOT NULL AS quoted,
    (SELECT jsonb_object_agg(p->>'name', p->'value') FROM jsonb_array_elements(t.protocol) p) AS protocol,
    (SELECT jsonb_object_agg(p->>'name', p->'value') FROM jsonb_array_elements(o.configuration) p) AS configuration
    FROM observation o JOIN model m ON m.id = o.model_id JOIN setting t ON t.id = o.setting_id
    JOIN benchmark b ON b.id = o.benchmark_id JOIN source s ON s.id = o.source_id ORDER BY o.id`)
const gaps = () =>
  select(
    "SELECT code, placeholder, about_name AS name FROM note WHERE type = 'NOT_PUBLISHED' ORDER BY code, about_name",
  )

test('every format has its line in the help', () => {
  expect(['auto', 'bundle', ...formats.map(({ name }) => name)].sort()).toEqual(Object.keys(formatSummaries).sort())
})

describe('llm-stats', () => {
  test('keeps the literal, reads the protocol out of the words, and names the cited page as the source', async () => {
    const scores = `[
      ${JSON.stringify(score({ analysis_method: '5-shot CoT' })).replace('0.5', '39.146000000000003')},
      ${JSON.stringify(score({ model_benchmark_id: 2, self_reported_source_link: 'https://arxiv.org/pdf/2412.19437v2' })).replace('0.5', '0.70')},
    ]`
    const account = await importOne(db, 'auto', [await folder(tree(scores))], quiet)
    expect(account).toMatchObject({ format: 'llm-stats', rows: { accepted: 2, duplicates: 0, rejected: 0 } })
    const base = { model: 'm-1', reported: 'm-1', benchmark: 'GPQA', metric: 'score', quoted: true }
    expect(await observed()).toMatchObject([
      {
        ...{ ...base, printed: '39.146000000000003', value: '39.146000000000003', source: 'https://example.org/m-1' },
        protocol: { method: '5-shot CoT', shots: '5', 'chain of thought': 'on' },
      },
      { ...base, printed: '0.70', value: '0.70', source: 'arXiv:2412.19437', protocol: { method: null } },
    ])
    expect(await select('SELECT arxiv_id, version, kind::text FROM source WHERE arxiv_id IS NOT NULL')).toEqual([
      { arxiv_id: '2412.19437', version: 'v2', kind: 'PAPER' },
    ])
  })

  test('rejects rows and files with their places, and takes the rest', async () => {
    const scores = `[
  ${JSON.stringify(score({}))},
  ${JSON.stringify(score({ model_benchmark_id: 2, score: [1] }))},
  ${JSON.stringify(score({ model_benchmark_id: 3, benchmark_id: null }))},
  7
]`
    const path = await folder(
      tree(scores, { 'organizations/acme/models/m-2/benchmarks.json': '[{"model_benchmark_id": 1,,}]' }),
    )
    const account = await importOne(db, 'llm-stats', [path], quiet)
    expect(account.rows).toEqual({ accepted: 1, duplicates: 0, rejected: 4 })
    const file = `${path}/organizations/acme/models/m-1/benchmarks.json`
    expect(account.rejections).toEqual([
      { file, line: 3, field: 'score', reason: 'must be a number, not a list' },
      { file, line: 4, field: 'benchmark_id', reason: 'must name one, not null' },
      { file, line: 1, field: null, reason: 'a score must be an object, not 7' },
      {
        file: `${path}/organizations/acme/models/m-2/benchmarks.json`,
        line: 1,
        field: null,
        reason: "broken JSON: expected a name in quotes, found ',}]'",
      },
    ])
    expect(await select('SELECT file, line, field, reason FROM rejection ORDER BY position')).toEqual(
      account.rejections,
    )
  })
})

describe('epoch', () => {
  const heading = '\ufeffid,Name,EM,Model version,Shots,Source,Source link,Notes\n'
  test('the paper is the source, the version the model; shots in words and in figures are one', async () => {
    const path = await folder({
      'external_benchmark_mmlu.csv': `${heading}rec1,Falcon 7B   ,35.0%,falcon-7b ,5,Falcon2-11B Technical Report,http://arxiv.org/abs/2407.14885,
rec2,Falcon-7B,26.9%,falcon-7b,5-shot,Phi,https://arxiv.org/pdf/2309.05463,"one
note"
rec3,GPT-X,,,few,,,
rec4,,1%,,,,,
`,
    })
    const account = await importOne(db, 'auto', [path], quiet)
    expect(account.rows).toEqual({ accepted: 3, duplicates: 0, rejected: 1 })
    expect(account.rejections).toMatchObject([
      { line: 6, field: 'Model version', reason: expect.stringContaining('names no model') },
    ])
    expect(await observed()).toMatchObject([
      {
        model: 'falcon-7b',
        reported: 'Falcon 7B   ',
        benchmark: 'MMLU',
        metric: 'EM',
        unit: '%',
        printed: '35.0%',
        protocol: { shots: '5' },
        source: 'Falcon2-11B Technical Report',
      },
      { model: 'falcon-7b', reported: 'Falcon-7B', printed: '26.9%', protocol: { shots: '5' } },
    ])
    expect(await select('SELECT labels, context FROM observation ORDER BY id')).toMatchObject([
      { labels: [], context: null },
      { labels: [{ name: 'Shots', value: '5-shot' }], context: 'one\nnote' },
    ])
    expect(await gaps()).toEqual([{ code: 'no-value-in-cell', placeholder: '', name: 'GPT-X' }])
  })

  test('scaffolds are configuration, standard errors stand beside their value, a cost of nothing is none', async () => {
    const path = await folder({
      'external_benchmark_terminal_bench.csv':
        'id,Agent,Model version,Accuracy mean,Accuracy SE,Cost,Source,Source link\nr1,Ante,m,60.3%,1.1%,$0.00,Board,https://b.example\nr2,Apex2,m,64.5%,,$1.20,Board,https://b.example\n',
    })
    expect((await importOne(db, 'epoch', [path], quiet)).rows).toEqual({ accepted: 2, duplicates: 0, rejected: 0 })
    expect(await observed()).toMatchObject([
      { metric: 'Accuracy mean', printed: '60.3%', uncertainty: '± 1.1% (SE)', configuration: { agent: 'Ante' } },
      { metric: 'Accuracy mean', printed: '64.5%', uncertainty: null, configuration: { agent: 'Apex2' } },
      { metric: 'Cost', unit: '$', printed: '$1.20' },
    ])
    expect(await gaps()).toEqual([{ code: 'no-cost-recorded', placeholder: '$0.00', name: 'm' }])
  })

  test('runs and model versions', async () => {
    const path = await folder({
      'benchmarks_runs.csv':
        '\ufeffid,task,model,Best score (across scorers),Scores,log viewer,logs,job,started_at,Status,Manual evaluation,task version\nV3,GPQA diamond,o3_low,0.850,choice:0.85±0.02,,,,17 November 2025 4:28pm,Success,,1.0.1\nV4,GPQA diamond,o3_low,0.1,x:0.1,,,,,Failed,,\n',
      'model_versions.csv':
        '\ufeffid,Model,Version release date,Hugging Face developer id,Link\nfalcon-7b,Falcon,2023-05-25,tiiuae,https://huggingface.co/tiiuae/falcon-7b\n,x,,,\n',
    })
    const accounts = await importAll(db, 'auto', [path], quiet)
    expect(accounts).toMatchObject([
      { account: { rows: { accepted: 1, rejected: 1 }, rejections: [{ line: 3, field: 'Status' }] } },
      { account: { rows: { accepted: 1, rejected: 1 }, rejections: [{ line: 3, field: 'id' }] } },
    ])
    expect(await observed()).toMatchObject([
      { printed: '0.850', metric: 'best score across scorers', edition: '1.0.1' },
      { printed: '0.85±0.02', metric: 'choice', uncertainty: '±0.02' },
    ])
    expect(await select('SELECT measured_at FROM observation')).toEqual([
      { measured_at: '2025-11-17' },
      { measured_at: '2025-11-17' },
    ])
    expect(await select('SELECT name, hugging_face_id FROM model ORDER BY id')).toEqual([
      { name: 'o3_low', hugging_face_id: null },
      { name: 'falcon-7b', hugging_face_id: 'tiiuae/falcon-7b' },
    ])
  })
})

const record = (
  id: string,
  {
    source = 'RewardBench',
    results = [['Chat', 0.9]],
    precision = '',
    ...more
  }: Record<string, unknown> & { results?: [string, unknown][] } = {},
) => ({
  ...{
    schema_version: '0.2.0',
    evaluation_id: `board/${id.replace('/', '_')}/1766412838.14`,
    retrieved_timestamp: '1766412838.14',
  },
  source_metadata: { source_name: source, source_organization_name: 'Ai2', evaluator_relationship: 'third_party' },
  model_info: {
    name: id,
    id,
    developer: id.split('/')[0],
    ...(precision ? { additional_details: { precision } } : {}),
  },
  evaluation_results: results.map(([name, value]) => ({
    evaluation_name: name,
    source_data: { dataset_name: source },
    metric_config: {
      evaluation_description: `Accuracy on ${name}`,
      lower_is_better: false,
      min_score: 0.0,
      max_score: 1.0,
    },
    score_details: { score: value },
  })),
  ...more,
})

describe('every-eval-ever', () => {
  const files = (...records: unknown[]) =>
    folder(
      Object.fromEntries(records.map((one, index) => [`reward-bench/r${index}.json`, JSON.stringify(one, null, 1)])),
    )

  test('sentinels of their leaderboard are gaps; the same value elsewhere is a value', async () => {
    const path = await files(
      record('a/x', {
        source: 'RewardBench 2',
        results: [
          ['Ties', -0.01],
          ['Math', 0.5],
        ],
      }),
      record('a/x', { source: 'helm_lite', results: [['GSM8K', -1.0]] }),
      record('a/x', { source: 'RewardBench', results: [['Chat', -0.01]] }),
    )
    const account = await importOne(db, 'every-eval-ever', [path], { withoutAudits: true })
    expect(account.rows).toEqual({ accepted: 4, duplicates: 0, rejected: 0 })
    expect(await gaps()).toEqual([
      { code: 'not-run', placeholder: '-1', name: 'a/x' },
      { code: 'ties-not-scored', placeholder: '-0.01', name: 'a/x' },
    ])
    expect(await observed()).toMatchObject([
      { subset: 'Math', printed: '0.5' },
      { benchmark: 'RewardBench', printed: '-0.01' },
    ])
  })

  test('names: what one board lists side by side stays apart, other case and prefix are linked', async () => {
    await importOne(
      db,
      'every-eval-ever',
      [
        await files(
          record('DeepMount00/Llama-3.1-8b-Ita', { source: 'Board' }),
          record('DeepMount00/Llama-3.1-8b-ITA', { source: 'Board' }),
          record('Anthropic/claude-3', { source: 'RewardBench' }),
          record('anthropic/claude-3 ', { source: 'RewardBench 2' }),
          record('facebook/opt-1.3b'),
          record('facebook/opt-13b'),
          record('unknown/lonely'),
        ),
      ],
      quiet,
    )
    expect((await select('SELECT name FROM model ORDER BY name')).map(({ name }) => name)).toEqual([
      ...[
        'Anthropic/claude-3',
        'DeepMount00/Llama-3.1-8b-ITA',
        'DeepMount00/Llama-3.1-8b-Ita',
        'facebook/opt-1.3b',
        'facebook/opt-13b',
        'lonely',
      ],
    ])
    expect((await select('SELECT name FROM benchmark ORDER BY name')).map(({ name }) => name)).toEqual([
      'Board',
      'RewardBench',
      'RewardBench 2',
    ])
  })

  test('precisions are configurations of one model', async () => {
    await importOne(
      db,
      'every-eval-ever',
      [await files(record('a/x', { precision: 'float16' }), record('a/x', { precision: 'bfloat16' }))],
      quiet,
    )
    expect(await observed()).toMatchObject([
      { model: 'a/x', configuration: { precision: 'float16' } },
      { model: 'a/x', configuration: { precision: 'bfloat16' } },
    ])
  })

  test('schema 0.3: metric, harness, uncertainty and samples as stated', async () => {
    const one = record('a/x', { schema_version: '0.3.0', eval_library: { name: 'inspect_ai', version: '0.3.1' } })
    Object.assign(one.evaluation_results[0] ?? {}, {
      metric_config: { metric_name: 'pass@1', metric_unit: 'proportion', lower_is_better: false },
      score_details: { score: 0.75, uncertainty: { standard_error: { value: 0.01 }, num_samples: 400 } },
      generation_config: { generation_args: { temperature: 0.0 } },
    })
    await importOne(db, 'every-eval-ever', [await files(one)], quiet)
    expect(await observed()).toMatchObject([
      {
        metric: 'pass@1',
        unit: 'proportion',
        uncertainty: '± 0.01 (SE)',
        protocol: { temperature: '0' },
        configuration: { harness: 'inspect_ai 0.3.1' },
      },
    ])
    expect(await select('SELECT sample_size FROM observation')).toEqual([{ sample_size: 400 }])
  })

  test('gzipped lines: a broken line and a foreign schema are rejected, the others are taken; a cut file changes nothing', async () => {
    const lines = [
      JSON.stringify({ path: 'p', record: record('a/x') }),
      '{"record": ',
      JSON.stringify(record('a/y', { schema_version: '9.0' })),
      '',
    ]
    const bytes = gzipSync(lines.join('\n'))
    const path = await folder({ 'all.ndjson.gz': bytes })
    const account = await importOne(db, 'auto', [path], quiet)
    expect(account.rows).toEqual({ accepted: 1, duplicates: 0, rejected: 2 })
    expect(account.rejections).toMatchObject([
      { line: 2, reason: expect.stringContaining('broken JSON') },
      { line: 3, reason: expect.stringContaining("not '9.0'") },
    ])
    await clear(db)
    const cut = await folder({ 'cut.ndjson.gz': bytes.subarray(0, bytes.length - 12) })
    expect(await importAll(db, 'every-eval-ever', [cut], quiet)).toMatchObject([
      { outcome: 'REFUSED', code: 'FILE_NOT_READABLE' },
    ])
    expect(await observed()).toEqual([])
  })
})

describe('papers-with-code', () => {
  test('metrics are texts as printed; dashes are gaps; sizes are labels; parts and subtasks are reached', async () => {
    const row = (model_name: string, metrics: object) => ({
      model_name,
      metrics,
      paper_title: 'P',
      paper_url: 'https://arxiv.org/abs/1805.06939',
      paper_date: null,
    })
    const path = await folder({
      'snli.json': JSON.stringify([
        {
          ...{ task: 'NLI', categories: [] },
          datasets: [
            {
              dataset: 'SNLI',
              sota: { metrics: [], rows: [row('A', { EM: '90.871', Parameters: '3.0m' }), row('B', { EM: '-' })] },
              subdatasets: [],
            },
            {
              dataset: 'Split',
              sota: { rows: [] },
              subdatasets: [{ subdataset: 'hard', sota: { rows: [row('A', { F1: '1' })] } }],
            },
          ],
          subtasks: [
            {
              task: 'Sub',
              datasets: [{ dataset: 'D', sota: { rows: [row('', { EM: '2' }), row('C', 7 as never)] } }],
              subtasks: [],
            },
          ],
        },
      ]),
    })
    const account = await importOne(db, 'auto', [path], quiet)
    expect(account.rows).toEqual({ accepted: 3, duplicates: 0, rejected: 2 })
    expect(account.rejections.map(({ field }) => field)).toEqual(['model_name', 'metrics'])
    expect(await observed()).toMatchObject([
      { model: 'A', benchmark: 'SNLI', metric: 'EM', printed: '90.871', subset: null, source: 'P' },
      { model: 'A', benchmark: 'Split', subset: 'hard', metric: 'F1' },
    ])
    expect(await gaps()).toEqual([{ code: 'no-value-in-cell', placeholder: '-', name: 'B' }])
  })
})

describe('lm-eval', () => {
  test('old form and new form', async () => {
    const old = {
      results: { boolq: { acc: 0.24630541871921183, acc_stderr: 0.01 } },
      versions: { boolq: 1 },
      config: { model_args: 'pretrained=facebook/opt-1.3b,dtype=float16', num_fewshot: 5, limit: null },
    }
    const fresh = {
      results: { gsm8k: { alias: 'gsm8k', 'exact_match,strict-match': 0.5, 'exact_match_stderr,strict-match': 'N/A' } },
      ...{
        versions: { gsm8k: 3 },
        'n-shot': { gsm8k: 8 },
        'n-samples': { gsm8k: { effective: 1319 } },
        higher_is_better: { gsm8k: { exact_match: true } },
      },
      ...{
        config: { model_args: { pretrained: 'a/x' }, model_dtype: 'torch.bfloat16' },
        lm_eval_version: '0.4.9',
        date: 1760000000.5,
      },
    }
    const path = await folder({
      'opt-1.3b.json': JSON.stringify(old),
      'a__x/results_2026-01-21T03-44-18.458309.json': JSON.stringify(fresh),
      'bad.json': '{"results": {"x": 1}}',
    })
    const account = await importOne(db, 'lm-eval', [path], { withoutAudits: true })
    expect(account.rows).toEqual({ accepted: 2, duplicates: 0, rejected: 1 })
    expect(await observed()).toMatchObject([
      {
        model: 'a/x',
        benchmark: 'gsm8k',
        metric: 'exact_match',
        printed: '0.5',
        edition: '3',
        protocol: { shots: '8', filter: 'strict-match' },
        configuration: { precision: 'bfloat16' },
      },
      {
        model: 'facebook/opt-1.3b',
        metric: 'acc',
        printed: '0.24630541871921183',
        uncertainty: '± 0.01 (stderr)',
        protocol: { shots: '5' },
        configuration: { precision: 'float16' },
      },
    ])
  })
})

describe('model-card', () => {
  const card = (rest: string) => `---
license: apache-2.0
model-index:
- name: acme/m-1
  results:
  - task: {type: text-generation, name: Text Generation}
    dataset: {name: IFEval, type: google/IFEval, config: strict, split: test}
    metrics:
    - {type: inst_level, value: 39.146000000000003, name: strict accuracy}
${rest}---
# M 1
`
  test('a model-index, with the template not filled in as a gap', async () => {
    const path = await folder({
      'README.md': card(`  - dataset: {name: BBH, type: bbh}
    metrics:
    - {type: acc, value: Please tell us}
    - {type: acc}
    source: {url: 'https://huggingface.co/spaces/open-llm-leaderboard', name: Open LLM Leaderboard}
`),
    })
    const account = await importOne(db, 'auto', [path], quiet)
    expect(account).toMatchObject({ format: 'model-card', rows: { accepted: 2, duplicates: 0, rejected: 1 } })
    expect(account.rejections).toMatchObject([
      { line: 13, field: 'model-index[0].results[1].metrics[1].value', reason: 'is not there' },
    ])
    expect(await observed()).toMatchObject([
      {
        model: 'acme/m-1',
        benchmark: 'IFEval',
        subset: 'strict',
        metric: 'strict accuracy',
        printed: '39.146000000000003',
        protocol: { split: 'test' },
        quoted: false,
      },
    ])
    expect(await gaps()).toEqual([{ code: 'not-filled-in', placeholder: 'Please tell us', name: 'acme/m-1' }])
  })

  test('.eval_results, with task_id and with config and split', async () => {
    const path = await folder({
      'acme/m-1/.eval_results/hle.yaml': `- dataset: {id: cais/hle, task_id: text_only}
  value: 20.90
  date: 2025-11-03
  notes: no tools
- dataset: {id: Idavidrein/gpqa, config: gpqa_diamond, split: train}
  value: 0.412
  source: {url: https://huggingface.co/datasets/acme/logs, name: Eval logs}
- value: 1
`,
    })
    const account = await importOne(db, 'auto', [path], quiet)
    expect(account.rows).toEqual({ accepted: 2, duplicates: 0, rejected: 1 })
    expect(await observed()).toMatchObject([
      {
        model: 'acme/m-1',
        benchmark: 'cais/hle',
        subset: 'text_only',
        printed: '20.90',
        protocol: { method: 'no tools', tools: 'none' },
      },
      {
        benchmark: 'Idavidrein/gpqa',
        subset: 'gpqa_diamond',
        printed: '0.412',
        protocol: { split: 'train' },
        source: 'Eval logs',
        quoted: true,
      },
    ])
  })
})

test('benchmark-radar: the value as printed, the instrument as edition, the protocol as stated', async () => {
  const path = await folder({
    'scores.yml': `schema_version: 1
benchmarks:
  - {benchmark_id: hle, metric: accuracy, direction: higher_is_better, unit: percent}
results:
  - {benchmark_id: hle, instrument: hle-full, protocol: "no tools", model: o3, organization: OpenAI, source_id: card, reported_by: Moonshot AI, reported_at: 2025-11-06, value: 20.20, read_from: pdf_text}
  - {benchmark_id: hle, instrument: hle, protocol: as reported, model: "", source_id: card, value: 1}
`,
  })
  const account = await importOne(db, 'auto', [path], quiet)
  expect(account).toMatchObject({
    format: 'benchmark-radar',
    rows: { accepted: 1, duplicates: 0, rejected: 1 },
    rejections: [{ line: 6, field: 'model' }],
  })
  expect(await observed()).toMatchObject([
    {
      model: 'o3',
      benchmark: 'hle',
      edition: 'hle-full',
      metric: 'accuracy',
      unit: 'percent',
      printed: '20.20',
      protocol: { tools: 'none', method: 'no tools' },
      source: 'card',
    },
  ])
})

describe('csv', () => {
  const mapping = `csv: 1
source: {kind: LEADERBOARD, title: My board, license: CC0}
model: {column: Model}
id: {column: Id}
values:
  - {column: MMLU, benchmark: MMLU, metric: accuracy, unit: "%", uncertainty: {column: SE}, protocol: {shots: {column: Shots}}}
configuration: {precision: {column: dtype}}
missing: ["-1"]
`
  test('a mapping says which column is what', async () => {
    const path = await folder({
      'm.yaml': mapping,
      't.csv': 'Id,Model,MMLU,SE,Shots,dtype\n1,A,70.0,0.4,five-shot,fp16\n2,B,-1,,5,\n3,,1,,,\n4,D,1,2,3,4,5\n',
    })
    const account = await importOne(db, 'csv', [`${path}/t.csv`], { ...quiet, mapping: `${path}/m.yaml` })
    expect(account.rows).toEqual({ accepted: 2, duplicates: 0, rejected: 2 })
    expect(await observed()).toMatchObject([
      {
        model: 'A',
        benchmark: 'MMLU',
        metric: 'accuracy',
        unit: '%',
        printed: '70.0',
        uncertainty: '± 0.4',
        protocol: { shots: '5' },
        configuration: { precision: 'fp16' },
      },
    ])
    expect(await gaps()).toEqual([{ code: 'no-value', placeholder: '-1', name: 'B' }])
  })

  test('without a mapping, with a wrong one, or with columns that are not there, it says so', async () => {
    const path = await folder({
      'm.yaml': mapping,
      'bad.yaml': 'csv: 1\nmodle: {column: M}\n',
      't.csv': 'Id,Name\n1,A\n',
    })
    const refused = async (name?: string) =>
      (await importAll(db, 'csv', [`${path}/t.csv`], { ...quiet, ...(name ? { mapping: `${path}/${name}` } : {}) }))[0]
    expect(await refused()).toMatchObject({ outcome: 'REFUSED', code: 'BAD_MAPPING' })
    expect(await refused('bad.yaml')).toMatchObject({
      code: 'BAD_MAPPING',
      mistakes: expect.arrayContaining([expect.objectContaining({ field: 'modle' })]),
    })
    expect(await refused('m.yaml')).toMatchObject({
      code: 'BAD_MAPPING',
      mistakes: expect.arrayContaining([
        expect.objectContaining({ field: 'model.column', reason: expect.stringContaining("no column 'Model'") }),
      ]),
    })
    expect((await importAll(db, 'auto', [`${path}/t.csv`], quiet))[0]).toMatchObject({
      outcome: 'NOT_RECOGNISED',
      reason: expect.stringContaining('--mapping'),
    })
  })
})
