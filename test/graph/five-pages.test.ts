// The five pages again: every number on them that coverage, comparisons, rankings and notes explain, through the queries
// of examples/queries that rebuild the pages.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('catalogue')

const folder = new URL('../../examples/queries/', import.meta.url)
/** The answer of an example, by its number. */
async function example<Data>(number: number): Promise<Data> {
  const file = readdirSync(folder).find((name) => name.startsWith(`${number}-`)) as string
  return (await ask<Data>(db, readFileSync(new URL(file, folder), 'utf8'))).data
}
type Nodes<Node> = { totalCount: number; nodes: Node[] }
type Compared = { agreement: string; difference: string | null; settingStated: boolean; other: Printed }
type Printed = { printed: string; source: { title: string; version: string | null } }

describe('JudgeBench page', () => {
  interface Page {
    source: {
      tables: Nodes<{
        columns: { name: string }[]
        rows: Nodes<{ cells: { text: string; observations: { comparisons: Nodes<Compared> }[] }[] }>
      }>
    }
  }

  test('five numbers a table; the pairs agree within rounding, and none contradicts another', async () => {
    const { source } = await example<Page>(16)
    const columns = ['Knowledge (%)', 'Reasoning (%)', 'Math (%)', 'Coding (%)', 'Overall (%)']
    const printed = [
      ['62.3', '69.4', '66.1', '50.0', '63.4'],
      ['62.34', '69.39', '66.07', '50.00', '63.43'],
    ]
    expect(source.tables.nodes).toHaveLength(2)
    source.tables.nodes.forEach(({ columns: shown, rows }, table) => {
      expect(shown.map(({ name }) => name)).toEqual(columns)
      const [row, ...others] = rows.nodes
      expect(others).toEqual([])
      expect(row?.cells.map(({ text }) => text)).toEqual(printed[table])
      row?.cells.forEach(({ text, observations }, column) => {
        expect(observations).toHaveLength(1)
        const compared = observations[0]?.comparisons.nodes ?? []
        // The evidence page prints the overall once more, "63.43%".
        const third = column === 4 ? [table === 0 ? 'WITHIN_ROUNDING 63.43%' : 'IDENTICAL 63.43%'] : []
        expect(compared.map(({ agreement, other }) => `${agreement} ${other.printed}`).sort()).toEqual(
          [`WITHIN_ROUNDING ${printed[1 - table]?.[column]}`, ...third].sort(),
        )
        for (const { difference, other } of compared)
          expect(Number(difference)).toBeCloseTo(Number.parseFloat(other.printed) - Number(text), 9)
      })
    })
  })
})

describe('evidence page', () => {
  interface Page {
    source: {
      quoted: Nodes<Printed & { setting: { benchmark: { name: string } }; comparisons: Nodes<Compared> }>
      notPublished: Nodes<{ aspects: string[]; extent: string; aboutSetting: { label: string } | null }>
      derivedFromSources: Nodes<{ title: string; authorCount: number | null; authors: Nodes<{ printedName: string }> }>
    }
    model: {
      aliases: Nodes<{ name: string; source: { title: string } | null }>
      coverage: { reported: object }
      similarModels: { distance: number; shared: number; overlap: number }[]
      statements: { text: string }[]
    }
  }

  test('3 benchmarks, 3 reported results (two observations and one note), 3 sources', async () => {
    const { source, model } = await example<Page>(17)
    const lost = source.notPublished.nodes.filter(({ aspects }) => aspects.includes('SCORE'))
    expect([source.quoted.totalCount, lost.length]).toEqual([2, 1])
    expect(lost[0]).toMatchObject({ extent: 'CAPTURE', aboutSetting: { label: expect.stringContaining('PPE') } })
    expect(source.derivedFromSources.totalCount).toBe(3)
    const benchmarks = source.quoted.nodes.map(({ setting }) => setting.benchmark.name)
    expect(benchmarks.sort()).toEqual(['JudgeBench', 'RM-Bench'])
    // Over all pages the model has JudgeBench twice more and RM-Bench once: the benchmarks stay three.
    expect(model.coverage.reported).toEqual({ benchmarks: 3, results: 14, sources: 5 })
  })

  test('all 8 authors of one paper and all 9 of another, Ion Stoica among both', async () => {
    const { source } = await example<Page>(17)
    const authors = source.derivedFromSources.nodes.map((one) => `${one.authorCount}: ${one.authors.nodes.length}`)
    expect(authors.sort()).toEqual(['8: 8', '9: 9', 'null: 0'])
    const lists = source.derivedFromSources.nodes.map((one) => one.authors.nodes.map(({ printedName }) => printedName))
    expect(lists.filter((list) => list.at(-1) === 'Ion Stoica')).toHaveLength(2)
    const { data } = await ask<{ author: { sources: Nodes<object> } }>(
      db,
      '{ author(slug: "ion-stoica") { sources { totalCount } } }',
    )
    expect(data.author.sources.totalCount).toBe(2)
  })

  test('three names in three sources, one model', async () => {
    const { model } = await example<Page>(17)
    const names = model.aliases.nodes.filter(({ source }) => source !== null).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['InternLM2-20B-Reward', 'internLM2-20B-Reward', 'internlm2-20b-reward']),
    )
  })

  test('similar models share all settings in which the model has company; three of them nobody shares', async () => {
    // The page says "3 of 3 shared benchmark comparisons" of models that the capture has lost; here it has company in one.
    const { model } = await example<Page>(17)
    expect(model.similarModels).toHaveLength(5)
    expect(new Set(model.similarModels.map(({ shared, overlap }) => `${shared} ${overlap}`))).toEqual(new Set(['1 1']))
    const { data } = await ask(db, '{ model(slug: "internlm2-20b-reward") { similarModels { distance } } }')
    expect(data).toEqual({ model: { similarModels: [] } })
  })

  test('68.3 is contradicted by 72.1 elsewhere, and the settings are not stated in full', async () => {
    const { source, model } = await example<Page>(17)
    const contested = source.quoted.nodes.flatMap(({ printed, comparisons }) =>
      comparisons.nodes.map((one) => [printed, one.other.printed, one.difference, one.settingStated]),
    )
    expect(contested).toEqual([['68.3%', '72.1', '3.8', false]])
    expect(model.statements.map(({ text }) => text)).toContain(
      'Published values disagree on RM-Bench, Overall, accuracy (%): 68.3% and 72.1.',
    )
  })
})

