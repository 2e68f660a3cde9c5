// Coverage and statements: every one of the catalogue, worked out again from the rest of the graph.
import { beforeAll, describe, expect, test } from 'vitest'
import { importText, page } from '../importers/bundles.ts'
import { ask } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { expectedEntries } from './expected-boards.ts'
import { steady, walk } from './walk.ts'

const db = useDatabase('catalogue')

describe('coverage', () => {
  test('each count of each model is that of SQL', async () => {
    const { rows } = await db.pool.query(`
      SELECT m.slug, count(DISTINCT o.benchmark_id)::int AS benchmarks, count(o.id)::int AS observations,
        count(DISTINCT o.source_id)::int AS sources, count(DISTINCT o.setting_id)::int AS settings,
        (count(*) FILTER (WHERE o.party = 'THIRD'))::int AS "thirdParty",
        (SELECT json_object_agg(e.evidence, e.n) FROM (SELECT evidence, count(*) AS n FROM observation
          WHERE model_id = m.id GROUP BY evidence) e) AS "byEvidence"
      FROM model m LEFT JOIN observation o ON o.model_id = m.id GROUP BY m.id ORDER BY m.slug`)
    const entries = await expectedEntries(db)
    const company = new Set(
      entries.filter((a) => entries.some((b) => b.setting === a.setting && b.model !== a.model)).map((e) => e.setting),
    )
    const leads = (slug: string) =>
      new Set(
        entries
          .filter(({ setting, model, rank }) => model === slug && rank === 1 && company.has(setting))
          .map(({ setting }) => setting),
      ).size
    type Covered = { slug: string; coverage: { byEvidence: { evidence: string; count: number }[] } }
    const counts = 'benchmarks observations sources settings thirdParty leads byEvidence { evidence count }'
    const found = await walk<Covered>(db, 'models', `slug coverage { ${counts} }`)
    const plain = found.map(({ slug, coverage }) => ({
      ...{ slug, ...coverage },
      byEvidence: Object.fromEntries(coverage.byEvidence.map(({ evidence, count }) => [evidence, count])),
    }))
    const expected = rows.map((row) => ({ ...row, leads: leads(row.slug), byEvidence: row.byEvidence ?? {} }))
    const bySlug = (a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1)
    expect(plain.sort(bySlug)).toEqual(expected.sort(bySlug))
    expect(expected.filter((row) => row.leads > 0).map((row) => row.slug).length).toBeGreaterThan(3)
    // It has the best Chat (84.11), column 3 (87.5) and overall (90.62) on RM-Bench; others lead in the remaining columns.
    expect(plain.find(({ slug }) => slug === 'eval-skill-workflow-only')).toMatchObject({ leads: 3 })
  })
})

