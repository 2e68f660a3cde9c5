// The audits on files that people in this field publish: what looks like a conflict there and isn't, and what is one.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findDisagreements } from '../../src/domain/audits/disagreement.ts'
import { findOffScale } from '../../src/domain/audits/scale.ts'
import type { Claim } from '../../src/domain/claim.ts'
import { slugify } from '../../src/domain/slugs.ts'
import { claim, setting, source, stated } from './claims.ts'

const CORPUS = '../shared/corpus'
const present = existsSync(`${CORPUS}/epoch`)
if (!present) console.warn(`SKIPPED: the corpus is not at ${CORPUS}, so no audit is tried on real files`)

/** One CSV of Epoch: a claim a row, quoted from the paper that the row names; settings by what is stated of shots. */
function epoch(file: string, column: string): Claim[] {
  const rows = csv(readFileSync(`${CORPUS}/epoch/external_benchmark_${file}.csv`, 'utf8'))
  return rows.flatMap((row, i) => {
    const [printed, model, title] = [row[column]?.trim(), row['Model version']?.trim(), row.Source?.trim()]
    if (!printed || !model || !title) return []
    const place = setting({ benchmark: file, metric: column, protocol: stated({ shots: row.Shots?.trim() || null }) })
    const from = source(slugify(title), { title })
    return [
      claim(printed, {
        key: `${file}:${i}`,
        model,
        reportedName: row.Name?.trim() || model,
        source: from,
        readFrom: 'epoch',
        setting: place,
      }),
    ]
  })
}

function csv(text: string): Record<string, string>[] {
  const cells = [...text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g)]
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') lines.push([])
  }
  const [head = [], ...rows] = lines
  return rows
    .filter((row) => row.length === head.length)
    .map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])))
}

const found = (claims: Claim[]) =>
  findDisagreements(claims).map(({ observations }) => {
    const involved = claims.filter(({ key }) => observations.includes(key))
    return [involved[0]?.model, ...involved.map(({ printed }) => printed).sort()].join(' ')
  })

describe.skipIf(!present)('the corpus', () => {
  it.each([
    ['anli', 'Score', 'three shot counts of one paper'],
    ['lambada', 'Score', 'shot counts stated by one source and not by another'],
    ['mcbench', 'Win rate', 'two models under one model version'],
  ])('%s, %s: no conflict, only %s', (file, column) => {
    const claims = epoch(file, column)
    expect(claims.length).toBeGreaterThan(10)
    expect(found(claims)).toEqual([])
  })

  it('tells rows apart by shots in the name, and finds two papers that print different numbers', () => {
    const claims = epoch('scienceqa', 'Score')
    expect(found(claims)).toEqual(['Qwen-VL-Chat 67.20% 68.20%', 'llava-v1.6-vicuna-7b 70.10% 70.60%'])
  })

  it('finds 62.9 against 52.6 on GSM8K, and leaves the 43.4 of another row alone', () => {
    const claims = epoch('gsm8k', 'EM')
    expect(claims.filter(({ model }) => model === 'internlm-20b')).toHaveLength(3)
    expect(found(claims).filter((text) => text.startsWith('internlm-20b '))).toEqual(['internlm-20b 52.6% 62.9%'])
  })

  it('sees no value on another scale in percentages from 1 to 100', () => {
    const claims = [
      ...epoch('gsm8k', 'EM'),
      ...epoch('bbh', 'Average'),
      ...epoch('piqa', 'Score'),
      ...epoch('mmlu', 'EM'),
    ]
    expect(claims.length).toBeGreaterThan(500)
    expect(findOffScale(claims)).toEqual([])
  })

  it('reads methods of llm-stats: python against no tools is no conflict, two numbers of one method are', () => {
    const rows = ['claude-haiku-4-5-20251015', 'mistral-small-3.2-24b-instruct-2506'].flatMap((model) =>
      modelRows(model),
    )
    const claims = rows.map(({ score, method, benchmark, model, link }, i) =>
      claim(String(score), {
        ...{ key: `r${i}`, model, source: source(slugify(link)) },
        setting: setting({
          benchmark,
          metric: 'score',
          unit: null,
          max: '1',
          key: `${benchmark} ${method}`,
          protocol: stated({ method }),
        }),
      }),
    )
    expect(claims.filter(({ setting: { benchmark } }) => benchmark === 'aime-2025').length).toBeGreaterThan(1)
    expect(found(claims)).toEqual(['mistral-small-3.2-24b-instruct-2506 0.4422 0.4613'])
  })
})

type Row = { score: number; method: string; benchmark: string; model: string; link: string }

function modelRows(model: string): Row[] {
  const organisation = model.startsWith('claude') ? 'anthropic' : 'mistral'
  const file = `${CORPUS}/llm-stats/organizations/${organisation}/models/${model}/benchmarks.json`
  const rows: Record<string, string | number | null>[] = JSON.parse(readFileSync(file, 'utf8'))
  return rows.map((row) => ({
    score: Number(row.score),
    method: String(row.analysis_method ?? ''),
    benchmark: String(row.benchmark_id),
    model,
    link: String(row.self_reported_source_link),
  }))
}
