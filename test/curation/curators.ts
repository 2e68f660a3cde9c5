// A served graph with curators, and what tests of curation ask it.
import { createApp } from '../../src/app.ts'
import { makeToken } from '../../src/curation/tokens.ts'
import type { Database } from '../../src/db/client.ts'
import { listen } from '../../src/http-server.ts'
import { createLog } from '../../src/log.ts'

const people = { ada: makeToken(), bob: makeToken() }
// biome-ignore lint/suspicious/noExplicitAny: what a test asks for is what it expects
type Answer = Record<string, any>
export type Person = keyof typeof people

/** The app over `db` with two curators; `as(null, …)` asks without a token, `as('nobody', …)` with an unknown one. */
export async function serveCuration(db: Database) {
  const curators = Object.entries(people).map(([name, { hash }]) => ({ name, hash }))
  const app = createApp({ db, config: { corsOrigins: [], curators }, log: createLog('silent') })
  const server = await listen(app.handler, '127.0.0.1', 0)
  const as = async (who: Person | 'nobody' | null, query: string, variables = {}) => {
    const token = who === null ? null : who === 'nobody' ? makeToken().token : people[who].token
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    })
    const answer = (await response.json()) as { data?: Answer; errors?: { message: string }[] }
    if (answer.errors) throw new Error(answer.errors.map(({ message }) => message).join('\n'))
    return answer.data ?? {}
  }
  return {
    as,
    url: server.url,
    async close() {
      await server.close(1_000)
      await app.dispose()
    },
  }
}

/** "Observation:key" as an id. */
export const idOf = (type: string, key: string): string => Buffer.from(`${type}:${key}`).toString('base64')

export const history = 'history { totalCount nodes { by kind reason field before after } }'
