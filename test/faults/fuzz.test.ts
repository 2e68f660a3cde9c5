// Two thousand random valid queries over HTTP: whatever they ask for, nothing unexpected happens.
import { expect, test } from 'vitest'
import { buildGraph } from '../../src/graph.ts'
import { useDatabase } from '../support/database.ts'
import { generateQuery, randomFrom } from '../support/generate-query.ts'
import { createTestLog } from '../support/log-lines.ts'
import { readPool } from '../support/query-pool.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase('catalogue')
const queries = Number(process.env.TEST_FUZZ_QUERIES ?? 2_000)

test(`${queries} of them`, { timeout: 300_000 }, async () => {
  const { log, lines } = createTestLog()
  const app = await serveApp({ db, log })
  const { schema } = buildGraph()
  const pool = await readPool(db)
  const codes = new Map<string, number>()
  let [asked, withData, dearest] = [0, 0, 0]

  /** Each asks with a seed of its own, so that a failing query can be made again. */
  async function ask(seed: number): Promise<void> {
    const random = randomFrom(seed)
    for (let n = 0; n < queries / 8; n++) {
      const { source, variables } = generateQuery(schema, pool, random)
      const { answer, status } = await askGraph(app.url, source, variables, { 'x-whence-cost': '1' })
      asked += 1
      dearest = Math.max(dearest, Number(answer.extensions?.cost ?? 0))
      if (answer.data && JSON.stringify(answer.data).length > 100) withData += 1
      for (const { extensions, message } of answer.errors ?? []) {
        const code = String(extensions?.code)
        codes.set(code, (codes.get(code) ?? 0) + 1)
        expect(code, `seed ${seed}, query ${n}: ${message}\n${source}\n${JSON.stringify(variables)}`).toMatch(
          /^(BAD_USER_INPUT|AMBIGUOUS_SLUG|TOO_COSTLY|TOO_DEEP|TOO_MANY_\w+)$/,
        )
      }
      expect(status).toBe(200)
    }
  }

  try {
    // Eight at a time, as clients are.
    await Promise.all([101, 102, 103, 104, 105, 106, 107, 108].map(ask))
  } finally {
    await app.close()
  }
  console.log(
    `${asked} queries, ${withData} with data, the dearest ${dearest}; errors: ${JSON.stringify(Object.fromEntries(codes))}`,
  )
  expect(asked).toBeGreaterThanOrEqual(queries)
  expect(withData).toBeGreaterThan(asked / 4)
  // Within the limits: nearly none is refused for its size.
  const refused = [...codes].filter(([code]) => code.startsWith('TOO_')).reduce((sum, [, count]) => sum + count, 0)
  expect(refused).toBeLessThan(asked / 20)
  // Nothing worth a warning.
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
})