describe('statements', () => {
  interface Node {
    __typename: string
    slug?: string
    key?: string
  }
  interface Subject {
    slug: string
    name: string
    observations: {
      totalCount: number
      nodes: { key: string; party: string; source: { slug: string }; setting: { benchmark: { slug: string } } }[]
    }
    standings: {
      nodes: {
        rank: number | null
        of: number
        contested: boolean
        gapToLeader: string
        setting: { key: string; label: string; unit: string | null }
        observation: { key: string; configuration: { name: string; value: string }[] }
        leader: { key: string; model: { name: string } } | null
      }[]
    }
    unresolvedIssues: { nodes: { key: string; kind: string; observations: { nodes: Claim[] } }[] }
    notPublished: { nodes: { key: string; extent: string; aspects: string[]; aboutModel: { slug: string } | null }[] }
    coverage: { leads: number }
    statements: { text: string; basis: Node[] }[]
  }
  interface Claim {
    key: string
    printed: string
    value: string
    model: { slug: string }
    setting: { label: string }
  }
  const selection = `slug name coverage { leads }
    observations(first: 100) { totalCount nodes { key party source { slug } setting { benchmark { slug } } } }
    standings(first: 100) { nodes { rank of contested gapToLeader setting { key label unit }
      observation { key configuration { name value } } leader { key model { name } } } }
    unresolvedIssues(first: 100) { nodes { key kind observations { nodes { key printed value model { slug } setting { label } } } } }
    notPublished(first: 100) { nodes { key extent aspects aboutModel { slug } } }
    statements { text basis { __typename ... on Model { slug } ... on Benchmark { slug } ... on Source { slug }
      ... on Setting { key } ... on Observation { key } ... on Note { key } } }`
  let subjects: Subject[] = []
  let tied = new Set<string>()
  beforeAll(async () => {
    tied = new Set((await expectedEntries(db)).filter((one) => one.tied).map(({ key }) => key))
    subjects = await walk<Subject>(db, 'models', selection, 25)
  })

  const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  const names = (type: string, keys: Iterable<string>) => [...new Set(keys)].map((key) => `${type} ${key}`)
  const ordinal = (n: number) =>
    `${n}${{ one: 'st', two: 'nd', few: 'rd' }[new Intl.PluralRules('en', { type: 'ordinal' }).select(n) as 'one'] ?? 'th'}`

  /** The sentences that hold of a model, with what they rest on. */
  function holdsOf({ slug, name, observations, standings, unresolvedIssues, notPublished, coverage }: Subject) {
    const own = observations.nodes
    const about = `Model ${slug}`
    const [benchmarks, sources] = [own.map((o) => o.setting.benchmark.slug), own.map((o) => o.source.slug)]
    const third = own.filter(({ party }) => party === 'THIRD').length
    const ranked = standings.nodes.filter(({ rank, of }) => rank !== null && of > 1)
    const settings = new Set(ranked.map(({ setting }) => setting.key))
    const [b, s] = [new Set(benchmarks).size, new Set(sources).size]
    const scores: [string, string[]][] = [
      [
        `${name} has ${counted(own.length, 'score')} on ${counted(b, 'benchmark')}, from ${counted(s, 'source')}.`,
        [about, ...names('Benchmark', benchmarks), ...names('Source', sources)],
      ],
      [
        `${third} of ${counted(own.length, 'score')} ${third === 1 || own.length === 1 ? 'is' : 'are'} stated to be independently measured.`,
        [
          about,
          ...names(
            'Observation',
            own.map(({ key }) => key),
          ),
        ],
      ],
    ]
    const leads: [string, string[]] = [
      `${name} leads in ${coverage.leads} of ${counted(settings.size, 'setting')} in which it is ranked against others.`,
      [about, ...names('Setting', settings)],
    ]
    const places = ranked.map(
      ({ rank, of, gapToLeader, contested, setting, observation, leader }): [string, string[]] => {
        const stated = observation.configuration.map((one) => `${one.name}=${one.value}`).join(', ')
        const shared = tied.has(observation.key) ? ', a shared place' : ''
        const unit = setting.unit === '%' ? (gapToLeader === '1' ? ' point' : ' points') : ''
        const behind =
          rank !== 1 && leader && leader.model.name !== name
            ? `, ${gapToLeader}${unit} behind ${leader.model.name}`
            : ''
        const text = `${name}${stated && ` (${stated})`} ranks ${ordinal(rank ?? 0)} of ${of} on ${setting.label}`
        return [
          `${text}${shared}${behind}${contested ? '; its own values there disagree' : ''}.`,
          [`Setting ${setting.key}`, ...names('Observation', [observation.key, leader?.key as string])],
        ]
      },
    )
    const conflicts = unresolvedIssues.nodes
      .filter(({ kind }) => kind === 'DISAGREEMENT')
      .flatMap(({ key, observations }) => {
        const mine = observations.nodes.filter(({ model }) => model.slug === slug)
        return [...new Set(mine.map(({ setting }) => setting.label))].map((label): [string, string[]] => {
          const claims = mine
            .filter(({ setting }) => setting.label === label)
            .sort((x, y) => Number(x.value) - Number(y.value) || (x.key < y.key ? -1 : 1))
          const prints = [...new Set(claims.map(({ printed }) => printed))].join(' and ')
          return [
            `Published values disagree on ${label}: ${prints}.`,
            [
              `UnresolvedIssue ${key}`,
              ...names(
                'Observation',
                claims.map((claim) => claim.key),
              ),
            ],
          ]
        })
      })
    const lost = notPublished.nodes.filter(
      ({ extent, aspects, aboutModel }) =>
        extent === 'CAPTURE' && aspects.includes('SCORE') && aboutModel?.slug === slug,
    )
    return { scores: own.length > 0 ? scores : [], leads: ranked.length > 0 ? [leads] : [], places, conflicts, lost }
  }
  test('each is true of its model, rests on the nodes it is about, and none is missing', () => {
    for (const subject of subjects) {
      const holds = holdsOf(subject)
      const said = subject.statements.map(({ text, basis }): [string, string[]] => [
        text,
        basis.map((node) => `${node.__typename} ${node.slug ?? node.key}`).sort(),
      ])
      const about = said.slice(0, said.length - holds.lost.length)
      const expected = [...holds.scores, ...holds.leads, ...holds.places, ...holds.conflicts]
      expect(about.sort()).toEqual(expected.map(([text, basis]) => [text, basis.sort()]).sort())
      const losses = said.slice(about.length)
      expect(losses.map(([, basis]) => basis).sort()).toEqual(
        holds.lost.map(({ key }) => [`NotPublished ${key}`]).sort(),
      )
      for (const [text] of losses)
        expect(text).toMatch(/^A score on .+ was published, but what was read of it holds no number\.$/)
    }
    const all = subjects.flatMap(({ statements }) => statements.map(({ text }) => text))
    expect(all.filter((text) => text.includes(' ranks ')).length).toBeGreaterThan(300)
    expect(all.filter((text) => text.includes(' disagree on ')).length).toBe(5)
  })

  test('no two sentences of a model are the same', () => {
    for (const { statements } of subjects)
      expect(new Set(statements.map(({ text }) => text)).size).toBe(statements.length)
  })
})

