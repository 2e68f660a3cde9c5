// The example client, run as a user runs it against a server with the catalogue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../src/http-server.ts'
import { useDatabase } from '../support/database.ts'
import { runNode, useProcesses } from '../support/processes.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
useProcesses()
let server: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  server = await serveApp({ db })
})
afterAll(() => server.close())

async function client(...args: string[]) {
  const program = runNode(['--import', 'tsx', 'examples/client/main.ts', ...args])
  return { code: await program.end(), output: program.output(), errors: program.errors() }
}
const graph = () => `${server.url}/graphql`

/** What a text says, whatever lines it is broken into. */
const unbroken = (text: string) => text.replaceAll(/\s+/g, ' ')

interface Connection<Node> {
  totalCount: number
  nodes: Node[]
}
interface Asked {
  observations: Connection<{ printed: string }>
  unresolvedIssues: Connection<{ text: string }>
  notPublished: Connection<{ text: string }>
}

describe('a model', () => {
  const slug = 'internlm2-20b-reward'

  test('is printed with every score as printed, every issue and every gap', async () => {
    const { answer } = await askGraph(
      server.url,
      `query ($slug: String!) {
        model(slug: $slug) {
          observations(first: 100) { totalCount nodes { printed } }
          unresolvedIssues(first: 100) { totalCount nodes { text } }
          notPublished(first: 100) { totalCount nodes { text } }
        }
      }`,
      { slug },
    )
    const { observations, unresolvedIssues, notPublished } = (answer.data as { model: Asked }).model
    // Ten of JudgeBench and two of the evidence page at least.
    expect(observations.totalCount).toBeGreaterThanOrEqual(12)
    const { code, output, errors } = await client(graph(), slug)
    expect([code, errors]).toEqual([0, ''])
    const rows = output.split('\n').filter((line) => / ACTIVE\b/.test(line))
    expect(rows.map((row) => row.split(' ')[0]).sort()).toEqual(observations.nodes.map((node) => node.printed).sort())
    expect(output).toContain(`Unresolved issues: ${unresolvedIssues.totalCount}\n`)
    expect(output).toContain(`Not published: ${notPublished.totalCount}\n`)
    for (const { text } of [...unresolvedIssues.nodes, ...notPublished.nodes]) {
      expect(unbroken(output)).toContain(unbroken(text))
    }
  })

  test('shows each source, and the page through which it was read', async () => {
    const { output } = await client(graph(), slug)
    const [row = ''] = output.split(/\n(?=\S)/).filter((part) => part.startsWith('50.0 '))
    // Columns stand side by side: only the third one is wanted.
    const heading = output.split('\n').find((line) => line.startsWith('SCORE')) ?? ''
    const column = (line: string) => line.slice(heading.indexOf('SOURCE'), heading.indexOf('STATUS'))
    const source = unbroken(row.split('\n').map(column).join(' '))
    expect(source).toContain('JudgeBench leaderboard app https://huggingface.co/spaces/ScalerLab/JudgeBench')
    expect(source).toContain('read from: InternLM2-20B-Reward (JudgeBench) Benchmark Scores & Performance')
  })

  test('reads the same in small pages as in one', async () => {
    const [whole, paged] = await Promise.all([client(graph(), slug), client(graph(), slug, '--page-size', '2')])
    expect(paged.code).toBe(0)
    expect(paged.output).toBe(whole.output)
  })

  test('points from a score at the issues that involve it', async () => {
    const { output } = await client(graph(), 'internlm-20b')
    const [, wrongDate] = /^ {2}(I\d) +WRONG_DATE: /m.exec(output) ?? []
    const [, wrongEvidence] = /^ {2}(I\d) +WRONG_EVIDENCE: /m.exec(output) ?? []
    const notes = [...output.matchAll(/^([\d.]+) .* ACTIVE +(I.*)$/gm)].map(([, printed, marks]) => [printed, marks])
    // All six carry the model's release day as the day measured; only the Yi report's label is not contested.
    expect(notes).toHaveLength(6)
    for (const [printed, marks] of notes) {
      expect(marks).toContain(wrongDate)
      expect(marks?.includes(wrongEvidence ?? '?')).toBe(printed !== '62.9')
    }
  })
})

describe('errors say what to do', () => {
  test('an unknown slug: models that may be meant', async () => {
    const { code, output, errors } = await client(graph(), 'internlm2-20b-rewrad')
    expect([code, output]).toEqual([3, ''])
    expect(errors).toContain('There is no model "internlm2-20b-rewrad".\nDid you mean:\n')
    expect(errors).toContain('  internlm2-20b-reward (')
  })

  test('a name in place of a slug: the model that a source prints so', async () => {
    const { code, errors } = await client(graph(), 'internLM2-20B-Reward')
    expect(code).toBe(3)
    expect(errors).toContain('  internlm2-20b-reward (')
  })

  test('nothing like it: no suggestions', async () => {
    const { code, errors } = await client(graph(), 'zzzzzz')
    expect([code, errors]).toEqual([3, 'There is no model "zzzzzz".\n'])
  })

  test('no server', async () => {
    const gone = await listen(() => {}, '127.0.0.1', 0)
    await gone.close(0)
    const { code, errors } = await client(`${gone.url}/graphql`, 'x')
    expect(code).toBe(1)
    expect(errors).toBe(
      `No answer from ${gone.url}/graphql (ECONNREFUSED). Is Whence running there? \`npm start\` starts it.\n`,
    )
  })

  test('a server, but not its GraphQL', async () => {
    const { code, errors } = await client(`${server.url}/grapql`, 'x')
    expect(code).toBe(1)
    expect(errors).toContain('answered with status 404')
  })

  test('what GraphQL refuses, with its code', async () => {
    const { code, errors } = await client(graph(), 'internlm2-20b-reward', '--page-size', '1000')
    expect(code).toBe(1)
    expect(errors).toMatch(/^BAD_USER_INPUT: "first" is 1000; a page holds 1 to 100 items\.$/m)
  })

  test.each([
    [[], 'Which server, and which model?'],
    [['localhost:4000', 'x'], 'is not the URL of a server'],
    [['http://127.0.0.1:4000/graphql', 'x', '--page-size', 'all'], '--page-size takes a whole number'],
    [['http://127.0.0.1:4000/graphql', 'x', '--loud'], "Unknown option '--loud'"],
  ])('a command line that is not understood: %j', async (args, message) => {
    const { code, errors } = await client(...args)
    expect(code).toBe(2)
    expect(errors).toContain(message)
    expect(errors).toContain('Usage: npm run client -- URL MODEL')
  })
})
