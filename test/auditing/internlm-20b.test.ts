// The internlm-20b page against the two reports it quotes, written by hand here: four values are corrected for chance.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { runAudits } from '../../src/auditing/run-audits.ts'
import { clear, importText, permutations } from '../importers/bundles.ts'
import { useDatabase } from '../support/database.ts'
import { derivationsOf, issuesOf, wrongCounters } from './issues.ts'

const db = useDatabase()
beforeEach(() => clear(db))

const page = readFileSync(new URL('../../data/internlm-20b.yaml', import.meta.url), 'utf8')

/** A report with scores "benchmark = printed (shots)" of models. */
const report = (source: string, scores: Record<string, string[]>) => {
  const lines = Object.entries(scores).flatMap(([model, list]) => list.map((line) => [model, ...line.split(/ = | \(/)]))
  const benchmarks = [...new Set(lines.map(([, benchmark]) => benchmark))]
  const choices: Record<string, number> = { PIQA: 2, HellaSwag: 4, 'ARC AI2': 4, BBH: 4 }
  const local = (name = '') => name.toLowerCase().replaceAll(' ', '-')
  return `whence: 1
page: report
sources:
  report: {kind: PAPER, ${source}}
benchmarks:
${benchmarks.map((b = '') => `  ${local(b)}: {name: ${b}${choices[b] ? `, choices: ${choices[b]}` : ''}}`).join('\n')}
settings:
${lines
  .map(
    ([model, b, , shots]) =>
      `  ${local(model)}-${local(b)}: {benchmark: ${local(b)}, metric: accuracy, unit: "%", protocol: {shots: ${shots?.slice(0, -1) ?? '~'}}}`,
  )
  .join('\n')}
observations:
${lines.map(([model, b, printed]) => `  - {reportedName: ${model}, setting: ${local(model)}-${local(b)}, printed: "${printed}", locator: {table: "2", row: ${model}}}`).join('\n')}
`
}

const qwen = report('title: Qwen Technical Report', {
  'InternLM-20B': [
    ...['PIQA = 80.3%', 'HellaSwag = 78.1%', 'BBH = 52.5% (3)', 'ARC AI2 = 81.7%', 'LAMBADA = 71.8%'],
    'GSM8K = 52.6% (8)',
  ],
})
// Beside it the trap: the chat model's BBH, which looks like the page's 36.67.
const yi = report('title: "Yi: Open Foundation Models by 01.AI", arxivId: "2403.04652"', {
  'InternLM-20B': ['GSM8K = 62.9%'],
  'InternLM-Chat 20B': ['BBH = 36.7% (3)'],
})
const files = { page, qwen, yi }

const derivations = [
  'arc-ai2 75.6 <- 81.7% NORMALIZED (x - 1/4) / (1 - 1/4)',
  'bbh 36.67 <- 52.5% NORMALIZED (x - 1/4) / (1 - 1/4)',
  'gsm8k 62.9 <- 62.9% TRANSCRIBED',
  'hellaswag 70.8 <- 78.1% NORMALIZED (x - 1/4) / (1 - 1/4)',
  'lambada 71.8 <- 71.8% TRANSCRIBED',
  'piqa 60.6 <- 80.3% NORMALIZED (x - 1/2) / (1 - 1/2)',
]
// What stays is a difference between the reports: 62.9 of Yi, shots not stated, against 52.6 of Qwen, 8 shots.
const disagreement = {
  ...{ kind: 'DISAGREEMENT', origin: 'COMPUTED', state: 'OPEN', spread: '10.3', settingStated: false, found: true },
  claims: ['InternLM-20B 52.6%', 'InternLM-20B 62.9%'],
}

test.each(permutations(Object.keys(files) as (keyof typeof files)[]))('imported as %s, %s, %s', async (...order) => {
  for (const name of order) {
    const ledger = await importText(db, files[name], `${name}.yaml`)
    expect(ledger.rejections).toEqual([])
  }
  expect(await derivationsOf(db)).toEqual(derivations)
  const issues = await issuesOf(db)
  expect(issues.filter(({ state }) => state === 'OPEN')).toEqual([disagreement])
  expect(await wrongCounters(db)).toEqual([])
  expect(await runAudits(db, { touched: 'all' })).toMatchObject({ act: null })
})

test('one value that nothing explains, and no transform is claimed for the page', async () => {
  for (const text of [page, yi, qwen.replace('81.7%', '81.2%')]) await importText(db, text)
  expect(await derivationsOf(db)).toEqual(['gsm8k 62.9 <- 62.9% TRANSCRIBED', 'lambada 71.8 <- 71.8% TRANSCRIBED'])
})

test('without the declared number of choices no correction is claimed either', async () => {
  for (const text of [page, yi, qwen.replaceAll(/, choices: \d/g, '')]) await importText(db, text)
  expect(await derivationsOf(db)).toEqual(['gsm8k 62.9 <- 62.9% TRANSCRIBED', 'lambada 71.8 <- 71.8% TRANSCRIBED'])
  // Declared later, it is found then.
  await importText(db, qwen, 'later.yaml')
  expect(await derivationsOf(db)).toEqual(derivations)
  expect((await issuesOf(db)).filter(({ state }) => state === 'OPEN')).toEqual([disagreement])
})