describe('InternLM2-Chat-20B page', () => {
  interface Page {
    model: {
      coverage: { thirdParty: number; byEvidence: { evidence: string; count: number }[] }
      observations: Nodes<{
        printed: string
        sampleSize: number | null
        evidenceLabel: string
        setting: { benchmark: { name: string } }
        comparisons: Nodes<Compared>
      }>
      unresolvedIssues: Nodes<{ kind: string }>
      remarks: Nodes<{ text: string }>
    }
  }
  const captured = {
    ...{ IFEval: '42.2', ProteinLMBench: '51.38', MMLU: '66.5', AGIEval: '50.3', BBH: '68.3', GSM8K: '79.6' },
    ...{ MATH: '31.9', HumanEval: '67.1', 'MBPP sanitized': '65.8', CMMLU: '65.1', 'C-Eval': '63', GAOKAO: '58.3' },
  }

  test('12 of 48 results captured, none with a peer value', async () => {
    const { model } = await example<Page>(18)
    const results = model.observations.nodes.map((one) => [one.setting.benchmark.name, one.printed])
    for (const pair of Object.entries(captured)) expect(results).toContainEqual(pair)
    // Beside the twelve: two that only a note mentions, and the popularity index with its change.
    const others = results.filter(([name, printed]) => captured[name as 'MMLU'] !== printed)
    expect(others.map(([, printed]) => printed).sort()).toEqual(['-8', '22', '32.4', '67.7'])
    expect(model.observations.totalCount).toBe(16)
    expect(model.remarks.nodes.map(({ text }) => text).join()).toMatch(/48/)
    const { data } = await ask<{ model: { observations: Nodes<{ peers: { totalCount: number } }> } }>(
      db,
      '{ model(slug: "internlm2-chat-20b") { observations { totalCount nodes { peers { totalCount } } } } }',
    )
    expect(data.model.observations.nodes.map(({ peers }) => peers.totalCount)).toEqual(Array(16).fill(0))
  })

  test('one independent evaluation, of 944 samples; the other eleven are the vendor’s', async () => {
    const { model } = await example<Page>(18)
    const independent = model.observations.nodes.filter(
      ({ evidenceLabel }) => evidenceLabel === 'independent-evaluator',
    )
    expect(independent.map(({ printed, sampleSize }) => [printed, sampleSize])).toEqual([['51.38', 944]])
    expect(model.coverage.thirdParty).toBe(1)
    const byEvidence = Object.fromEntries(model.coverage.byEvidence.map(({ evidence, count }) => [evidence, count]))
    // Eleven of the twelve, and the two that a note mentions.
    expect(byEvidence).toEqual({ INDEPENDENT: 1, VENDOR: 13, BENCHMARK_MAINTAINER: 2 })
  })

  test('report and card differ on MATH (32.4 against 31.9) and HumanEval (67.7 against 67.1), and nothing else', async () => {
    const { model } = await example<Page>(18)
    const pairs = model.observations.nodes.flatMap(({ printed, comparisons }) =>
      comparisons.nodes.map((one) => `${printed} ${one.agreement} ${one.other.printed} ${one.difference}`),
    )
    expect(pairs.sort()).toEqual([
      '31.9 DISAGREE 32.4 0.5',
      '32.4 DISAGREE 31.9 -0.5',
      '67.1 DISAGREE 67.7 0.6',
      '67.7 DISAGREE 67.1 -0.6',
    ])
    // The page's own note tells it; the audit adds no second one.
    expect(model.unresolvedIssues.nodes.filter(({ kind }) => kind === 'DISAGREEMENT')).toHaveLength(1)
  })

  test('the statements tell both conflicts and the one independent score', async () => {
    const { data } = await ask<{ model: { statements: { text: string }[] } }>(
      db,
      '{ model(slug: "internlm2-chat-20b") { statements { text } } }',
    )
    expect(data.model.statements.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'InternLM2-Chat-20B has 16 scores on 13 benchmarks, from 4 sources.',
        '1 of 16 scores is stated to be independently measured.',
        'Published values disagree on MATH, score: 31.9 and 32.4.',
        'Published values disagree on HumanEval, score: 67.1 and 67.7.',
      ]),
    )
  })
})