test('the number of statements does not grow with the page', async () => {
  // A statement may rest on six types of node, each of which is read once.
  for (const field of [
    'coverage { leads sources reported { results } byEvidence { count } }',
    'similarModels { distance model { name } }',
    'statements { text basis { __typename id } }',
  ]) {
    const costs: number[] = []
    for (const size of [10, 20, 40]) {
      const query = `{ models(first: ${size}, filter: { benchmark: { equals: "rm-bench" } }) { nodes { ${field} } } }`
      costs.push((await ask(db, query)).statements.length)
    }
    expect(costs, `${field}: ${costs}`).toSatisfy(steady)
    expect(costs[0]).toBeLessThanOrEqual(field.startsWith('statements') ? 15 : 8)
  }
})

describe('what the five pages don’t hold', () => {
  const db = useDatabase()

  test('a model alone with its configurations is ranked against nobody', async () => {
    const settings = 'up: {benchmark: mmlu, metric: score, higherIsBetter: true}'
    const score = (printed: string, scaling: number) =>
      `  - {reportedName: Solo, setting: up, printed: "${printed}", configuration: {scaling: ${scaling}}, locator: {row: "${printed}"}}`
    await importText(db, page('Page', `observations:\n${score('80.1', 1)}\n${score('81.5', 2)}\n`, { settings }))
    const { data } = await ask(
      db,
      '{ model(slug: "solo") { coverage { leads } statements { text } standings { nodes { rank of } } } }',
    )
    expect(data).toEqual({
      model: {
        coverage: { leads: 0 },
        statements: [
          { text: 'Solo has 2 scores on 1 benchmark, from 1 source.' },
          { text: '0 of 2 scores are stated to be independently measured.' },
        ],
        standings: {
          nodes: expect.arrayContaining([
            { rank: 1, of: 2 },
            { rank: 2, of: 2 },
          ]),
        },
      },
    })
  })
})