describe('internlm-20b page', () => {
  interface Page {
    model: {
      coverage: object
      best: Nodes<{ printed: string; setting: { benchmark: { name: string } }; evidenceLabel: string }>
      observations: Nodes<{
        printed: string
        evidence: string
        evidenceLabel: string
        party: string
        measuredAt: string
      }>
      statements: { text: string }[]
    }
    source: { derivedFromSources: Nodes<{ sourceKind: string }> }
  }

  test('6 benchmarks, leads on 0 of 6, 0 of 6 independently measured, best 75.6 on ARC AI2', async () => {
    const { model, source } = await example<Page>(19)
    expect(model.coverage).toEqual({
      ...{ benchmarks: 6, observations: 6, leads: 0, thirdParty: 0 },
      byEvidence: [{ evidence: 'OTHER_DEVELOPER', count: 6 }],
    })
    expect(model.best.nodes[0]).toMatchObject({ printed: '75.6', setting: { benchmark: { name: 'ARC AI2' } } })
    expect(model.statements.map(({ text }) => text)).toEqual([
      'internlm-20b has 6 scores on 6 benchmarks, from 2 sources.',
      '0 of 6 scores are stated to be independently measured.',
    ])
    // Two data sets and the two reports.
    expect(source.derivedFromSources.nodes.map(({ sourceKind }) => sourceKind).sort()).toEqual(
      ['DATASET', 'DATASET', 'PAPER', 'PAPER'].sort(),
    )
  })

  test('5 self-reported, 1 unverified: by their labels, which prove nothing', async () => {
    const { model } = await example<Page>(19)
    const labels = model.observations.nodes.map(({ evidenceLabel }) => evidenceLabel.split('·')[0])
    expect(labels.sort()).toEqual([...Array(5).fill('self-reported'), 'unverified'])
    expect(new Set(model.observations.nodes.map(({ party }) => party))).toEqual(new Set(['UNKNOWN']))
    expect(model.observations.nodes.map(({ printed }) => printed)).toEqual([
      '75.6',
      '71.8',
      '70.8',
      '62.9',
      '60.6',
      '36.67',
    ])
    const { data } = await ask(
      db,
      '{ model(slug: "internlm-20b") { observations { nodes { comparisons { totalCount } } } } }',
    )
    expect(JSON.stringify(data).match(/"totalCount":0/g)).toHaveLength(6)
  })
})

describe('RM-Bench page', () => {
  interface Page {
    benchmark: {
      settings: Nodes<{
        leaderboard: Nodes<{
          rank: number
          tied: boolean
          model: { name: string }
          configuration: { name: string; value: string }[]
          observation: { printed: string }
          gapToLeader: string
        }>
      }>
    }
    source: { tables: Nodes<{ rows: Nodes<{ cells: { text: string }[] }> }>; unresolvedIssues: Nodes<{ kind: string }> }
  }

  test('84.11 heads the Chat column, and the ranking is the page’s own order', async () => {
    const { benchmark, source } = await example<Page>(20)
    const [chat, ...others] = benchmark.settings.nodes
    expect(others).toEqual([])
    expect(chat?.leaderboard.totalCount).toBe(72)
    const shown = chat?.leaderboard.nodes.map(
      ({ rank, tied, model, observation }) => `${rank}${tied ? '=' : ''} ${model.name} ${observation.printed}`,
    )
    expect(shown).toEqual([
      '1 Eval-Skill (workflow-only) 84.11',
      '2= Eval-Skill (adaptive) 82.28',
      '2= Eval-Skill (full) 82.28',
      '4 Principles-Qwen32B 80.4',
      '5 Direct 77.78',
      '6 Eval-Skill (workflow-only) 77.64',
      '7= Eval-Skill (adaptive) 77.22',
      '7= Eval-Skill (full) 77.22',
      '9= Eval-Skill (adaptive) 76.79',
      '9= Eval-Skill (workflow-only) 76.79',
    ])
    expect(chat?.leaderboard.nodes[0]).toMatchObject({
      gapToLeader: '0',
      configuration: [
        { name: 'Judge Backbone', value: 'Qwen3.6-35B-A3B' },
        { name: 'Evaluation Strategy', value: 'workflow-only' },
      ],
    })
    expect(chat?.leaderboard.nodes[4]?.gapToLeader).toBe('6.33')
    expect(source.tables.nodes[0]?.rows.totalCount).toBe(100)
    expect(source.tables.nodes[0]?.rows.nodes[0]?.cells.map(({ text }) => text)).toEqual([
      '84.11',
      '96.17',
      '87.5',
      '94.69',
      '—',
      '90.62',
      '—',
      '—',
      '—',
    ])
  })

  test('internlm2-20b-reward stands in Overall alone: 72.1, behind 37 of 95', async () => {
    const { data } = await ask<{ model: { standings: Nodes<object> } }>(
      db,
      `{ model(slug: "internlm2-20b-reward") { standings(filter: { benchmark: { equals: "rm-bench" }, hasPeers: true }) { totalCount nodes {
        rank of contested gapToLeader setting { subset } observation { printed } leader { printed } } } } }`,
    )
    expect(data.model.standings.nodes).toEqual([
      {
        ...{ rank: 38, of: 95, contested: false, gapToLeader: '18.52' },
        ...{ setting: { subset: 'Overall' }, observation: { printed: '72.1' }, leader: { printed: '90.62' } },
      },
    ])
    // By hand: of the 95 methods and configurations 37 print a higher overall.
    const { rows } = await db.pool.query(`
      SELECT DISTINCT ON (o.model_id, o.configuration_key) o.value::float8 AS value
      FROM observation o JOIN setting t ON t.id = o.setting_id JOIN source s ON s.id = o.source_id
      WHERE t.subset = 'Overall' AND s.slug = 'reward-modeling-on-rm-bench-test'
      ORDER BY o.model_id, o.configuration_key, o.published_at DESC, o.key`)
    expect([rows.length, rows.filter(({ value }) => value > 72.1).length]).toEqual([95, 37])
  })

  test('512 numbers and 388 dashes, three means that don’t hold and one column with two meanings', async () => {
    const { data } = await ask(
      db,
      `{ source(slug: "reward-modeling-on-rm-bench-test") { observations { totalCount } notPublished { totalCount } }
        observationStats(filter: { source: { equals: "reward-modeling-on-rm-bench-test" } }, groupBy: [SOURCE]) { nodes { count models } }
        dashes: notPublished(filter: { source: { equals: "reward-modeling-on-rm-bench-test" }, aspect: [SCORE] }) { totalCount } }`,
    )
    expect(data).toMatchObject({
      source: { observations: { totalCount: 512 } },
      observationStats: { nodes: [{ count: 512 }] },
      dashes: { totalCount: 388 },
    })
    const { source } = await example<Page>(20)
    expect(source.unresolvedIssues.nodes.map(({ kind }) => kind).sort()).toEqual([
      ...Array(3).fill('AGGREGATE_MISMATCH'),
      'AMBIGUOUS_COLUMN',
    ])
  })

  test('J1-Llama-70B prints 82.7 under two labels: identical, and one place on the board', async () => {
    const { data } = await ask<{
      model: { observations: Nodes<{ comparisons: Nodes<Compared> }>; standings: Nodes<object> }
    }>(
      db,
      '{ model(slug: "j1-llama-70b") { observations { nodes { comparisons { nodes { agreement } } } } standings { totalCount nodes { contested } } } }',
    )
    expect(data.model.observations.nodes.map(({ comparisons }) => comparisons.nodes)).toEqual([
      [{ agreement: 'IDENTICAL' }],
      [{ agreement: 'IDENTICAL' }],
    ])
    expect(data.model.standings).toEqual({ totalCount: 1, nodes: [{ contested: false }] })
  })
})
